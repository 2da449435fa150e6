"""The second reading of TOML: a loop over one text that gives every key and value its span."""

from __future__ import annotations

from contextlib import suppress

from onefold.frontends.frontend import Reading
from onefold.frontends.pieces import joined
from onefold.frontends.refusal import Refused
from onefold.frontends.tally import Tally
from onefold.frontends.toml.faults import unexpected
from onefold.frontends.toml.scalars import scalar, scalar_span
from onefold.frontends.toml.strings import decode
from onefold.frontends.toml.tables import Part, Table, Tables
from onefold.frontends.toml.written import Assignment, Header, Written
from onefold.frontends.tree import ScalarNode, SequenceNode, plain
from onefold.kernel import patterns
from onefold.kernel.classes import Factory, define
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import ClassVar, Final, TypeAlias

    from onefold.frontends.frontend import Limits
    from onefold.frontends.toml.written import Statement
    from onefold.frontends.tree import Node
    from onefold.kernel.source import Source

    _Open: TypeAlias = "_Array | _InlineTable"

_SPACE: Final = patterns.compile(r"[ \t]*+")
_SPACE_AND_LINES: Final = patterns.compile(r"(?:[ \t\n]|\r\n)*+")
_COMMENT: Final = patterns.compile(r"#[^\x00-\x08\x0a-\x1f\x7f]*+")
_LINE_END: Final = patterns.compile(r"\r?\n|\Z")
_SURROGATE: Final = patterns.compile(r"[\ud800-\udfff]")
_BARE_KEY: Final = patterns.compile(r"[A-Za-z0-9_-]++")


def explain(source: Source, limits: Limits) -> Reading:
    """Say what is wrong with a text; where nothing is, give its value after all."""
    tally = Tally(source, limits, refuses_depth=True)
    try:
        node = _Reader(source, tally).document()
    except Refused as refused:
        return Reading(None, (*tally.findings, refused.finding))
    return Reading(None if tally.findings else plain(node), tuple(tally.findings))


def locate(source: Source, limits: Limits) -> Node | None:
    """The tree of a text with spans; `None` where the text is refused.

    Below the depth limit a list or mapping is shown as null, so that a finding about the depth finds its place.
    A table spans its header, an inline table its braces, a table that only a longer key implies its part of it.
    Of a text with too many values, there are the tables that were read.
    """
    reader = _Reader(source, Tally(source, limits, refuses_depth=False))
    node: Node | None = None
    try:
        node = reader.document()
    except Refused as refused:
        if refused.finding.code == "too-many-nodes" and reader.tables:
            node = reader.tables.freeze(limits.depth)
    return None if reader.tally.findings else node


def comments(source: Source, limits: Limits) -> list[Span]:
    """Every comment of a text, up to the place where it is refused."""
    reader = _Reader(source, Tally(source, limits, refuses_depth=False))
    with suppress(Refused):
        reader.document()
    return reader.comments


def written(source: Source, limits: Limits) -> Written:
    """Everything that an accepted text says, in its own order."""
    reader = _Reader(source, Tally(source, limits, refuses_depth=False))
    reader.document()
    return Written(reader.statements, reader.members, reader.comments)


@define
class _Array:
    """An array that is still open."""

    start: int
    level: int
    items: list[Node] = Factory(list)
    closing: ClassVar = "]"
    expected: ClassVar = "a comma or `]`"

    @property
    def item_level(self) -> int:
        return self.level + 1


@define
class _InlineTable:
    """An inline table that is still open, and the key whose value comes next."""

    start: int
    level: int
    tables: Tables
    key: list[Part] = Factory(list)
    closing: ClassVar = "}"
    expected: ClassVar = "a comma or `}`"

    @property
    def item_level(self) -> int:
        return self.level + len(self.key)


@define
class _Reader:
    """One run over a source."""

    source: Source
    tally: Tally
    index: int = 0
    comments: list[Span] = Factory(list)
    tables: Tables | None = None
    """The tables so far."""
    statements: list[Statement] = Factory(list)
    """What is written, in order."""
    members: dict[int, list[Assignment]] = Factory(dict)
    """What is written in each inline table, by where it begins."""

    def document(self) -> Node:
        """The root table of the text."""
        text = self.source.text
        surrogate = _SURROGATE.search(text)
        if surrogate:
            place = Place(span=Span(self.source, surrogate.start(), surrogate.end()))
            self.tally.report(Finding("lone-surrogate", place))
        tables = self.tables = Tables(Table(Span(self.source, 0, len(text)), 1), self.tally)
        current = tables.root
        self.skip_lines()
        while self.index < len(text):
            if text.startswith("[", self.index):
                current = self.header(tables)
            else:
                key = self.key(current.level, "a key, a table header or a comment")
                node = self.value(current.level + len(key))
                tables.assign(current, key, node)
                self.statements.append(Assignment(key, node))
            self.line_end()
            self.skip_lines()
        return tables.freeze(self.tally.limits.depth)

    def skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.source.text, self.index)
        self.index = match.end() if match else self.index

    def skip_lines(self) -> None:
        """Skip white space, line ends and comments."""
        self.skip(_SPACE_AND_LINES)
        while self.source.text.startswith("#", self.index):
            self.line_end()
            self.skip(_SPACE_AND_LINES)

    def line_end(self) -> None:
        """Skip the rest of a line on which all is said."""
        self.skip(_SPACE)
        comment = _COMMENT.match(self.source.text, self.index)
        if comment:
            self.comments.append(Span(self.source, *comment.span()))
            self.index = comment.end()
        match = _LINE_END.match(self.source.text, self.index)
        if match is None:
            raise unexpected(self.source, self.index, "the end of the line")
        self.index = match.end()

    def header(self, tables: Tables) -> Table:
        """The table that a header opens."""
        start = self.index
        brackets = 2 if self.source.text.startswith("[[", start) else 1
        self.index += brackets
        self.skip(_SPACE)
        key = self.key(1, "a key")
        closing = "]" * brackets
        if not self.source.text.startswith(closing, self.index):
            raise unexpected(self.source, self.index, f"`{closing}`")
        self.index += brackets
        span = Span(self.source, start, self.index)
        self.statements.append(Header(key, span))
        return tables.open_table(key, span) if brackets == 1 else tables.append_table(key, span)

    def key(self, level: int, expected: str) -> list[Part]:
        """A dotted key below a table at `level`, and what separates it from what follows."""
        parts = [self.key_part(level + 1, expected)]
        self.skip(_SPACE)
        while self.source.text.startswith(".", self.index):
            self.index += 1
            self.skip(_SPACE)
            parts.append(self.key_part(level + len(parts) + 1, "a key"))
            self.skip(_SPACE)
        return parts

    def key_part(self, level: int, expected: str) -> Part:
        start = self.index
        bare = _BARE_KEY.match(self.source.text, start)
        if bare:
            self.index, name = bare.end(), bare[0]
        elif self.source.text.startswith(('"', "'"), start):
            string = decode(self.source, start, may_have_lines=False)
            self.index, name = string.end, joined(string.pieces)
        else:
            raise unexpected(self.source, start, expected)
        span = Span(self.source, start, self.index)
        self.tally.reach(start, level)
        return Part(name, span)

    def value(self, level: int) -> Node:
        """The value after a key."""
        self.equals_sign()
        open_around: list[_Open] = []
        node = self.begin(open_around, level)
        while node is None or open_around:
            if node is None:
                node = self.begin(open_around, open_around[-1].item_level)
            else:
                node = self.attach(open_around, node)
        return node

    def equals_sign(self) -> None:
        if not self.source.text.startswith("=", self.index):
            raise unexpected(self.source, self.index, "`.` or `=`")
        self.index += 1
        self.skip(_SPACE)

    def begin(self, open_around: list[_Open], level: int) -> Node | None:
        """The value that begins here; `None` when it was opened and its first item comes next."""
        start = self.index
        character = self.source.text[start : start + 1]
        if character in ('"', "'"):
            string = decode(self.source, start)
            self.index = string.end
            node = ScalarNode(Span(self.source, start, self.index), joined(string.pieces))
            self.tally.add(start, level)
            return node
        if character not in ("[", "{"):
            return self.bare_scalar(open_around, level)
        self.tally.add(start, level)
        if character == "[":
            return self.start(open_around, _Array(start, level))
        root = Table(Span(self.source, start, start + 1), level)
        self.members[start] = []
        return self.start(open_around, _InlineTable(start, level, Tables(root, self.tally)))

    def bare_scalar(self, open_around: list[_Open], level: int) -> ScalarNode:
        span = scalar_span(self.source, self.index)
        if not span.text:
            raise unexpected(self.source, self.index, "a value", self.opening(open_around))
        self.tally.add(span.start, level)
        self.index = span.end
        return ScalarNode(span, scalar(span, self.tally))

    def start(self, open_around: list[_Open], opened: _Open) -> Node | None:
        """Open an array or an inline table; if it is empty, close it at once."""
        open_around.append(opened)
        self.index += 1
        self.skip_lines()
        return self.next_item(open_around, "a key or `}`")

    def attach(self, open_around: list[_Open], node: Node) -> Node | None:
        """Put a value into what is open; give that if it ends here."""
        container = open_around[-1]
        if isinstance(container, _Array):
            container.items.append(node)
        else:
            container.tables.assign(container.tables.root, container.key, node)
            self.members[container.start].append(Assignment(container.key, node))
        self.skip_lines()
        if self.source.text.startswith(container.closing, self.index):
            return self.close(open_around)
        if not self.source.text.startswith(",", self.index):
            raise unexpected(self.source, self.index, container.expected, self.opening(open_around))
        self.index += 1
        self.skip_lines()
        return self.next_item(open_around, "a key or `}`")

    def next_item(self, open_around: list[_Open], expected: str) -> Node | None:
        container = open_around[-1]
        if self.source.text.startswith(container.closing, self.index):
            return self.close(open_around)
        if isinstance(container, _InlineTable):
            container.key = self.key(container.level, expected)
            self.equals_sign()
        return None

    def close(self, open_around: list[_Open]) -> Node:
        container = open_around.pop()
        self.index += 1
        span = Span(self.source, container.start, self.index)
        if isinstance(container, _InlineTable):
            container.tables.root.span = span
            return container.tables.freeze(self.tally.limits.depth)
        if container.level > self.tally.limits.depth:
            return ScalarNode(span, None)
        return SequenceNode(span, tuple(container.items))

    def opening(self, open_around: list[_Open]) -> Span | None:
        """The bracket that is open around this place."""
        if not open_around:
            return None
        return Span(self.source, open_around[-1].start, open_around[-1].start + 1)
