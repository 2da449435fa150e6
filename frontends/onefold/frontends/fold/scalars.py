"""Scalars of fold: words, numbers, amounts of money, texts and the constants of JSON."""

from __future__ import annotations

from onefold.frontends import number
from onefold.frontends.refusal import Refused, excerpt, found, syntax_error
from onefold.kernel import patterns
from onefold.kernel.diagnostics import Finding, Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.tally import Tally
    from onefold.kernel.source import Span

_AMOUNT: Final = patterns.compile(r"[-+0-9._]+")
_NUMBER: Final = patterns.compile(
    r"-?(?:0|[1-9](?:_?[0-9])*+)(?P<fraction>\.[0-9](?:_?[0-9])*+)?(?P<exponent>[eE][+-]?[0-9](?:_?[0-9])*+)?"
)
CONSTANTS: Final = {"true": True, "false": False, "null": None}
_MEANT: Final = {"true": "true", "false": "false"} | dict.fromkeys(("null", "none", "nil", "undefined"), "null")
_NOT_FINITE: Final = ("NaN", "Infinity", "-Infinity")
_QUOTED: Final = "a text in double quotes"


def spelled(token: str) -> int | float | None:
    """The number a token spells, whatever is thought of it; `None` where it spells none."""
    match = _NUMBER.fullmatch(token)
    if match is None:
        return None
    digits = token.replace("_", "")
    exact = match["fraction"] is None and match["exponent"] is None
    return number.integer(digits) if exact else float(digits)


def number_of(span: Span, tally: Tally) -> int | float | None:
    """The number a token spells, `None` where it spells none; one that is refused is reported and read as 0."""
    value = spelled(span.text)
    if value is None:
        return None
    code = number.refusal(value)
    if code:
        tally.report(Finding(code, Place(span=span), {"text": excerpt(span.text)}))
        return 0
    return value


def json_number(span: Span, tally: Tally) -> int | float:
    """A number in JSON. Raises `Refused` where the token is none."""
    value = number_of(span, tally)
    if value is not None:
        return value
    if span.text in _NOT_FINITE:
        raise Refused(Finding("not-finite-number", Place(span=span), {"text": span.text}))
    raise syntax_error("fold", span, f"a JSON value was expected, not {found(span)}", "put a string in double quotes")


def json_word(span: Span) -> bool | None:
    """`true`, `false` or `null`. Raises `Refused` for any other bare word."""
    if span.text in CONSTANTS:
        return CONSTANTS[span.text]
    if span.text in _NOT_FINITE:
        raise Refused(Finding("not-finite-number", Place(span=span), {"text": span.text}))
    message = f"a JSON value was expected, not {found(span)}"
    meant = _MEANT.get(span.text.lower())
    help_line = f"write `{meant}`" if meant else "in JSON a string always stands in double quotes"
    raise syntax_error("fold", span, message, help_line)


def unquoted(span: Span) -> Refused:
    """The refusal of a bare word where a text is due."""
    return syntax_error("fold", span, f"{_QUOTED} was expected, not {found(span)}", "put the text in double quotes")


def money(text: str) -> str:
    """The amount and the currency with one space between them, whatever stands there."""
    return f"{_amount(text)} {text[-3:]}"


def money_positions(text: str, start: int) -> list[int]:
    """Where each character of `money(text)` stands in a source, when `text` begins at `start`."""
    digits = len(_amount(text))
    end = start + len(text)
    return [*range(start, start + digits + 1), *range(end - 3, end + 1)]


def _amount(text: str) -> str:
    match = _AMOUNT.match(text)
    return match[0] if match else ""
