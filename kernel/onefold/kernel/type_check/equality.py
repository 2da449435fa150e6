"""Comparisons of what can never be equal: `==`, `!=` and `in`."""

from __future__ import annotations

from onefold.kernel import patterns
from onefold.kernel.classes import evolve
from onefold.kernel.diagnostics import Finding
from onefold.kernel.ir.expression import Index, Literal, Select
from onefold.kernel.schema_types.possible import some
from onefold.kernel.type_check.needs import HOLDERS, need
from onefold.kernel.type_check.words import kinds_text, possible_text
from onefold.kernel.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.diagnostics import Place
    from onefold.kernel.schema_types import Possible
    from onefold.kernel.schema_types.possible import Constant
    from onefold.kernel.type_check.operand import Operand

_NUMBER: Final = patterns.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?", patterns.ASCII)
_MOST_WORDS: Final = 100


def can_equal(one: Possible, other: Possible) -> bool:
    """Whether two things can ever be equal. Lists are not told apart, and neither are mappings."""
    one, other = _met(one, other), _met(other, one)
    if not one.kinds & other.kinds:
        return False
    return one.constants is None or other.constants is None or not one.constants.isdisjoint(other.constants)


def _met(one: Possible, other: Possible) -> Possible:
    """The first without the fractions that the second, which has only whole numbers, never equals."""
    if one.constants is None or not other.whole:
        return one
    constants = frozenset(each for each in one.constants if not _is_fraction(each))
    return evolve(one, constants=constants, kinds=frozenset(kind for kind, _ in constants))


def _is_fraction(constant: Constant) -> bool:
    return isinstance(constant[1], float) and not constant[1].is_integer()


def equality(whole: Operand, left: Operand, right: Operand) -> Iterator[Finding]:
    """What is wrong with `left == right`, the whole."""
    if not can_equal(left.found, right.found):
        yield _never(whole.place, left, right)


def membership(whole: Operand, left: Operand, right: Operand, item: Possible | None) -> Iterator[Finding]:
    """What is wrong with `left in right`, the whole; `item` is what the items of a list can be, where that is known."""
    holders = right.found.kinds & HOLDERS
    if not holders:
        help_line = f"write `{right.text}.contains({left.text})`" if "string" in right.found.kinds else None
        yield from need([right], HOLDERS, "`in`", help_line)
    elif right.items is not None:
        yield from _among(whole.place, left, right.items)
    elif holders == {"mapping"} and "string" not in left.found.kinds:
        yield _finding(
            whole.place, left.shown, f"a key of {right.shown}", f"it is {left.is_what}, and keys are strings"
        )
    elif holders == {"list"} and item is not None and not can_equal(left.found, item):
        reason = _apart(left.found, item) if item.kinds else "its schema allows no item"
        yield _finding(whole.place, left.shown, f"an item of {right.shown}", reason)


def _among(place: Place, left: Operand, items: tuple[Operand, ...]) -> Iterator[Finding]:
    """Items of a written list that the left side never equals; all of them together are one mistake."""
    never = [each for each in items if not can_equal(left.found, each.found)]
    if len(never) == len(items) > 1:
        reason, _ = _pair(left.found, some([each.found for each in items]))
        yield _finding(place, left.shown, "any of these", f"it is {reason}, and none of them is")
        return
    for each in never:
        yield _never(each.place, left, each)


def _pair(one: Possible, other: Possible) -> tuple[str, str]:
    """What two things are that are never equal: their values where only these differ, else their kinds."""
    if one.kinds & other.kinds:
        return possible_text(one), possible_text(other)
    return kinds_text(one.kinds), kinds_text(other.kinds)


def _apart(one: Possible, other: Possible) -> str:
    return "one is {}, the other {}".format(*_pair(one, other))


def _never(place: Place, left: Operand, right: Operand) -> Finding:
    literals = [each for each in (left, right) if isinstance(each.expression, Literal)]
    if len(literals) != 1:
        return _finding(place, left.shown, right.shown, _apart(left.found, right.found))
    literal, other = (left, right) if literals[0] is left else (right, left)
    reason, _ = _pair(other.found, literal.found)
    return _finding(literal.place, other.shown, literal.shown, f"it is {reason}", _meant(literal, other))


def _finding(place: Place, left: str, right: str, reason: str, help_line: str | None = None) -> Finding:
    return Finding("never-equal", place, {"left": left, "right": right, "reason": reason}, help=help_line)


def _meant(literal: Operand, other: Operand) -> str | None:
    """What a literal may have been meant as."""
    value = literal.expression.value if isinstance(literal.expression, Literal) else None
    kinds = other.found.kinds
    if value is None:
        asked = isinstance(other.expression, Select | Index)
        return f"to ask whether it is there, write `has({other.text})`" if asked else None
    if not isinstance(value, str):
        return f'write `"{literal.text}"`' if kinds == {"string"} and other.found.constants is None else None
    if "string" in kinds:
        words = [str(word) for kind, word in other.found.constants or () if kind == "string"]
        return meant(value, words) if len(words) <= _MOST_WORDS else None
    bare = ("number" in kinds and _NUMBER.fullmatch(value)) or ("boolean" in kinds and value in ("true", "false"))
    return f"write `{value}` without quotes" if bare else None
