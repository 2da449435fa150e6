"""TOML values without quotes: booleans, numbers, and the dates that are refused."""

from __future__ import annotations

from onefold.frontends import number
from onefold.frontends.refusal import excerpt
from onefold.frontends.toml.faults import bad_scalar
from onefold.kernel import patterns
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.tally import Tally
    from onefold.kernel.source import Source

_WORD: Final = patterns.compile(r"[^\s\x00-\x1f\x7f,\[\]{}#\"'=]*+")
# What begins like a date or a time; a blank may stand between the two.
_DATE: Final = patterns.compile(r"(?:\d{4}-\d{2}|\d{2}:\d{2})[^\s,\]}#]*+(?: \d{2}:[^\s,\]}#]*+)?", patterns.ASCII)
_DECIMAL: Final = patterns.compile(r"[+-]?(?:0|[1-9](?:_?[0-9])*+)")
_PREFIXED: Final = patterns.compile(r"0(?:x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*+|o[0-7](?:_?[0-7])*+|b[01](?:_?[01])*+)")
_FLOAT: Final = patterns.compile(
    r"[+-]?(?:0|[1-9](?:_?[0-9])*+)(?:\.[0-9](?:_?[0-9])*+)?(?:[eE][+-]?[0-9](?:_?[0-9])*+)?|[+-]?(?:inf|nan)"
)
_BOOLEANS: Final = {"true": True, "false": False}


def scalar_span(source: Source, start: int) -> Span:
    """The word that begins at `start`; empty where none does."""
    match = _DATE.match(source.text, start) or _WORD.match(source.text, start)
    return Span(source, start, match.end() if match else start)


def scalar(span: Span, tally: Tally) -> bool | int | float | None:
    """The value of a word; notes numbers and dates that are refused, raises `Refused` for what is no value."""
    word = span.text
    if word in _BOOLEANS:
        return _BOOLEANS[word]
    if _DATE.match(word):
        tally.report(Finding("date-value", Place(span=span), {"text": excerpt(word)}))
        return None
    value = _number(span)
    code = number.refusal(value)
    if code:
        tally.report(Finding(code, Place(span=span), {"text": excerpt(word)}))
    return value


def _number(span: Span) -> int | float:
    digits = span.text.replace("_", "")
    if _DECIMAL.fullmatch(span.text):
        return number.integer(digits)
    if _PREFIXED.fullmatch(span.text):
        return int(digits, 0)
    if _FLOAT.fullmatch(span.text):
        return float(digits)
    raise bad_scalar(span)
