"""Write every predicate one way."""

from __future__ import annotations

from onefold.kernel.classes import evolve
from onefold.kernel.expression_text import is_field
from onefold.kernel.ir.declare import Expression as ExpressionShape
from onefold.kernel.ir.expression import Chain, Index, Literal, Select, Unary, is_number
from onefold.kernel.ir.records import Rebuilding
from onefold.kernel.ir.walk import rewrite
from onefold.kernel.remembered import remembered_of_parts
from onefold.kernel.values import normal_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.expression import Expression
    from onefold.kernel.ir.nodes import Predicate, WorkflowDef
    from onefold.kernel.ir.records import Change


def normalize_predicates(workflow: WorkflowDef) -> WorkflowDef:
    """Predicates that differ in spelling only become equal.

    `a && (b && c)` and `(a && b) && c` become the chain `a && b && c`; `x["k"]` becomes `x.k` unless `k` is no
    identifier or a reserved word, and then `x.k` becomes `x["k"]`; `1.0` becomes `1`, `-0.0` becomes `0`. Operands
    keep their order and every other grouping: it decides what is evaluated, and how numbers are rounded.
    """
    return _rebuilt(workflow)


def _normalized(_shape: ExpressionShape, value: Predicate) -> Predicate:
    expression = normalize_expression(value.expression)
    return value if expression is value.expression else evolve(value, expression=expression)


@remembered_of_parts
def normalize_expression(expression: Expression) -> Expression:
    """One expression, written one way; the same object when nothing changed."""
    return rewrite(expression, _normal)


def _normal(expression: Expression) -> Expression:
    """An expression whose subexpressions are normal already."""
    match expression:
        case Chain(operator, operands) if any(_is_chain(operator, each) for each in operands):
            return Chain(operator, tuple(_flat(operator, operands)))
        case Index(operand, Literal(str(key))) if is_field(key):
            return Select(operand, key)
        case Select(operand, field) if not is_field(field):
            return Index(operand, Literal(field))
        case Unary("-", Literal(value)) if is_number(value) and value == 0:
            return Literal(0)
        case Literal(value) if is_number(value):
            return _normal_number(expression, value)
        case _:
            return expression


def _is_chain(operator: str, expression: Expression) -> bool:
    return isinstance(expression, Chain) and expression.operator == operator


def _flat(operator: str, operands: tuple[Expression, ...]) -> list[Expression]:
    flat: list[Expression] = []
    for each in operands:
        if isinstance(each, Chain) and each.operator == operator:
            flat.extend(each.operands)
        else:
            flat.append(each)
    return flat


def _normal_number(literal: Literal, value: int | float) -> Expression:
    """A number is a double without a sign; the minus of a negative one is an operator, as the parser has it."""
    if value < 0:
        return Unary("-", _normal_number(Literal(-value), -value))
    normal = normal_number(value)
    return literal if normal is value else Literal(normal)


CHANGES: Final[Mapping[type[Shape], Change]] = {ExpressionShape: _normalized}
_rebuilt: Final = Rebuilding(CHANGES, defaults=False)
