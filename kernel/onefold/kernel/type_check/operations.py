"""What operators and functions need, and what they give."""

from __future__ import annotations

from onefold.kernel.diagnostics import Finding
from onefold.kernel.ir.expression import (
    COMPREHENSIONS,
    Binary,
    Call,
    Chain,
    Choice,
    ListDisplay,
    Literal,
    MapDisplay,
    Unary,
)
from onefold.kernel.schema_types import UNKNOWN
from onefold.kernel.schema_types.possible import of_kinds, of_values, some
from onefold.kernel.type_check.equality import equality
from onefold.kernel.type_check.needs import BOOLEAN, HOLDERS, NUMBER, STRING, impossible, need
from onefold.kernel.type_check.words import kinds_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from onefold.kernel.ir.expression import (
        Expression,
    )
    from onefold.kernel.schema_types import Possible
    from onefold.kernel.schema_types.possible import Kind
    from onefold.kernel.type_check.operand import Operand

_A_BOOLEAN: Final = of_kinds(BOOLEAN)
_A_NUMBER: Final = of_kinds(NUMBER)
_ADDED: Final[frozenset[Kind]] = frozenset({"number", "string", "list"})
_ORDERED: Final[frozenset[Kind]] = frozenset({"number", "string"})


def result(expression: Expression, operands: Sequence[Operand]) -> Possible:
    """What an expression gives when its operands are what they should be; selections are not judged here."""
    match expression:
        case ListDisplay():
            return of_kinds(frozenset({"list"}))
        case MapDisplay():
            return of_kinds(frozenset({"mapping"}))
        case Choice():
            return some([each.found for each in operands[1:]])
        case Unary("-"):
            return _negated(operands[0].found)
        case Binary("+"):
            common = operands[0].found.kinds & operands[1].found.kinds & _ADDED
            return of_kinds(common) if common else UNKNOWN
        case Binary("-" | "*" | "/" | "%") | Call("size"):
            return _A_NUMBER
        case Unary() | Chain() | Binary() | Call():
            return _A_BOOLEAN
    return UNKNOWN


def faults(whole: Operand, operands: Sequence[Operand]) -> Iterator[Finding]:
    """What is wrong with the operands of an expression; `in` and selections are not judged here."""
    match whole.expression:
        case Choice():
            yield from need(operands[:1], BOOLEAN, "a condition")
        case Chain(operator):
            yield from need(operands, BOOLEAN, f"`{operator}`")
        case Unary("!"):
            yield from need(operands, BOOLEAN, "`!`")
        case Unary("-"):
            yield from need(operands, NUMBER, "`-`")
        case Call(function):
            yield from _call(function, operands)
        case MapDisplay():
            yield from _repeated_keys(operands[::2])
        case Binary("==" | "!="):
            yield from equality(whole, *operands)
        case Binary("<" | "<=" | ">" | ">="):
            yield from _order(whole, *operands)
        case Binary("+"):
            yield from _sum(whole, *operands)
        case Binary("-" | "*" | "/" | "%" as operator):
            yield from need(operands, NUMBER, f"`{operator}`")


def _negated(found: Possible) -> Possible:
    numbers = [value for kind, value in found.constants or () if kind == "number"]
    return of_values([-each for each in numbers if isinstance(each, int | float)]) if numbers else _A_NUMBER


def _call(function: str, operands: Sequence[Operand]) -> Iterator[Finding]:
    if function in COMPREHENSIONS:
        yield from need(operands[:1], HOLDERS, f"`{function}`")
        yield from need(operands[1:], BOOLEAN, f"the condition of `{function}`")
    elif function == "size":
        yield from need(operands, HOLDERS | STRING, "`size`")
    elif function != "has":
        held = function == "contains" and operands[0].found.kinds <= HOLDERS
        help_line = f"write `{operands[1].text} in {operands[0].text}`" if held else None
        yield from need(operands, STRING, f"`{function}`", help_line)


def _repeated_keys(keys: Sequence[Operand]) -> Iterator[Finding]:
    """Keys of a map that are written out twice: CEL cannot make such a map."""
    first: set[Expression] = set()
    for each in keys:
        if isinstance(each.expression, Literal):
            if each.expression in first:
                yield impossible(each.place, each.shown, "is a key of this map already", "keep one of them")
            first.add(each.expression)


def _order(whole: Operand, left: Operand, right: Operand) -> Iterator[Finding]:
    if left.found.kinds & right.found.kinds & _ORDERED:
        return
    unordered = [each for each in (left, right) if not each.found.kinds & _ORDERED]
    wrong, reason = whole, f"one is {left.is_what}, the other {right.is_what}"
    if unordered:
        wrong = unordered[0]
        reason = f"{wrong.shown} is {wrong.is_what}"
    yield Finding("unordered-comparison", wrong.place, {"comparison": whole.shown, "reason": reason})


def _sum(whole: Operand, left: Operand, right: Operand) -> Iterator[Finding]:
    if left.found.kinds & right.found.kinds & _ADDED:
        return
    wrong = list(need([left, right], _ADDED, "`+`"))
    if not wrong:
        problem = f"adds {kinds_text(right.found.kinds)} to {kinds_text(left.found.kinds)}"
        wrong = [impossible(whole.place, whole.shown, problem, "add what is of one kind")]
    yield from wrong
