"""How findings about the data flow speak of edges, other places and cures."""

from __future__ import annotations

from itertools import islice

from onefold.kernel.diagnostics import Place, Related
from onefold.kernel.flow import Point
from onefold.kernel.ir.expression import Index, Literal, Name
from onefold.kernel.ir.path import format_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.dataflow.fault import Fault
    from onefold.kernel.dataflow.lookup import Lookup
    from onefold.kernel.flow import Edge, Flow
    from onefold.kernel.ir.expression import Expression
    from onefold.kernel.template import TemplatePath

_SHOWN: Final = 3
# Edges of one step that are looked at for one finding: the work for a finding must not grow with the workflow.
_LOOKED_AT: Final = 100


def edge_words(edge: Edge) -> str:
    """An edge, in the middle of a sentence."""
    if edge.kind == "branch":
        return f"the branch `{edge.target}` of `{edge.origin}`"
    if edge.kind != "transition":
        return f"`{edge.kind}` of `{edge.origin}`"
    outcome = "" if edge.outcome == "success" else f" on `{edge.outcome}`"
    return f"the transition from `{edge.origin}` to `{edge.target}`{outcome}"


def also_read(fault: Fault) -> tuple[Related, ...]:
    """The other references with the same fault."""
    return tuple(Related(each.mention.place, "it is read here too") for each in fault.lookups[1:])


def optional_help(lookup: Lookup, guarded: int = 3) -> str:
    """How a reference is made optional: by `?` in a template, in a predicate by a guard of `guarded` segments."""
    path = lookup.mention.path
    if not lookup.mention.is_in_predicate:
        return f"write `{{{{ {format_path(path)}? }}}}` if it may be absent"
    return f"guard it: `has({_predicate_path(path[:guarded])}) && …`"


def _predicate_path(path: TemplatePath) -> str:
    from onefold.kernel.expression_text import expression_text  # Few findings speak of predicates.

    expression: Expression = Name(str(path[0]))
    for key in path[1:]:
        expression = Index(expression, Literal(key))
    return expression_text(expression)


def bad_ends(flow: Flow, lookup: Lookup) -> Iterator[Related]:
    """The transitions by which a bad end of the step that is read leads to the reader, the first few."""
    point = lookup.point
    if point.step == lookup.step:
        return
    leading = (
        edge
        for edge in islice(flow.edges_from(lookup.step), _LOOKED_AT)
        if edge.outcome in ("failure", "timeout")
        and (edge.target == point.step or flow.can_run_before(edge.target, Point(point.step)))
    )
    for edge in islice(leading, _SHOWN):
        yield Related(Place(edge.path), f"`{edge.origin}` leads here when it ends with `{edge.outcome}`")
