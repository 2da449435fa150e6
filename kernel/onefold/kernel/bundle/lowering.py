"""From a workflow to its execution graph: a node a step, forks with their joins, conditions with both their ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.kernel.bundle.canonical import GRAPH_TYPE, canonical_graph
from onefold.kernel.bundle.graph import GraphEdge, InputContract, NodeJoinPolicy, WorkflowGraph, WorkflowNode
from onefold.kernel.bundle.manifest import SCHEMA_VERSION, BundleDef, Manifest
from onefold.kernel.bundle.parts import Capsule
from onefold.kernel.bundle.policies import CapabilityPolicy, ModelPolicy, NodeRetryPolicy
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.document import predicate_text, record_document
from onefold.kernel.flow import Flow
from onefold.kernel.ir.nodes import Conditional, Model, Parallel, StepDef, SubWorkflow, Tool, Transition, WorkflowDef
from onefold.kernel.values import in_utf16_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from onefold.kernel.canonicalize import Canonical
    from onefold.kernel.values import JsonValue

JOIN: Final = ".join"
END: Final = ".end"
"""What ids of nodes end with that stand for no step: no step id has a dot."""
KINDS: Final[Mapping[type[StepDef], str]] = {
    Model: "agent",
    Tool: "action",
    Parallel: "fork",
    Conditional: "condition",
    SubWorkflow: "subagent",
}
# Fields of a step that a node or a capsule holds in a field of its own.
_HELD: Final = frozenset(
    {"kind", "prompt", "system", "verify", "output", "tools", "model"} | {"then", "otherwise", "branches", "join"}
)
_HELD_BY_GRAPH: Final = frozenset({"onefold", "workflow", "start", "steps", "transitions"})


@frozen
class LoweredGraph:
    """A workflow as a bundle carries it."""

    graph: WorkflowGraph
    capsules: Mapping[str, Capsule]
    """The prompts of its model steps, by step id."""


def lower_graph(canonical: Canonical) -> LoweredGraph:
    """The execution graph of a canonical workflow, and its prompts."""
    workflow = canonical.workflow
    shape = _Shape(workflow)
    nodes: dict[str, WorkflowNode] = {}
    capsules: dict[str, Capsule] = {}
    for name, step in workflow.steps.items():
        nodes[name] = _node(name, step, shape)
        if isinstance(step, Parallel):
            nodes[name + JOIN] = _join(name, step, shape)
        if isinstance(step, Model):
            system = None if step.system is None else step.system.text
            capsules[name] = Capsule(id=name, node_id=name, prompt=step.prompt.text, system=system)
    edges = tuple(edge for name, step in workflow.steps.items() for edge in _edges(name, step, shape))
    ends = sorted({edge.target for edge in edges if edge.target.endswith(END)})
    nodes |= {name: WorkflowNode(id=name, kind="terminal") for name in ends}
    whole = {name: each for name, each in record_document(workflow).items() if name not in _HELD_BY_GRAPH}
    start = workflow.start or ""
    graph = WorkflowGraph(
        type=GRAPH_TYPE, id=workflow.workflow, version=1, entry=start, nodes=nodes, edges=edges, metadata=whole
    )
    return LoweredGraph(canonical_graph(graph), capsules)


def assembled(bundle: BundleDef, lowered: LoweredGraph) -> Manifest:
    """A bundle with the graph of its workflow, and the prompts of both."""
    taken = bundle.prompt_capsules
    prompts = {f"{name}.prompt" if name in taken else name: each for name, each in lowered.capsules.items()}
    capsules = {**taken, **{key: _named(key, each) for key, each in prompts.items()}}
    return Manifest(
        schema_version=SCHEMA_VERSION,
        id=bundle.bundle,
        version=bundle.version,
        triggers=bundle.triggers,
        workflow=lowered.graph,
        prompt_capsules=dict(sorted(capsules.items())),
        policy=bundle.policy,
        connectors=bundle.connectors,
        environment=bundle.environment,
        receipts=bundle.receipts,
        metadata=bundle.metadata,
    )


def in_order(manifest: Manifest) -> Manifest:
    """A bundle whose nodes list their tools as lowering does: sorted, each once, and what is empty left out."""
    graph = manifest.workflow
    nodes = {name: _with_ordered_tools(node) for name, node in graph.nodes.items()}
    return evolve(manifest, workflow=evolve(graph, nodes=nodes))


def _with_ordered_tools(node: WorkflowNode) -> WorkflowNode:
    policy = evolve(node.capability_policy, tools=tuple(in_utf16_order(set(node.capability_policy.tools))))
    said = node.tools
    if not isinstance(said, dict) or not set(said) <= {"allow", "deny"}:
        return evolve(node, capability_policy=policy)
    lists = {name: each for name, each in said.items() if isinstance(each, list)}
    if len(lists) < len(said) or not all(isinstance(tool, str) for each in lists.values() for tool in each):
        return evolve(node, capability_policy=policy)
    ordered: dict[str, JsonValue] = {
        name: [*in_utf16_order({str(tool) for tool in each})] for name, each in lists.items() if each
    }
    return evolve(node, capability_policy=policy, tools=ordered or None)


def _named(key: str, capsule: Capsule) -> Capsule:
    return Capsule(id=key, node_id=capsule.node_id, prompt=capsule.prompt, system=capsule.system)


class _Shape:
    """What the lowering of one step needs to know of the others."""

    def __init__(self, workflow: WorkflowDef) -> None:
        self._flow = Flow(workflow)
        self._leaving: dict[str, list[Transition]] = {}
        for each in workflow.transitions:
            self._leaving.setdefault(each.origin, []).append(each)

    def leaving(self, step: str) -> list[Transition]:
        """The transitions of a step, in the order they are tried."""
        return self._leaving.get(step, [])

    def join_around(self, step: str) -> str | None:
        """The join that a branch ends in when it ends with this step."""
        branch = self._flow.innermost(step)
        return None if branch is None else f"{branch.parallel}{JOIN}"

    def falls_through(self, step: str, outcome: str) -> bool:
        """Whether a step that ended so may find no transition to follow."""
        return not any(each.outcome == outcome and each.when is None for each in self.leaving(step))


def _node(name: str, step: StepDef, shape: _Shape) -> WorkflowNode:
    metadata = {field: each for field, each in record_document(step).items() if field not in _HELD}
    if not isinstance(step, Parallel):
        metadata |= _transitions(name, shape)
    tools = tuple(step.tools.allow) if isinstance(step, Model) else ()
    if isinstance(step, Tool):
        tools = (step.tool,)
    selector = record_document(step.tools)
    slot = step.model if isinstance(step, Model) else None
    verify: list[JsonValue] = [record_document(each) for each in step.verify]
    return WorkflowNode(
        id=name,
        kind=KINDS[type(step)],
        task_label=task_of(step),
        tools=selector or None,
        model_policy=ModelPolicy(model=slot),
        retry_policy=_retry(step),
        capability_policy=CapabilityPolicy(tools=tools, tools_restricted=True) if tools else CapabilityPolicy(),
        output_contract=InputContract(schema=step.output),
        verify=verify or None,
        metadata=metadata,
    )


def task_of(step: StepDef) -> str | None:
    """A few words on what a step does; a prompt speaks for itself."""
    if isinstance(step, Tool):
        return step.tool
    if isinstance(step, SubWorkflow):
        return f"{step.workflow} @ {step.version.text}"
    return predicate_text(step.on) if isinstance(step, Conditional) else None


def _retry(step: StepDef) -> NodeRetryPolicy:
    retry = step.retry
    if retry.attempts == 1:
        return NodeRetryPolicy(max_attempts=1)
    return NodeRetryPolicy(max_attempts=retry.attempts, backoff_ms=retry.initial.milliseconds)


def _join(name: str, step: Parallel, shape: _Shape) -> WorkflowNode:
    join = step.join
    policy = NodeJoinPolicy(
        strategy=join.mode, require_all_inputs=join.mode == "all", min_completed=join.quorum or None
    )
    return WorkflowNode(id=name + JOIN, kind="join", join_policy=policy, metadata=_transitions(name, shape))


def _transitions(name: str, shape: _Shape) -> dict[str, JsonValue]:
    """The transitions of a step that has one with a condition: edges do not say what is tried first."""
    leaving = shape.leaving(name)
    if all(each.when is None for each in leaving):
        return {}
    written: list[JsonValue] = []
    for each in leaving:
        fields = record_document(each)
        written.append({field: fields[field] for field in fields if field != "from"})
    return {"transitions": written}


def _edges(name: str, step: StepDef, shape: _Shape) -> Iterator[GraphEdge]:
    """The edges that leave the node of a step, or its join."""
    if isinstance(step, Parallel):
        yield from (GraphEdge(origin=name, target=head) for head in step.branches)
        yield from _onward(name, name + JOIN, step, shape)
    elif isinstance(step, Conditional):
        yield GraphEdge(origin=name, target=step.then, branch="true")
        yield from _false(name, step, shape)
        yield from (_edge(name, each) for each in shape.leaving(name) if each.outcome != "success")
    else:
        yield from _onward(name, name, step, shape)


def _onward(name: str, origin: str, step: StepDef, shape: _Shape) -> Iterator[GraphEdge]:
    """The transitions of a step, and, at the end of a branch, the ways to its join."""
    yield from (_edge(origin, each) for each in shape.leaving(name))
    join = shape.join_around(name)
    if join is not None:
        good = ("success", *step.outcomes)
        yield from (
            GraphEdge(origin=origin, target=join, branch=outcome)
            for outcome in good
            if shape.falls_through(name, outcome)
        )


def _false(name: str, step: Conditional, shape: _Shape) -> Iterator[GraphEdge]:
    """Where a condition that does not hold leads."""
    if step.otherwise is not None:
        yield GraphEdge(origin=name, target=step.otherwise, branch="false")
        return
    for each in shape.leaving(name):
        if each.outcome == "success":
            yield GraphEdge(origin=name, target=each.target, branch="false", label=edge_label(each))
    if shape.falls_through(name, "success"):
        yield GraphEdge(origin=name, target=shape.join_around(name) or name + END, branch="false")


def _edge(origin: str, transition: Transition) -> GraphEdge:
    return GraphEdge(origin=origin, target=transition.target, branch=transition.outcome, label=edge_label(transition))


def edge_label(transition: Transition) -> str | None:
    """What is written on the edge of a transition that has a condition."""
    if transition.when is None:
        return None
    words = "" if transition.outcome == "success" else f"{transition.outcome} "
    return f"{words}when {predicate_text(transition.when)}"
