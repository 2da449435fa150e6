"""Evaluate a predicate over recorded values. Every number is a double, as the language has it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from onefold.kernel.classes import frozen
from onefold.kernel.ir.expression import (
    Binary,
    Call,
    Chain,
    Choice,
    Expression,
    Index,
    ListDisplay,
    Literal,
    MapDisplay,
    Name,
    Select,
    Unary,
)

Matches: TypeAlias = Callable[[str, str], bool]
"""Whether a pattern (the second) is found in a text. Raises `ValueError` for what is no pattern."""
Scope: TypeAlias = Mapping[str, Any]


UNRECORDED: Final = object()
"""Stands in a scope for what nobody recorded."""


class Undecided(Exception):  # noqa: N818 - it says what the predicate is
    """A predicate has no value here; the text says why."""


class Unrecorded(Undecided):
    """A predicate asks for what nobody recorded: the step may have given it."""


@frozen
class Evaluator:
    """Evaluates predicates."""

    matches: Matches

    def holds(self, expression: Expression, scope: Scope) -> bool:
        """Whether a predicate holds. Raises `Undecided`."""
        return _truth(self.value(expression, scope))

    def value(self, expression: Expression, scope: Scope) -> Any:  # noqa: ANN401 - any JSON value
        """What an expression gives. Raises `Undecided`."""
        return _CASES[type(expression)](self, expression, scope)


def _name(_evaluator: Evaluator, expression: Name, scope: Scope) -> Any:  # noqa: ANN401 - any JSON value
    if expression.name not in scope:
        raise Undecided(f"there is no `{expression.name}`")
    return _recorded(scope[expression.name])


def _recorded(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if value is UNRECORDED:
        raise Unrecorded("it is not recorded")
    return value


def _select(evaluator: Evaluator, expression: Select, scope: Scope) -> Any:  # noqa: ANN401 - any JSON value
    return _member(evaluator.value(expression.operand, scope), expression.field)


def _index(evaluator: Evaluator, expression: Index, scope: Scope) -> Any:  # noqa: ANN401 - any JSON value
    return _member(evaluator.value(expression.operand, scope), evaluator.value(expression.index, scope))


def _member(value: Any, key: Any) -> Any:  # noqa: ANN401 - any JSON value
    is_number = isinstance(key, int | float) and not isinstance(key, bool)
    if isinstance(value, dict) and (isinstance(key, str) or is_number) and key in value:
        return _recorded(value[key])
    if isinstance(value, list) and is_number and key == int(key) and 0 <= key < len(value):
        return value[int(key)]
    raise Undecided(f"there is no `{key}` in it")


def _unary(evaluator: Evaluator, expression: Unary, scope: Scope) -> Any:  # noqa: ANN401 - any JSON value
    value = evaluator.value(expression.operand, scope)
    return not _truth(value) if expression.operator == "!" else -_number(value)


def _binary(evaluator: Evaluator, expression: Binary, scope: Scope) -> Any:  # noqa: ANN401 - any JSON value
    left, right = evaluator.value(expression.left, scope), evaluator.value(expression.right, scope)
    operator = expression.operator
    if operator in ("==", "!="):
        return _equal(left, right) == (operator == "==")
    if operator == "in":
        return _contains(right, left)
    if operator in _COMPARISONS:
        return _COMPARISONS[operator](*_comparable(left, right))
    if operator == "+" and type(left) is type(right) and isinstance(left, str | list):
        return left + right
    return _arithmetic(operator, _number(left), _number(right))


_COMPARISONS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


def _comparable(left: Any, right: Any) -> tuple[Any, Any]:  # noqa: ANN401 - any JSON value
    for kind in (bool, str):
        if isinstance(left, kind) and isinstance(right, kind):
            return left, right
    return _number(left), _number(right)


def _arithmetic(operator: str, left: float, right: float) -> float:
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    if operator == "%":
        if right == 0 or math.isinf(left):
            raise Undecided("it divides by zero")
        return math.fmod(left, right)
    if right != 0:
        return left / right
    # As IEEE 754 has it: what nothing is divided by is infinite, or no number at all.
    return math.nan if left == 0 or math.isnan(left) else math.copysign(math.inf, left) * math.copysign(1.0, right)


def _chain(evaluator: Evaluator, expression: Chain, scope: Scope) -> bool:
    decisive = expression.operator == "||"
    return _joined((partial(evaluator.value, each, scope) for each in expression.operands), decisive)


def _joined(operands: Iterable[Callable[[], Any]], decisive: bool) -> bool:
    """The value that decides, if one operand has it, whatever the others are; else what cannot be decided is told."""
    undecided: Undecided | None = None
    for operand in operands:
        try:
            if _truth(operand()) is decisive:
                return decisive
        except Undecided as fault:
            undecided = undecided if isinstance(undecided, Unrecorded) else fault
    if undecided is not None:
        raise undecided
    return not decisive


def _choice(evaluator: Evaluator, expression: Choice, scope: Scope) -> Any:  # noqa: ANN401 - any JSON value
    chosen = expression.then if evaluator.holds(expression.condition, scope) else expression.otherwise
    return evaluator.value(chosen, scope)


def _list(evaluator: Evaluator, expression: ListDisplay, scope: Scope) -> list[Any]:
    return [evaluator.value(each, scope) for each in expression.items]


def _map(evaluator: Evaluator, expression: MapDisplay, scope: Scope) -> dict[Any, Any]:
    return {evaluator.value(key, scope): evaluator.value(value, scope) for key, value in expression.entries}


def _call(evaluator: Evaluator, expression: Call, scope: Scope) -> Any:  # noqa: ANN401 - any JSON value
    name, arguments = expression.function, expression.arguments
    if name == "has":
        return _has(evaluator, arguments[0], scope)
    if name in ("all", "exists") and expression.target is not None:
        return _quantified(evaluator, expression, scope)
    values = [evaluator.value(each, scope) for each in arguments]
    if expression.target is not None:
        values.insert(0, evaluator.value(expression.target, scope))
    if name == "size":
        if not isinstance(values[0], str | list | dict):
            raise Undecided("it has no size")
        return len(values[0])
    text, word = (_text(each) for each in values)
    if name == "matches":
        try:
            return evaluator.matches(text, word)
        except ValueError as fault:
            raise Undecided(str(fault)) from None
    tests = {"contains": word in text, "startsWith": text.startswith(word), "endsWith": text.endswith(word)}
    return tests[name]


def _has(evaluator: Evaluator, path: Expression, scope: Scope) -> bool:
    try:
        evaluator.value(path, scope)
    except Unrecorded:
        raise
    except Undecided:
        return False
    return True


def _quantified(evaluator: Evaluator, expression: Call, scope: Scope) -> bool:
    variable, test = expression.arguments
    assert isinstance(variable, Name) and expression.target is not None  # noqa: S101, PT018 - the parser sees to it
    over = evaluator.value(expression.target, scope)
    if not isinstance(over, list | dict):
        raise Undecided("it has no members")
    scopes = [{**scope, variable.name: each} for each in over]
    tests = (partial(evaluator.value, test, each) for each in scopes)
    return _joined(tests, expression.function == "exists")


def _equal(left: Any, right: Any) -> bool:  # noqa: ANN401 - any JSON value
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_equal, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_equal(left[key], right[key]) for key in left)
    return bool(left == right)


def _contains(value: Any, wanted: Any) -> bool:  # noqa: ANN401 - any JSON value
    if isinstance(value, list):
        return any(_equal(each, wanted) for each in value)
    if isinstance(value, dict):
        return isinstance(wanted, str) and wanted in value
    raise Undecided("it has no members")


def _truth(value: Any) -> bool:  # noqa: ANN401 - any JSON value
    if isinstance(value, bool):
        return value
    raise Undecided("it is neither true nor false")


def _number(value: Any) -> float:  # noqa: ANN401 - any JSON value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    raise Undecided("it is no number")


def _text(value: Any) -> str:  # noqa: ANN401 - any JSON value
    if isinstance(value, str):
        return value
    raise Undecided("it is no text")


_CASES: Final[Mapping[type, Callable[[Evaluator, Any, Scope], Any]]] = {
    Literal: lambda _evaluator, expression, _scope: expression.value,
    Name: _name,
    Select: _select,
    Index: _index,
    Unary: _unary,
    Binary: _binary,
    Chain: _chain,
    Choice: _choice,
    ListDisplay: _list,
    MapDisplay: _map,
    Call: _call,
}
