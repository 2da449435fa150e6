"""The second reading of JSON: a loop over one text that gives every key and value its span."""

from __future__ import annotations

from onefold.frontends import number
from onefold.frontends.frontend import Reading
from onefold.frontends.json.faults import bad_scalar, trailing_comma, unexpected
from onefold.frontends.json.strings import decode, string_end
from onefold.frontends.pieces import joined, positions
from onefold.frontends.refusal import Refused, duplicate_key, excerpt
from onefold.frontends.tally import Tally
from onefold.frontends.tree import Entry, MappingNode, ScalarNode, SequenceNode, plain
from onefold.kernel import patterns
from onefold.kernel.classes import Factory, define
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar, Final, TypeAlias

    from onefold.frontends.frontend import Limits
    from onefold.frontends.tree import Node
    from onefold.kernel.source import Source

    _Open: TypeAlias = "_List | _Object"

_SPACE: Final = patterns.compile(r"[ \t\n\r]*+")
_WORD: Final = patterns.compile(r"[^\s,:\[\]{}\"'/#]*+")
_INTEGER: Final = patterns.compile(r"-?(?:0|[1-9][0-9]*+)")
_FLOAT: Final = patterns.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?|NaN|-?Infinity")
_SURROGATE: Final = patterns.compile(r"[\ud800-\udfff]")
_CONSTANTS: Final = {"true": True, "false": False, "null": None}


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

    Below the depth limit a list or mapping is shown as null, so that a finding about the depth finds its place; so
    that one about the number of values does, the tree ends with the first value that is too much.
    """
    reader = _Reader(source, Tally(source, limits, refuses_depth=False))
    node: Node | None = None
    try:
        node = reader.document()
    except Refused as refused:
        if refused.finding.code == "too-many-nodes" and refused.finding.place.span:
            node = reader.ended_with(ScalarNode(refused.finding.place.span, None))
    return None if reader.tally.findings else node


@define
class _List:
    """A list that is still open."""

    start: int
    items: list[Node] = Factory(list)
    closing: ClassVar = "]"
    expected: ClassVar = "a comma or `]`"


@define
class _Object:
    """A mapping that is still open, and the key whose value comes next."""

    start: int
    entries: dict[str, Entry] = Factory(dict)
    key: str = ""
    key_span: Span | None = None
    closing: ClassVar = "}"
    expected: ClassVar = "a comma or `}`"


@define
class _Reader:
    """One run over a source: where it is, and what is open around it."""

    source: Source
    tally: Tally
    index: int = 0
    open: list[_Open] = Factory(list)

    def document(self) -> Node:
        """The only value of the text."""
        self.skip_space()
        if self.index == len(self.source.text):
            raise Refused(Finding("empty-document", Place(span=Span(self.source, 0, 0))))
        node = self.value()
        while node is None or self.open:
            node = self.value() if node is None else self.attach(self.open[-1], node)
        self.skip_space()
        if self.index < len(self.source.text):
            raise unexpected(self.source, self.index, "the end of the document")
        return node

    def ended_with(self, node: Node) -> Node:
        """The tree as far as it is read, with `node` as its last value."""
        while self.open:
            container = self.open.pop()
            span = Span(self.source, container.start, node.span.end)
            if isinstance(container, _List):
                node = SequenceNode(span, (*container.items, node))
            elif container.key_span is not None:
                node = MappingNode(span, {**container.entries, container.key: Entry(container.key_span, node)})
        return node

    def skip_space(self) -> None:
        match = _SPACE.match(self.source.text, self.index)
        self.index = match.end() if match else self.index

    def value(self) -> Node | None:
        """The value that begins here; `None` when it was opened and its first item comes next."""
        start = self.index
        character = self.source.text[start : start + 1]
        self.tally.add(start, len(self.open) + 1)
        if character == '"':
            return ScalarNode(self.string_span(), self.text(start))
        if character == "[":
            return self.start(_List(start))
        if character == "{":
            return self.start(_Object(start))
        return self.bare_scalar()

    def start(self, opened: _Open) -> Node | None:
        """Open a list or a mapping; if it is empty, close it at once."""
        self.open.append(opened)
        self.index += 1
        self.skip_space()
        if self.source.text.startswith(opened.closing, self.index):
            return self.close()
        if isinstance(opened, _Object):
            self.key(opened, "a key or `}`")
        return None

    def attach(self, container: _Open, node: Node) -> Node | None:
        """Put a value into what is open; give that if it ends here."""
        if isinstance(container, _List):
            container.items.append(node)
        elif container.key_span is not None:
            container.entries[container.key] = Entry(container.key_span, node)
        self.skip_space()
        if self.source.text.startswith(container.closing, self.index):
            return self.close()
        if not self.source.text.startswith(",", self.index):
            raise unexpected(self.source, self.index, container.expected, self.opening())
        comma = self.index
        self.index += 1
        self.skip_space()
        if self.source.text.startswith(container.closing, self.index):
            raise trailing_comma(Span(self.source, comma, comma + 1), container.closing)
        if isinstance(container, _Object):
            self.key(container, "a key")
        return None

    def close(self) -> Node:
        level = len(self.open)
        container = self.open.pop()
        self.index += 1
        span = Span(self.source, container.start, self.index)
        if level > self.tally.limits.depth:
            return ScalarNode(span, None)
        if isinstance(container, _List):
            return SequenceNode(span, tuple(container.items))
        return MappingNode(span, container.entries)

    def key(self, container: _Object, expected: str) -> None:
        """Read a key and its colon."""
        start = self.index
        if not self.source.text.startswith('"', start):
            raise unexpected(self.source, start, expected, self.opening())
        span = self.string_span()
        key = self.text(start)
        first = container.entries.get(key)
        if first:
            self.tally.report(duplicate_key(key, span, first.key))
        container.key, container.key_span = key, span
        self.skip_space()
        if not self.source.text.startswith(":", self.index):
            raise unexpected(self.source, self.index, "a colon after the key", self.opening())
        self.index += 1
        self.skip_space()

    def string_span(self) -> Span:
        start = self.index
        self.index = string_end(self.source, start)
        return Span(self.source, start, self.index)

    def text(self, start: int) -> str:
        """The text of the string from `start` up to here."""
        raw = self.source.text[start + 1 : self.index - 1]
        if raw.isascii() and "\\" not in raw:
            return raw
        pieces = decode(self.source.text, start, self.index)
        text = joined(pieces)
        if _SURROGATE.search(text):
            self.report_surrogates(text, positions(pieces, self.index))
        return text

    def report_surrogates(self, text: str, indexes: list[int]) -> None:
        for match in _SURROGATE.finditer(text):
            start, end = indexes[match.start()], indexes[match.end()]
            length = 6 if self.source.text.startswith("\\", start) else 1
            span = Span(self.source, start, min(start + length, end))
            self.tally.report(Finding("lone-surrogate", Place(span=span)))

    def bare_scalar(self) -> ScalarNode:
        """A number, `true`, `false` or `null`."""
        match = _WORD.match(self.source.text, self.index)
        word = match[0] if match else ""
        if not word:
            raise unexpected(self.source, self.index, "a value", self.opening())
        span = Span(self.source, self.index, self.index + len(word))
        self.index = span.end
        return ScalarNode(span, _CONSTANTS[word] if word in _CONSTANTS else self.number(word, span))

    def number(self, word: str, span: Span) -> int | float:
        if _INTEGER.fullmatch(word):
            value = number.integer(word)
        elif _FLOAT.fullmatch(word):
            value = float(word)
        else:
            raise bad_scalar(self.source, span)
        code = number.refusal(value)
        if code:
            self.tally.report(Finding(code, Place(span=span), {"text": excerpt(word)}))
        return value

    def opening(self) -> Span | None:
        """The bracket that is open around this place."""
        if not self.open:
            return None
        return Span(self.source, self.open[-1].start, self.open[-1].start + 1)
