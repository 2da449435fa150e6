"""Compare two canonical workflows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.diff.difference import Difference, EdgeChange, Entry, Side
from onefold.kernel.diff.fields import compare_records
from onefold.kernel.diff.references import rename_steps
from onefold.kernel.diff.renames import find_renames
from onefold.kernel.digest import version
from onefold.kernel.document import document
from onefold.kernel.encode import encode
from onefold.kernel.flow import edges
from onefold.kernel.ir.nodes import WorkflowDef

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from onefold.kernel.canonicalize import Canonical
    from onefold.kernel.flow.edges import Kind


def compare(old: Canonical, new: Canonical) -> Difference:
    """What `new` says that `old` does not, and the other way round.

    A step that has another id now is one entry, and whatever names it follows: only what is left then differs.
    """
    before, after = Side(old.workflow.workflow, version(encode(old))), Side(new.workflow.workflow, version(encode(new)))
    if before.version == after.version:
        return Difference(before, after)
    renames = find_renames(old.workflow, new.workflow)
    base = with_renames(old, renames)
    entries = [Entry("renamed", ("steps", name), "value", name, renames[name]) for name in renames]
    entries += compare_records(WorkflowDef, document(base.workflow), document(new.workflow))
    return Difference(before, after, tuple(entries), tuple(_edges(base.workflow, new.workflow)))


def with_renames(canonical: Canonical, renames: Mapping[str, str]) -> Canonical:
    """The canonical workflow in which some steps have other ids."""
    return canonicalize(rename_steps(canonical.workflow, renames)) if renames else canonical


def _edges(old: WorkflowDef, new: WorkflowDef) -> Iterator[EdgeChange]:
    """The edges that only one of them has; several conditions on one way are one edge."""
    before, after = _ways(old), _ways(new)
    yield from (EdgeChange("removed", *way) for way in before if way not in after)
    yield from (EdgeChange("added", *way) for way in after if way not in before)


def _ways(workflow: WorkflowDef) -> dict[tuple[str, str, Kind, str | None], None]:
    return dict.fromkeys((each.origin, each.target, each.kind, each.outcome) for each in edges(workflow))
