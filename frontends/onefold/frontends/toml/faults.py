"""What is said where a TOML text breaks the syntax."""

from __future__ import annotations

from onefold.frontends.refusal import excerpt, found, syntax_error, word_at
from onefold.kernel import patterns
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.refusal import Refused
    from onefold.kernel.source import Source

_NUMERIC: Final = patterns.compile(r"[-+._]*\d")
_MEANT: Final = {"true": "write `true`", "false": "write `false`"} | dict.fromkeys(
    ("null", "none", "nil", "undefined"), "TOML has no null: leave the key out"
)
# Each with what mends it, the first that fits counts.
_NUMBER_HELP: Final = (
    (patterns.compile(r"[-+]0[xob]"), "leave out the sign"),
    (patterns.compile(r"0[XOB]"), "write the prefix in lower case"),
    (patterns.compile(r"[-+]?0[\d_]"), "leave out the leading zeros, or write `0o` before an octal number"),
    (patterns.compile(r"[-+]?_|.*_(?:_|\D|$)|.*[^\da-fA-F]_"), "write underscores only between digits"),
    (patterns.compile(r"[-+]?\.|.*\.(?!\d)"), "write a digit on both sides of the decimal point"),
    (patterns.compile(r"[\d.+-]*[eE][+-]?$"), "write digits after the exponent's `e`"),
)


def unexpected(source: Source, index: int, expected: str, opening: Span | None = None) -> Refused:
    """Something other than `expected` (in words) stands at `index`; `opening` is the bracket around it."""
    word = word_at(source, index)
    if word.text and _is_control(word.text[0]) and not _at_line_end(source, index):
        return bad_character(source, index, "a TOML text")
    span = Span(source, index, index) if _at_line_end(source, index) else word
    what = "the end of the line" if _at_line_end(source, index) else found(word)
    still_open = opening if not word.text or "comma" in expected else None
    return syntax_error("TOML", span, f"{expected} was expected, not {what}", _help(word.text, expected), still_open)


def bad_character(source: Source, index: int, where: str) -> Refused:
    """A control character stands where it may not."""
    span = Span(source, index, index + 1)
    if span.text == "\r":
        message = "a carriage return stands without a line feed"
        return syntax_error("TOML", span, message, r"end lines with LF or CRLF; in a string write `\r`")
    name = f"the control character U+{ord(span.text):04X}"
    help_line = rf"write it as `\u{ord(span.text):04x}`" if where == "a string" else "remove it"
    return syntax_error("TOML", span, f"{name} stands raw in {where}", help_line)


def bad_scalar(span: Span) -> Refused:
    """The word at `span` stands for a value but is none."""
    if not _NUMERIC.match(span.text):
        help_line = _MEANT.get(span.text.lower(), "put a text in double quotes")
        return syntax_error("TOML", span, f"`{excerpt(span.text)}` is not a value", help_line)
    helps = (text for pattern, text in _NUMBER_HELP if pattern.match(span.text))
    help_line = next(helps, "put a text in double quotes")
    return syntax_error("TOML", span, f"`{excerpt(span.text)}` is not a number", help_line)


def _at_line_end(source: Source, index: int) -> bool:
    return source.text.startswith(("\n", "\r\n"), index)


def _is_control(character: str) -> bool:
    return (character < " " and character != "\t") or character == "\x7f"


def _help(word: str, expected: str) -> str | None:
    first = word[:1]
    if "`=`" in expected and first == ":":
        return "write `=` after a key"
    if "key" in expected or "`=`" in expected:
        bare = "only A-Z, a-z, 0-9, `_` and `-` may stand in a key without quotes"
        return bare if first and first not in '[]{}=,."#\r\n' else None
    if first.isspace() and first not in "\r\n":
        return "TOML's white space is the space and the tab; remove this character"
    return None
