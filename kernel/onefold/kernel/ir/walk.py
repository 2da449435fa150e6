"""Walking and rewriting expressions: the only traversal of predicates.

Nothing here recurses, so neither a deep expression nor a long one can exhaust the stack.
"""

from __future__ import annotations

from _operator import attrgetter, is_  # the part in C; the module around it brings more
from itertools import chain

from onefold.kernel.ir.expression import (
    Binary,
    Call,
    Chain,
    Choice,
    Index,
    ListDisplay,
    MapDisplay,
    Select,
    Unary,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, Final, TypeAlias, TypeVar

    from onefold.kernel.ir.expression import (
        Expression,
    )

    NodePath: TypeAlias = tuple[int, ...]
    """Where a subexpression is: at each level the index among the children."""
    _Wish = TypeVar("_Wish")


def children(expression: Expression) -> tuple[Expression, ...]:
    """The direct subexpressions, in the order they are written."""
    below = _BELOW.get(type(expression))
    return () if below is None else below(expression)


def _of_call(call: Call) -> tuple[Expression, ...]:
    return call.arguments if call.target is None else (call.target, *call.arguments)


# By class; literals and names have nothing below them.
_BELOW: Final[Mapping[type[Any], Callable[[Any], tuple[Expression, ...]]]] = {
    Select: lambda each: (each.operand,),
    Index: attrgetter("operand", "index"),
    Unary: lambda each: (each.operand,),
    Binary: attrgetter("left", "right"),
    Chain: attrgetter("operands"),
    Choice: attrgetter("condition", "then", "otherwise"),
    Call: _of_call,
    ListDisplay: attrgetter("items"),
    MapDisplay: lambda each: tuple(chain.from_iterable(each.entries)),
}


def walk(expression: Expression) -> Iterator[Expression]:
    """The expression and everything below it, each before its subexpressions, from left to right."""
    waiting = [expression]
    while waiting:
        each = waiting.pop()
        yield each
        waiting.extend(reversed(children(each)))


def nodes(expression: Expression) -> Iterator[tuple[NodePath, Expression]]:
    """What `walk` gives, each with its path."""
    waiting: list[tuple[NodePath, Expression]] = [((), expression)]
    while waiting:
        path, each = waiting.pop()
        yield path, each
        waiting.extend(reversed([((*path, index), child) for index, child in enumerate(children(each))]))


def rewrite(expression: Expression, function: Callable[[Expression], Expression]) -> Expression:
    """The expression with `function` applied to every subexpression, the innermost first.

    What `function` gives back unchanged keeps its identity, and so does everything around it.
    """
    order = []
    waiting = [expression]
    while waiting:
        each = waiting.pop()
        below = children(each)
        order.append((each, below))
        waiting += below
    # Read backwards, every expression comes after its subexpressions, and those from left to right.
    done: list[Expression] = []
    for each, old in reversed(order):
        if old:
            first = len(done) - len(old)
            new = done[first:]
            del done[first:]
            if not all(map(is_, new, old)):
                each = _with_children(each, new)
        done.append(function(each))
    return done[0]


def rewrite_at(
    expression: Expression, wishes: Mapping[NodePath, _Wish], function: Callable[[Expression, _Wish], Expression]
) -> Expression:
    """The expression with `function(subexpression, wish)` applied at the given places, the innermost first.

    Only what leads to those places is looked at.
    """
    leading = {path[:length] for path in wishes for length in range(len(path) + 1)}
    order: list[tuple[NodePath, Expression]] = []
    waiting: list[tuple[NodePath, Expression]] = [((), expression)]
    while waiting:
        path, each = waiting.pop()
        order.append((path, each))
        below = [((*path, index), child) for index, child in enumerate(children(each))]
        waiting.extend(step for step in below if step[0] in leading)
    done: dict[NodePath, Expression] = {}
    for path, each in reversed(order):
        old = children(each)
        new = [done.get((*path, index), child) for index, child in enumerate(old)]
        if any(after is not before for after, before in zip(new, old, strict=True)):
            each = _with_children(each, new)
        done[path] = function(each, wishes[path]) if path in wishes else each
    return done[()]


def _with_children(expression: Expression, new: Sequence[Expression]) -> Expression:
    match expression:
        case Select(field=field):
            return Select(new[0], field)
        case Unary(operator=sign):
            return Unary(sign, new[0])
        case Index():
            return Index(*new)
        case Binary(operator=operator):
            return Binary(operator, *new)
        case Chain(operator=joint):
            return Chain(joint, tuple(new))
        case Choice():
            return Choice(*new)
        case Call(function=name, target=None):
            return Call(name, None, tuple(new))
        case Call(function=name):
            return Call(name, new[0], tuple(new[1:]))
        case ListDisplay():
            return ListDisplay(tuple(new))
        case MapDisplay():
            return MapDisplay(tuple(zip(new[::2], new[1::2], strict=True)))
        case _:
            return expression
