"""Values of a fold text in the spelling of what is printed; numbers and joined lines stay as they are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from onefold.frontends.fold import render_values
from onefold.frontends.fold.render_values import INDENT, glob, json, money, quoted, text, word
from onefold.frontends.fold.scalars import money as money_of
from onefold.frontends.fold.strings import quoted as pieces_of_quoted
from onefold.frontends.fold.text_block import has_joined_lines, text_block, with_margin
from onefold.frontends.fold.written import Piece
from onefold.frontends.frontend import Limits
from onefold.frontends.pieces import joined
from onefold.frontends.predicate import parse
from onefold.kernel.values import JsonValue

_CONSTANTS: Final = {"true": True, "false": False, "null": None}
_TEXTS: Final = ("string", "text_block")


class _AsWritten(float):
    """A number that is printed as it was written."""

    written: str

    def __new__(cls, written: str) -> _AsWritten:
        self = super().__new__(cls, 0.0)
        self.written = written
        return self

    def __repr__(self) -> str:
        return self.written


def plain(piece: Piece) -> JsonValue:
    """The value of a piece of JSON, or of a scalar that is bare or quoted; what is no text prints as it is written."""
    match piece.rule:
        case "string" | "text_block":
            return text_of(piece)
        case "json_object":
            return {key_of(member): plain(member.parts[0]) for member in piece.parts}
        case "sequence":
            return [plain(item) for item in piece.parts]
        case "json_word":
            return _CONSTANTS[piece.span.text]
        case "json_number":
            return _AsWritten(piece.span.text)
    return piece.span.text


def text_of(piece: Piece) -> str:
    """The text that a string or a text block stands for."""
    read = text_block if piece.rule == "text_block" else pieces_of_quoted
    return joined(read(piece.span.source, piece.start, piece.end))


def key_of(member: Piece) -> str:
    """The key of a member of a JSON object."""
    start, end = member.tokens[0]
    if member.word().startswith('"'):
        return joined(pieces_of_quoted(member.span.source, start, end))
    return member.word()


def scalar(piece: Piece) -> str:
    """An id, a duration, a number or an amount of money, bare where it may stand so."""
    if piece.rule == "money":
        return money_of(piece.span.text)
    return _bare(piece, word)


def cost(piece: Piece) -> str:
    """What stands after `cost`."""
    return _bare(piece, money) if piece.rule in _TEXTS else scalar(piece)


def tool_glob(piece: Piece) -> str:
    """A glob of tool ids, bare where it may stand so."""
    return _bare(piece, glob)


def _bare(piece: Piece, write: Callable[[str], str]) -> str:
    """A word, quoted or not as it is printed; what begins like a number stands as it is written."""
    if piece.rule in _TEXTS:
        return write(text_of(piece))
    return write(piece.span.text) if piece.rule == "word" else piece.span.text


def prose(piece: Piece, indent: str) -> str:
    """A text that people and models read; `indent` is that of the line it begins on."""
    if piece.rule == "text_block" and has_joined_lines(piece.span):
        return with_margin(piece.span, indent + INDENT)
    return text(text_of(piece), indent)


def path(piece: Piece) -> str:
    """The name of a file."""
    return quoted(text_of(piece))


def json_value(piece: Piece, indent: str) -> str:
    """JSON in which there is no comment."""
    return json(plain(piece), indent)


def predicate(written: str, before: int, indent: str, limits: Limits) -> str:
    """A predicate in canonical spelling, after `before` columns on a line with that indentation."""
    parsed = parse(written, limits)
    if parsed.expression is None:
        return written
    return render_values.predicate(parsed.expression, before, indent)


def is_kept(piece: Piece) -> bool:
    """Whether a text block with joined lines stands anywhere in JSON."""
    if piece.rule == "text_block":
        return has_joined_lines(piece.span)
    return any(is_kept(part) for part in piece.parts)
