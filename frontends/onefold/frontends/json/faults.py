"""What is said where a JSON text breaks the syntax."""

from __future__ import annotations

from onefold.frontends.refusal import excerpt, found, syntax_error, word_at
from onefold.kernel import patterns
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.refusal import Refused
    from onefold.kernel.source import Source

_COMMENT: Final = patterns.compile(r"//|/\*|#")
_NUMERIC: Final = patterns.compile(r"[-+.]*\d")
_MEANT: Final = {"true": "true", "false": "false", "null": "null", "none": "null", "nil": "null", "undefined": "null"}
_CURLY_QUOTES: Final = "\u201c\u201d\u201e\u201f\u00ab\u00bb"
# Each with what mends it, the first that fits counts.
_NUMBER_HELP: Final = (
    (patterns.compile(r"\+"), "leave out the plus sign"),
    (patterns.compile(r"-?0[xXoObB]"), "write the number in decimal"),
    (patterns.compile(r"-?0\d"), "leave out the leading zeros"),
    (patterns.compile(r".*_"), "leave out the underscores"),
    (patterns.compile(r"-?\.|.*\.(?!\d)"), "write a digit on both sides of the decimal point"),
    (patterns.compile(r".*[eE][+-]?$"), "write digits after the exponent's `e`"),
)


def unexpected(source: Source, index: int, expected: str, opening: Span | None = None) -> Refused:
    """Something other than `expected` (in words) stands at `index`; `opening` is the bracket around it."""
    text = source.text
    word = word_at(source, index)
    comment = _COMMENT.match(text, index)
    if comment:
        span = Span(source, index, comment.end())
        message = f"{expected} was expected, not a comment, which JSON does not have"
        return syntax_error("JSON", span, message, "remove the comment")
    message = f"{expected} was expected, not {found(word)}"
    still_open = opening if not word.text or "comma" in expected else None
    return syntax_error("JSON", word, message, _help(word, expected), still_open)


def bad_scalar(source: Source, span: Span) -> Refused:
    """The word at `span` stands for a value but is none."""
    if not _NUMERIC.match(span.text):
        return unexpected(source, span.start, "a value")
    help_line = next((text for pattern, text in _NUMBER_HELP if pattern.match(span.text)), None)
    return syntax_error("JSON", span, f"`{excerpt(span.text)}` is not a number", help_line)


def trailing_comma(comma: Span, closing: str) -> Refused:
    """Nothing follows the comma but the closing bracket."""
    return syntax_error("JSON", comma, f"a comma stands before the closing `{closing}`", "remove the comma")


def _help(word: Span, expected: str) -> str | None:
    first = word.text[:1]
    if first == "'" or (first and first in _CURLY_QUOTES):
        return 'quote with `"`'
    if first.isspace() or first == "\ufeff":
        return "JSON's white space is the space, the tab and the line end; remove this character"
    if "colon" in expected:
        return "write `:` after a key" if first == "=" else None
    if not (first.isalpha() or first == "_"):
        return None
    if "key" in expected:
        return "put the key in double quotes"
    if "value" not in expected:
        return None
    meant = _MEANT.get(word.text.lower())
    return f"write `{meant}`" if meant else "put a text in double quotes"
