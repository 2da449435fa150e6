"""Which functions a predicate may call, and how."""

from __future__ import annotations

from onefold.frontends.predicate.fault import Fault, syntax_fault
from onefold.kernel.ir.expression import COMPREHENSIONS, FUNCTIONS, Index, Literal, Name, Select
from onefold.kernel.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Final, TypeAlias

    from onefold.kernel.ir.expression import Call, Expression

    _Range: TypeAlias = tuple[int, int]


_SHAPES: Final = {
    "has": "has(steps.review.output)",
    "size": "size(x)",
    "contains": "x.contains(y)",
    "startsWith": "x.startsWith(y)",
    "endsWith": "x.endsWith(y)",
    "matches": "x.matches(pattern)",
    "all": "list.all(item, condition)",
    "exists": "list.exists(item, condition)",
}


def call_faults(call: Call, name: _Range, first_argument: Callable[[], _Range]) -> Iterator[Fault]:
    """What is wrong with a call, given where its name stands and, if it has one, its first argument."""
    if call.function not in FUNCTIONS:
        yield _unknown(call.function, name, "is not known in predicates", meant(call.function, FUNCTIONS))
        return
    alone, on_target = FUNCTIONS[call.function]
    if len(call.arguments) not in (alone if call.target is None else on_target):
        help_line = f"write `{_SHAPES[call.function]}`"
        yield _unknown(call.function, name, _misuse(call, alone, on_target), help_line)
    elif call.function == "has" and not _is_selection(call.arguments[0]):
        yield syntax_fault(*first_argument(), "`has` asks for a field, such as `has(steps.review.output)`")
    elif call.function in COMPREHENSIONS and not isinstance(call.arguments[0], Name):
        message = f"the first argument of `{call.function}` names the item, so it must be a plain name"
        yield syntax_fault(*first_argument(), message, f"write `{_SHAPES[call.function]}`")


def _unknown(function: str, place: _Range, problem: str, help_line: str | None) -> Fault:
    return Fault("unknown-function", *place, {"function": function, "problem": problem}, help_line)


def _misuse(call: Call, alone: Sequence[int], on_target: Sequence[int]) -> str:
    allowed = alone if call.target is None else on_target
    if not allowed:
        return "is called on a value" if call.target is None else "is not called on a value"
    return f"takes {_arguments(allowed[0])} here, not {len(call.arguments)}"


def _arguments(count: int) -> str:
    return f"{count} argument" if count == 1 else f"{count} arguments" if count else "no arguments"


def _is_selection(expression: Expression) -> bool:
    """Whether something is a field: `x["my-key"]` is to a key that is no identifier what `x.key` is to another."""
    if isinstance(expression, Index):
        return isinstance(expression.index, Literal) and isinstance(expression.index.value, str)
    return isinstance(expression, Select)
