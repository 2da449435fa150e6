"""Lay out a fold text: as it is printed, statements and fields in their own order, with comments where they stood."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from onefold.frontends.fold import reformat_values as values
from onefold.frontends.fold.comments import comments
from onefold.frontends.fold.render_values import INDENT, key, listed
from onefold.frontends.fold.written import Piece, written
from onefold.frontends.frontend import Limits
from onefold.frontends.pending import Pending
from onefold.kernel import patterns
from onefold.kernel.classes import frozen
from onefold.kernel.source import Source, Span

# Columns of a step that is written on one line.
_LINE: Final = 80
_LINE_END: Final = patterns.compile(r"\r\n|\r|\n")
_CONTAINERS: Final = ("sequence", "json_object", "block", "criteria")
# The sections of a text: an empty line stands between them.
_SECTIONS: Final = {
    "fold": "heading", "workflow": "heading",
    "description": "interface", "inputs": "interface", "outputs": "interface", "budget": "interface",
    "start": "flow",
}  # fmt: skip
_TEXTS: Final = ("description", "prompt", "system")
_JSON: Final = ("inputs", "outputs", "args", "with", "output", "meta")
_GLOBS: Final = ("tools", "allow", "deny")

# Writes an item; the argument is the indentation of the line it begins on.
_Write: TypeAlias = Callable[[str], str]


@frozen
class _Item:
    """What stands on a line of its own where its container is broken into lines."""

    start: int
    inside: int
    """Where the first comment can stand that does not belong before it."""
    end: int
    write: _Write


def reformat(source: Source, limits: Limits) -> str:
    """Sections apart by an empty line, and steps of several lines; two spaces a level.

    Lists and JSON stand on one line where there is room and no comment in them. A comment stays before what it stood
    before, or at the end of the line it followed.
    """
    found = comments(source, limits)
    return _Layout(source, limits, found, Pending.of(source, found)).document(written(source, limits))


@frozen
class _Layout:
    source: Source
    limits: Limits
    comments: Sequence[Span]
    pending: Pending

    def document(self, whole: Piece) -> str:
        version, *statements = whole.parts
        heading = _Item(whole.start, version.end, version.end, lambda _: f"fold {values.scalar(version)}")
        items = [heading, *(self.item(each) for each in statements)]
        sections = ["heading", *map(_section, statements)]
        ends = [*(item.start for item in items[1:]), len(self.source.text)]
        lines: list[str] = []
        section, was_long = "", False
        for item, own_section, end in zip(items, sections, ends, strict=True):
            before = self.leading(item.inside, "")
            *above, text = self.ended(item.write(""), "", item, end)
            before += above
            is_long = own_section == "step" and "\n" in text
            if lines and (own_section != section or (before and section != "heading") or is_long or was_long):
                lines.append("")
            lines += [*before, text]
            section, was_long = own_section, is_long
        lines += self.leading(len(self.source.text), "")
        return "".join(f"{line}\n" for line in lines)

    def item(self, piece: Piece) -> _Item:
        """A statement, a field, or an item of a list."""
        return _Item(piece.start, _inside(piece), piece.end, lambda indent: self.text(piece, indent))

    def text(self, piece: Piece, indent: str) -> str:
        """A piece whose rule says all about its spelling."""
        match piece.rule:
            case "step":
                return self.step(piece, indent)
            case "chain":
                return self.chain(piece)
            case "rubric":
                *qualifiers, criteria = piece.parts
                return f"{self.qualified('rubric', qualifiers)} {self.broken(criteria, '{}', indent)}"
            case "criterion":
                name, *qualifiers, check = piece.parts
                return f"{self.qualified(values.scalar(name), qualifiers)} {values.prose(check, indent)}"
            case "retry":
                return " ".join([piece.word(), *(self.value(part, piece.word(), indent) for part in piece.parts)])
            case "field":
                return f"{piece.word()} {self.value(piece.parts[0], piece.word(), indent)}"
            case "member":
                return f"{key(values.key_of(piece))}: {self.json(piece.parts[0], indent)}"
            case "verifier":
                name, arguments = piece.parts
                return f"{values.scalar(name)} {self.json(arguments, indent)}"
        return self.value(piece, "", indent)

    def step(self, piece: Piece, indent: str) -> str:
        """A step: on one line where it has a single short field."""
        name, *rest = piece.parts
        head = f"{piece.word()} {values.scalar(name)}"
        for source in (part for part in rest if part.rule == "source_of_step"):
            signs = [source.word(index) for index in range(len(source.tokens))]
            head += "".join(f" {sign} {values.scalar(part)}" for sign, part in zip(signs, source.parts, strict=True))
        block = next((part for part in rest if part.rule == "block"), None)
        if block is None or not (block.parts or self.has_comments(block)):
            return head
        if len(block.parts) == 1 and not self.has_comments(block):
            line = f"{head} {{ {self.text(block.parts[0], indent + INDENT)} }}"
            if len(line) <= _LINE and "\n" not in line:
                return line
        return f"{head} {self.broken(block, '{}', indent)}"

    def chain(self, piece: Piece) -> str:
        origin, targets, *fields = piece.parts
        steps = " -> ".join(values.scalar(each) for each in (origin, *targets.parts))
        return self.qualified(steps, fields)

    def qualified(self, line: str, groups: Sequence[Piece]) -> str:
        """A line with the fields, without braces, that follow on it."""
        for field in (field for group in groups for field in group.parts):
            before = f"{line} {field.word()} "
            value = field.parts[0]
            is_predicate = value.rule == "predicate"
            line = before + (self.predicate(value, len(before), "") if is_predicate else values.scalar(value))
        return line

    def value(self, piece: Piece, name: str, indent: str) -> str:
        """The value of the field `name`, or of an item of its list."""
        if piece.rule == "predicate":
            return self.predicate(piece, len(f"{indent}{name} "), indent)
        if piece.rule == "single":
            inner = values.path if piece.word() == "file" else values.scalar
            return f"{piece.word()} {inner(piece.parts[0])}"
        if piece.rule == "block":
            return self.fields(piece, indent)
        if name in _TEXTS:
            return values.prose(piece, indent)
        if name in _JSON or piece.rule == "json_object":
            return self.json(piece, indent)
        if piece.rule == "sequence":
            return self.listing(piece, name, indent)
        if piece.rule in ("verifier", "field", "retry"):
            return self.text(piece, indent)
        return (
            values.tool_glob(piece)
            if name in _GLOBS
            else values.cost(piece)
            if name == "cost"
            else values.scalar(piece)
        )

    def predicate(self, piece: Piece, before: int, indent: str) -> str:
        return values.predicate(self.without_comments(piece.span), before, indent, self.limits)

    def fields(self, piece: Piece, indent: str) -> str:
        """Fields in braces, on one line."""
        if self.has_comments(piece):
            return self.broken(piece, "{}", indent)
        return f"{{ {'  '.join(self.text(field, indent) for field in piece.parts)} }}" if piece.parts else "{}"

    def listing(self, piece: Piece, name: str, indent: str) -> str:
        """A list of words, globs or verifiers."""
        if not self.has_comments(piece):
            return listed([self.value(item, name, indent + INDENT) for item in piece.parts], indent)

        def writing(item: Piece) -> _Write:
            return lambda deeper: self.value(item, name, deeper)

        items = [_Item(each.start, _inside(each), each.end, writing(each)) for each in piece.parts]
        return self.lines(piece, items, "[]", indent, ",")

    def json(self, piece: Piece, indent: str) -> str:
        """JSON; what has a comment in it has one entry a line."""
        if not (self.has_comments(piece) or values.is_kept(piece)):
            return values.json_value(piece, indent)
        if piece.rule == "text_block":
            return values.prose(piece, indent)
        if piece.rule == "json_object":
            return self.lines(piece, [self.item(each) for each in piece.parts], "{}", indent, ",")

        def writing(item: Piece) -> _Write:
            return lambda deeper: self.json(item, deeper)

        items = [_Item(each.start, _inside(each), each.end, writing(each)) for each in piece.parts]
        return self.lines(piece, items, "[]", indent, ",")

    def broken(self, piece: Piece, brackets: str, indent: str) -> str:
        """Fields or criteria with one a line."""
        return self.lines(piece, [self.item(each) for each in piece.parts], brackets, indent, "")

    def lines(self, piece: Piece, items: Sequence[_Item], brackets: str, indent: str, separator: str) -> str:
        """Brackets with one item a line, and the comments between them."""
        deeper, last = indent + INDENT, piece.end - 1
        starts = [*(item.start for item in items), last]
        first = self.pending.take_trailing(piece.start + 1, starts[0])
        lines = [f"{brackets[0]}  {first}".rstrip()]
        for item, end in zip(items, starts[1:], strict=True):
            lines += self.leading(item.inside, deeper)
            lines += self.ended(f"{deeper}{item.write(deeper)}{separator}", deeper, item, end)
        return "\n".join([*lines, *self.leading(last, deeper), f"{indent}{brackets[1]}"])

    def has_comments(self, piece: Piece) -> bool:
        """Whether comments are to be written within a piece."""
        return bool(self.pending.within(piece.start, piece.end))

    def without_comments(self, span: Span) -> str:
        """The text of a span in which white space stands for its comments."""
        text = span.text
        for each in self.comments:
            if span.start <= each.start < span.end:
                start, end = each.start - span.start, each.end - span.start
                text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
        return text

    def leading(self, index: int, indent: str) -> list[str]:
        """The lines of the comments before a place."""
        return [_comment(each.text, indent) for each in self.pending.take(0, index)]

    def ended(self, text: str, indent: str, item: _Item, end: int) -> list[str]:
        """What is written of an item, with the comment that followed it."""
        above, behind = self.pending.take_behind(item.end, end, text, item.start)
        return [*([indent + above] if above else []), text + behind]


def _section(statement: Piece) -> str:
    if statement.rule in ("step", "rubric"):
        return statement.rule
    return "flow" if statement.rule == "chain" else _SECTIONS.get(statement.word(), statement.word())


def _inside(piece: Piece) -> int:
    """Where the first comment can stand that does not belong before the piece."""
    if piece.rule in _CONTAINERS:
        return piece.start + 1
    last = piece.parts[-1] if piece.parts else None
    if last is not None and (last.rule in _CONTAINERS or piece.rule in ("field", "member")):
        return _inside(last)
    return piece.end


def _comment(text: str, indent: str) -> str:
    """A comment on lines of its own; those of a long one stay where they stand to each other."""
    first, *rest = (line.rstrip() for line in _LINE_END.split(text))
    full = [line for line in rest if line]
    if all(line.lstrip().startswith("*") for line in full):
        rest = [f" {line.lstrip()}" for line in rest]
    else:
        margin = min(len(line) - len(line.lstrip()) for line in full)
        rest = [f"   {line[margin:]}" if line else "" for line in rest]
    return "\n".join([indent + first, *(indent + line if line else "" for line in rest)])
