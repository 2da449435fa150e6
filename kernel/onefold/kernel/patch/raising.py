"""From a patched graph back to the workflow it is the graph of: what its source has to say now.

This is the inverse of the lowering as far as there is one. Whoever uses it lowers the workflow again and compares: what
a workflow cannot say comes out as something else then, and is not written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from onefold.kernel.bundle.canonical import edge_order
from onefold.kernel.bundle.graph import GraphEdge
from onefold.kernel.bundle.lowering import END, JOIN, edge_label
from onefold.kernel.document import record_document
from onefold.kernel.ir.declare import declarations
from onefold.kernel.ir.nodes import STEP_KINDS, Conditional, Parallel
from onefold.kernel.words import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onefold.kernel.bundle.graph import WorkflowGraph, WorkflowNode
    from onefold.kernel.bundle.parts import Capsule
    from onefold.kernel.ir.nodes import Transition, WorkflowDef
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue

_KINDS: Final[Mapping[str, str]] = {
    "agent": "model",
    "action": "tool",
    "fork": "parallel",
    "condition": "conditional",
    "subagent": "subworkflow",
}
"""Kinds of steps by the kinds of their nodes."""
_SUCCESS: Final = "success"
_TRANSITIONS: Final = "transitions"


class Unraisable(Exception):  # noqa: N818 - it says what cannot be said
    """A workflow has nothing for a part of a graph."""

    def __init__(self, path: IrPath, reason: str) -> None:
        """The place in the bundle, and why, as the end of a sentence."""
        super().__init__(reason)
        self.path = path
        self.reason = reason


def raised(
    workflow: WorkflowDef, before: WorkflowGraph, after: WorkflowGraph, prompts: Mapping[str, Capsule], *, start: bool
) -> dict[str, JsonValue]:
    """The document of a workflow whose graph was `before` and is `after` now.

    `prompts` are the capsules of its model steps by node; with `start` it says where it begins. Raises `Unraisable`.
    """
    document: dict[str, Any] = record_document(workflow)
    ways = _Ways(before, after)
    steps = {name: _changed(name, each, before, after) for name, each in document["steps"].items()}
    for name, node in after.nodes.items():
        if name not in before.nodes and not name.endswith((JOIN, END)):
            steps[name] = _new(name, node)
    for name, step in steps.items():
        _put_prompt(step, prompts.get(name))
        _put_ways(step, name, ways)
    written = _transitions(workflow, document, ways, list(_added(workflow, after, steps, ways)))
    document |= {"steps": steps, _TRANSITIONS: written}
    if start:
        document["start"] = after.entry
    return {name: each for name, each in document.items() if name != _TRANSITIONS or each}


class _Ways:
    """The edges before and after, and which came and went."""

    def __init__(self, before: WorkflowGraph, after: WorkflowGraph) -> None:
        self.old = set(before.edges)
        self.new = set(after.edges)
        self.added = sorted(self.new - self.old, key=edge_order)
        self._leaving: dict[str, list[GraphEdge]] = {}
        for each in after.edges:
            self._leaving.setdefault(each.origin, []).append(each)

    def leaving(self, node: str) -> list[GraphEdge]:
        """The edges that leave a node now."""
        return self._leaving.get(node, [])


def _changed(name: str, step: dict[str, Any], before: WorkflowGraph, after: WorkflowGraph) -> dict[str, Any]:
    """A step with what its node says differently."""
    old, new = before.nodes[name], after.nodes.get(name, before.nodes[name])
    made = dict(step)
    if new.tools != old.tools:
        _put(made, "tools", new.tools)
    if new.model_policy.model != old.model_policy.model:
        _put(made, "model", new.model_policy.model)
    if new.task_label != old.task_label:
        _put_task(made, new)
    return made


def _new(name: str, node: WorkflowNode) -> dict[str, Any]:
    """The step of a node that was inserted."""
    place: IrPath = ("workflow", "nodes", name)
    if node.kind not in _KINDS:
        known = listed(f"`{each}`" for each in _KINDS)
        raise Unraisable((*place, "kind"), f"a workflow has no step for the kind `{node.kind}`, only for {known}")
    made: dict[str, Any] = {"kind": _KINDS[node.kind]}
    fields = {each.name for each in declarations(STEP_KINDS[made["kind"]])} | {_TRANSITIONS}
    for field in node.metadata:
        if field not in fields:
            raise Unraisable((*place, "metadata", field), f"a {made['kind']} step has no such field")
    if made["kind"] == "tool":
        _put_task(made, node)
    if made["kind"] == "model":
        _put(made, "model", node.model_policy.model)
    made |= {field: each for field, each in node.metadata.items() if field != _TRANSITIONS}
    _put(made, "tools", node.tools)
    return made


def _put(step: dict[str, Any], field: str, value: JsonValue) -> None:
    if value is None:
        step.pop(field, None)
    else:
        step[field] = value


def _put_task(step: dict[str, Any], node: WorkflowNode) -> None:
    """What a step runs, as its node says it in a few words."""
    words = node.task_label or ""
    if step["kind"] == "tool":
        step["tool"] = words
    elif step["kind"] == "conditional":
        step["on"] = words
    elif step["kind"] == "subworkflow":
        step["workflow"], _, step["version"] = words.partition(" @ ")


def _put_prompt(step: dict[str, Any], capsule: Capsule | None) -> None:
    if step["kind"] == "model" and capsule is not None:
        step["prompt"] = capsule.prompt
        _put(step, "system", capsule.system)


def _put_ways(step: dict[str, Any], name: str, ways: _Ways) -> None:
    """The steps that a step leads to itself: branches, and the ends of a condition."""
    leaving = ways.leaving(name)
    if step["kind"] == "parallel":
        targets = [each.target for each in leaving]
        kept = [each for each in step.get("branches", ()) if each in targets]
        step["branches"] = [*kept, *(each for each in targets if each not in kept)]
    elif step["kind"] == "conditional":
        ends = {branch: [each.target for each in leaving if each.branch == branch] for branch in ("true", "false")}
        _put(step, "then", ends["true"][0] if ends["true"] else None)
        said = step.get("otherwise")
        came = [each.target for each in ways.added if each.origin == name and each.branch == "false" and not each.label]
        if (said is not None and said not in ends["false"]) or (came and len(ends["false"]) == 1):
            other = next((each for each in ends["false"] if not each.endswith((JOIN, END))), None)
            _put(step, "otherwise", other)


def _transitions(
    workflow: WorkflowDef, document: Mapping[str, Any], ways: _Ways, added: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The transitions: those that are still there, in the place of others new ones from the same step, and the rest."""
    found: list[dict[str, Any]] = []
    for transition, written in zip(workflow.transitions, document.get(_TRANSITIONS, ()), strict=True):
        if edge_of(workflow, transition) in ways.new:
            found.append(written)
            continue
        instead = next((each for each in added if each["from"] == transition.origin), None)
        if instead is not None:
            added.remove(instead)
            found.append(instead)
    return [*found, *added]


def edge_of(workflow: WorkflowDef, transition: Transition) -> GraphEdge:
    """The edge that a transition becomes."""
    step = workflow.steps.get(transition.origin)
    origin = f"{transition.origin}{JOIN}" if isinstance(step, Parallel) else transition.origin
    is_false = isinstance(step, Conditional) and transition.outcome == _SUCCESS
    branch = "false" if is_false else transition.outcome
    return GraphEdge(origin=origin, target=transition.target, branch=branch, label=edge_label(transition))


def _added(
    workflow: WorkflowDef, after: WorkflowGraph, steps: Mapping[str, Any], ways: _Ways
) -> Iterator[dict[str, Any]]:
    """The transitions that edges which came stand for."""
    for edge in ways.added:
        name = edge.origin.removesuffix(JOIN)
        step = steps.get(name)
        is_own = edge.origin == name and step is not None
        if step is None or edge.target.endswith((JOIN, END)) or (is_own and step["kind"] == "parallel"):
            continue
        if is_own and step["kind"] == "conditional" and edge.branch in ("true", "false"):
            continue
        written = after.nodes[edge.origin].metadata.get(_TRANSITIONS) if name not in workflow.steps else None
        if written is None:
            yield _transition(name, edge)
    for name, node in after.nodes.items():
        listed = node.metadata.get(_TRANSITIONS) if name not in workflow.steps else None
        if isinstance(listed, list) and not name.endswith((JOIN, END)):
            yield from ({"from": name, **each} for each in listed if isinstance(each, Mapping))


def _transition(name: str, edge: GraphEdge) -> dict[str, Any]:
    written: dict[str, Any] = {"from": name, "to": edge.target}
    if edge.branch not in (None, _SUCCESS):
        written["on"] = edge.branch
    words, _, predicate = (edge.label or "").partition("when ")
    if predicate and words in ("", f"{edge.branch} "):
        written["when"] = predicate
    return written
