"""Recorded ends of steps, which decide the branches of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from onefold.kernel.bundle.graph import BranchSemantics, WorkflowGraph, WorkflowNode
from onefold.kernel.bundle.lowering import JOIN
from onefold.kernel.bundle.shapes import ANY, NO_ENTRIES, TEXT
from onefold.kernel.classes import fields, frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.values import JsonValue

_ENDS: Final = ("success", "failure", "timeout")
"""Ends that every step can have."""


@frozen
class RecordedEnd:
    """How one visit of a node ended."""

    outcome: str = declared("outcome", declare.Text(empty=False), default="success", doc="How it ended.")
    output: JsonValue = declared("output", ANY, default=None, doc="What it gave.")


@frozen
class OutputsDef:
    """What the nodes of a run gave."""

    steps: Mapping[str, tuple[RecordedEnd, ...]] = declared(
        "steps",
        declare.Keyed(TEXT, declare.Ordered(declare.Record(RecordedEnd)), noun="step"),
        default=NO_ENTRIES,
        doc="By id of the node: how each visit ended; one alone needs no list.",
    )
    inputs: JsonValue = declared("inputs", ANY, default=None, doc="What the run was given.")


def with_lists(value: JsonValue) -> JsonValue:
    """The document of outputs with a list for every step, also where one visit stands alone."""
    steps = value.get("steps") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(steps, dict):
        return value
    return {**value, "steps": {name: each if isinstance(each, list) else [each] for name, each in steps.items()}}


def fault_of_outputs(outputs: OutputsDef, graph: WorkflowGraph, *, is_contract: bool) -> str | None:
    """What recorded ends name that a graph does not have, as a sentence; `None` where they fit.

    The public contract leaves the words of ends to hosts; there those of its own list count too.
    """
    words = {*_ENDS, *(each.name for each in fields(BranchSemantics) if is_contract)}
    ways: dict[str, set[str]] = {}
    for edge in graph.edges:
        if edge.branch is not None:
            ways.setdefault(edge.origin, set()).add(edge.branch)
    for name, visits in outputs.steps.items():
        node = graph.nodes.get(name)
        if node is None:
            return f"the bundle has no step `{name}`"
        known = words | ways.get(name, set()) | ways.get(name + JOIN, set()) | _declared(node)
        for each in visits:
            if each.outcome not in known:
                return f"the step `{name}` has no outcome `{each.outcome}`; it has {', '.join(sorted(known))}"
    return None


def _declared(node: WorkflowNode) -> set[str]:
    """Ends of a node that need not lead anywhere."""
    written = node.metadata.get("outcomes")
    own = {each for each in written if isinstance(each, str)} if isinstance(written, (list, tuple)) else set()
    return own | ({"true", "false"} if node.kind == "condition" else set())
