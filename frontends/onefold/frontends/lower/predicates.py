"""Lower predicates: parse the text, and point inside it where it is wrong."""

from __future__ import annotations

from onefold.frontends.lower.context import INVALID
from onefold.frontends.lower.scalars import wrong_type
from onefold.frontends.predicate import parse
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.ir.nodes import Predicate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from onefold.frontends.lower.context import Context, Invalid
    from onefold.kernel.ir.declare import Expression
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue


def lower_predicate(context: Context, _shape: Expression, value: JsonValue, path: IrPath) -> Predicate | Invalid:
    """A parsed predicate."""
    if not isinstance(value, str):
        help_line = "put it in quotes" if isinstance(value, bool) else None
        return wrong_type(context, path, "a predicate", value, help_line)
    parsed = parse(value, context.limits)
    for fault in parsed.faults:
        place = Place(path, within=(fault.start, fault.end))
        context.findings.append(Finding(fault.code, place, fault.arguments, help=fault.help))
    return INVALID if parsed.expression is None else Predicate(parsed.expression)
