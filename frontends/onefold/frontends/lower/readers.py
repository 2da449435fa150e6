"""Which function lowers a value of which shape."""

from __future__ import annotations

from onefold.frontends.lower import collections, durations, identifiers, scalars, templates
from onefold.frontends.lower.predicates import lower_predicate
from onefold.frontends.lower.record import lower_record, lower_variant
from onefold.kernel.ir import declare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from onefold.frontends.lower.context import Context, Invalid, Reader
    from onefold.kernel.ir.nodes import Money
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue


def _lower_money(context: Context, shape: declare.MoneyText, value: JsonValue, path: IrPath) -> Money | Invalid:
    from onefold.frontends.lower.money import lower_money  # Most workflows name no sum.

    return lower_money(context, shape, value, path)


READERS: Final[Mapping[type, Reader]] = {
    declare.Boolean: scalars.lower_boolean,
    declare.Integer: scalars.lower_integer,
    declare.Number: scalars.lower_number,
    declare.Text: scalars.lower_text,
    declare.Choice: scalars.lower_choice,
    declare.Schema: scalars.lower_schema,
    declare.Template: templates.lower_template,
    declare.Arguments: templates.lower_arguments,
    declare.Identifier: identifiers.lower_identifier,
    declare.Glob: identifiers.lower_glob,
    declare.Selector: identifiers.lower_selector,
    declare.Digest: identifiers.lower_digest,
    declare.Json: scalars.lower_json,
    declare.DurationText: durations.lower_duration,
    declare.MoneyText: _lower_money,
    declare.Expression: lower_predicate,
    declare.Join: collections.lower_join,
    declare.Ordered: collections.lower_ordered,
    declare.Unordered: collections.lower_unordered,
    declare.Keyed: collections.lower_keyed,
    declare.Extent: collections.lower_extent,
    declare.Record: lower_record,
    declare.Variant: lower_variant,
}
