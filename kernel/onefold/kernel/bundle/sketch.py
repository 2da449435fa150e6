"""The execution graph of a workflow that has errors, as far as it can be shown: nothing is ever run by it."""

from __future__ import annotations

from collections.abc import Iterator

from onefold.kernel.bundle.canonical import GRAPH_TYPE, canonical_graph
from onefold.kernel.bundle.graph import GraphEdge, WorkflowGraph, WorkflowNode
from onefold.kernel.bundle.lowering import KINDS, LoweredGraph, task_of
from onefold.kernel.bundle.parts import Capsule
from onefold.kernel.ir.nodes import Conditional, Model, Parallel, WorkflowDef


def sketch_graph(workflow: WorkflowDef) -> LoweredGraph:
    """A node for each step and an edge for each way that is written down, whether or not it leads to a step."""
    nodes = {
        name: WorkflowNode(id=name, kind=KINDS[type(step)], task_label=task_of(step))
        for name, step in workflow.steps.items()
    }
    capsules = {
        name: Capsule(id=name, node_id=name, prompt=step.prompt.text, system=step.system.text if step.system else None)
        for name, step in workflow.steps.items()
        if isinstance(step, Model)
    }
    graph = WorkflowGraph(
        type=GRAPH_TYPE,
        id=workflow.workflow,
        version=1,
        entry=workflow.start or "",
        nodes=nodes,
        edges=tuple(_ways(workflow)),
    )
    return LoweredGraph(canonical_graph(graph), capsules)


def _ways(workflow: WorkflowDef) -> Iterator[GraphEdge]:
    for name, step in workflow.steps.items():
        if isinstance(step, Parallel):
            yield from (GraphEdge(origin=name, target=each) for each in step.branches)
        if isinstance(step, Conditional):
            yield GraphEdge(origin=name, target=step.then, branch="true")
            if step.otherwise is not None:
                yield GraphEdge(origin=name, target=step.otherwise, branch="false")
    for each in workflow.transitions:
        yield GraphEdge(origin=each.origin, target=each.target, branch=each.outcome)
