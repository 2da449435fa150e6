"""What single nodes may do that they could not: tools, limits, side effects, models and versions of workflows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from onefold.kernel.bundle.policies import CapabilityPolicy, ModelPolicy
from onefold.kernel.ceiling.dimensions import ALL, FOLDERS, NONE, PATTERNS, Entries, Ladder, listed_entries
from onefold.kernel.ceiling.excess import Widening, excesses
from onefold.kernel.ceiling.model import LEVELS, SANDBOX, Ceiling
from onefold.kernel.ceiling.of_bundles import (
    asked_by_policy,
    denied_tools,
    models_of,
    node_ceiling,
    node_tools,
    sub_workflow_of,
)
from onefold.kernel.ceiling.of_workflows import DEFAULT_SLOT
from onefold.kernel.ceiling.order import touches
from onefold.kernel.ceiling.patterns import projected
from onefold.kernel.classes import evolve
from onefold.kernel.digest import is_version
from onefold.kernel.document import record_document
from onefold.kernel.globs import matches

if TYPE_CHECKING:
    from onefold.kernel.bundle.graph import WorkflowNode
    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.ceiling.change import Change, NodeChange
    from onefold.kernel.values import JsonValue


_FALLBACK = Ladder(("reject", "allow_once", "allow"))
_ROOTS = ("write_roots", "read_roots")


def wider_nodes(change: Change) -> Iterator[Widening]:
    """Everything that a node, or the policy of the graph, lets happen that it did not."""
    graph = change.original.workflow.capability_policy, change.result.workflow.capability_policy
    yield from _policies(change, "workflow.capability_policy", *graph)
    for each in change.nodes():
        if each.old != each.new:
            yield from _tools(change, each)
            yield from _denials(change, each)
            yield from _limits(change, each)
            yield from _levels(change, each)
            yield from _models(change, each)
            yield from _selectors(change, each)
    yield from _packed_tools(change)


def _tools(change: Change, node: NodeChange) -> Iterator[Widening]:
    """Tools that a node had not; a new one has those that are allowed."""
    now = PATTERNS.normal(node_tools(node.new))
    before = _known_tools(change) if node.old is None else PATTERNS.normal(node_tools(node.old))
    for each in PATTERNS.excesses(now, before):
        what = "every tool" if each.requested == ALL else f"`{each.requested}`"
        told = f"`{node.name}` may call {what}, which it could not"
        yield Widening("node_tools", f"{node.place}.tools", told, each.requested, each.allowed)
    if change.is_contract and node.old is not None and node.old.tools is not None and node.new.tools is None:
        told = f"the tools of `{node.name}` are not limited any more"
        yield Widening("node_tools", f"{node.place}.tools", told, ALL, node.old.tools)


def _denials(change: Change, node: NodeChange) -> Iterator[Widening]:
    """Tools that a model was denied and may call now, and calls in a form that was refused."""
    now, denied = node_tools(node.new), denied_tools(node.new)
    for each in sorted(_denied_before(change, node)):
        if touches(now, projected(each)) and not any(matches(glob, each) for glob in denied):
            told = f"`{node.name}` may call `{each}`, which was denied"
            yield Widening("node_tools", f"{node.place}.tools.deny", told, each, NONE)
    before = ModelPolicy() if node.old is None else node.old.model_policy
    was, now_is = before.native_tool_fallback, node.new.model_policy.native_tool_fallback
    for excess in _FALLBACK.excesses(now_is, was):
        told = f"calls of `{node.name}` in a model's own form are taken by `{excess.requested}`, and were by `{was}`"
        yield Widening("node_tools", f"{node.place}.model_policy.native_tool_fallback", told, now_is, was)


def _denied_before(change: Change, node: NodeChange) -> frozenset[str]:
    """What a node had denied among what it had; for a new one, what every node had denied that could have had it."""
    if node.old is not None:
        return frozenset(each for each in denied_tools(node.old) if touches(node_tools(node.old), projected(each)))
    if change.parent is not None:
        return frozenset()
    nodes = change.original.workflow.nodes.values()
    denied = frozenset(each for one in nodes for each in denied_tools(one))
    return frozenset(
        each
        for each in denied
        if all(
            not touches(node_tools(one), projected(each)) or any(matches(glob, each) for glob in denied_tools(one))
            for one in nodes
        )
    )


def _known_tools(change: Change) -> Entries:
    """The tools that a new node may have: the parent's, or all that there were."""
    if change.parent is not None:
        return change.parent.tools
    found = change.before.tools
    for node in change.original.workflow.nodes.values():
        found = PATTERNS.join((found, node_tools(node)))
    return found


def _limits(change: Change, node: NodeChange) -> Iterator[Widening]:
    place = f"{node.place}.capability_policy"
    old = CapabilityPolicy() if node.old is None else node.old.capability_policy
    # A node of ours without tools has no limit of them either.
    has_tools = change.is_contract or bool(node_tools(node.new))
    yield from _policies(change, place, old, node.new.capability_policy, has_tools=has_tools)
    if change.is_contract or node.old is None or change.parent is not None:
        return
    before, after = (_asked(change, node.name, each, bundle) for each, bundle in _both(change, node))
    for each in excesses(evolve(after, tools=frozenset(), models=frozenset()), before, change.allows):
        if each.place not in _policy_members(old) & _policy_members(node.new.capability_policy):
            yield evolve(each, place=f"{node.place}.{each.place}")


def _both(change: Change, node: NodeChange) -> Iterable[tuple[WorkflowNode, Manifest]]:
    assert node.old is not None  # noqa: S101 - asked for nodes that were there
    return ((node.old, change.original), (node.new, change.result))


def _asked(change: Change, name: str, node: WorkflowNode, bundle: Manifest) -> Ceiling:
    prompted = any(each.node_id == name for each in bundle.prompt_capsules.values())
    return node_ceiling(node, is_contract=change.is_contract, is_prompted=prompted, around=change.around)


def _policy_members(policy: CapabilityPolicy) -> frozenset[str]:
    """What a policy states, as places of a ceiling; it is compared member by member."""
    stated = {name for name, value in _stated(policy).items() if value}
    return frozenset({*stated, *(f"capabilities.{name}" for name in policy.capabilities)})


def _policies(
    change: Change, place: str, old: CapabilityPolicy, new: CapabilityPolicy, *, has_tools: bool = True
) -> Iterator[Widening]:
    """Limits that a policy stated and does not state any more, and what is beyond those that it still states."""
    if old == new:
        return
    stated, now = _stated(old), _stated(new)
    for name, value in stated.items():
        if value and not now[name] and (has_tools or name != "tools"):
            told = f"`{name}` has no limit any more"
            yield Widening(_KINDS[name], f"{place}.{name}", told, ALL, _shown(getattr(old, name)))
    if change.parent is None:
        before, after = asked_by_policy(old), asked_by_policy(new)
        for each in excesses(evolve(after, tools=frozenset()), evolve(before, tools=frozenset()), change.allows):
            name = each.place.partition(".")[0]
            if stated.get(name) and now.get(name):
                yield evolve(each, place=f"{place}.{each.place}")
    yield from _sandboxes(place, old, new)
    for gone in old.tool_arg_constraints:
        if gone not in new.tool_arg_constraints:
            told = f"arguments of `{gone.tool}` are no longer constrained as they were"
            yield Widening("tool", f"{place}.tool_arg_constraints", told, None, record_document(gone))


def _sandboxes(place: str, old: CapabilityPolicy, new: CapabilityPolicy) -> Iterator[Widening]:
    for each in SANDBOX.excesses(new.sandbox_profile, old.sandbox_profile):
        told = f"processes are shut in by `{each.requested}`, and were by `{each.allowed}`"
        yield Widening("capability", f"{place}.sandbox_profile", told, each.requested, each.allowed)
    if old.process_sandbox == new.process_sandbox:
        return
    # Without any, processes may touch the folders of the policy.
    before: JsonValue = old.process_sandbox
    if not isinstance(before, dict):
        before = {"write_roots": [*old.workspace_roots], "read_roots": [*old.workspace_roots, *old.read_only_roots]}
    now = new.process_sandbox if isinstance(new.process_sandbox, dict) else {}
    for member, kind in (("write_roots", "workspace_root"), ("read_roots", "read_only_root")):
        limit = _folders(before.get(member))
        for excess in FOLDERS.excesses(_folders(now.get(member)), limit):
            told = f"processes may touch `{excess.requested}`"
            yield Widening(kind, f"{place}.process_sandbox.{member}", told, excess.requested, listed_entries(limit))
    if _is_other_sandbox(old.process_sandbox, new.process_sandbox):
        told = "what processes may touch is not limited as it was"
        yield Widening("capability", f"{place}.process_sandbox", told, new.process_sandbox, old.process_sandbox or NONE)


def _is_other_sandbox(old: JsonValue, new: JsonValue) -> bool:
    """Whether members that are no lists of folders differ, or there is none any more, or none that can be read."""
    if not isinstance(new, dict):
        return True
    before = old if isinstance(old, dict) else {}
    names = (set(before) | set(new)) - set(_ROOTS)
    return any((before.get(each) or None) != (new.get(each) or None) for each in names) or not all(
        isinstance(each, str) for member in _ROOTS for each in _listed(new.get(member))
    )


def _listed(said: JsonValue) -> list[JsonValue]:
    return said if isinstance(said, list) else [] if said is None else [0]


def _folders(said: JsonValue) -> Entries:
    return FOLDERS.normal(frozenset(str(each) for each in said) if isinstance(said, list) else frozenset())


def _stated(policy: CapabilityPolicy) -> Mapping[str, bool]:
    """Which limits a policy states."""
    return {
        "tools": bool(policy.tools) or policy.tools_restricted,
        "capabilities": bool(policy.capabilities) or policy.capabilities_restricted,
        "workspace_roots": bool(policy.workspace_roots),
        "read_only_roots": bool(policy.read_only_roots),
        "side_effect_level": policy.side_effect_level is not None,
    }


_KINDS = {
    "tools": "node_tools",
    "capabilities": "capability",
    "workspace_roots": "workspace_root",
    "read_only_roots": "read_only_root",
    "side_effect_level": "side_effect_level",
}


def _shown(value: object) -> JsonValue:
    if isinstance(value, tuple):
        return [*value]
    return {name: [*each] for name, each in value.items()} if isinstance(value, Mapping) else str(value)


def _levels(change: Change, node: NodeChange) -> Iterator[Widening]:
    """Side effects that annotations of a node give a tool, and did not."""
    before = {} if node.old is None else node.old.capability_policy.tool_annotations
    for tool, known in node.new.capability_policy.tool_annotations.items():
        place = f"{node.place}.capability_policy.tool_annotations.{tool}"
        yield from _raised_level(change, place, tool, before.get(tool), known)


def _packed_tools(change: Change) -> Iterator[Widening]:
    """The same of the tools that travel with a bundle, and tools that somebody else offers now."""
    before = {each.name: each for each in change.original.tool_manifest}
    for each in change.result.tool_manifest:
        old = before.get(each.name)
        if old is not None:
            place = f"tool_manifest.{each.name}"
            yield from _raised_level(change, f"{place}.annotations", each.name, old.annotations, each.annotations)
            if old.provider != each.provider:
                told = f"the tool `{each.name}` is offered by another provider"
                yield Widening("tool", f"{place}.provider", told, each.provider, old.provider)


def _raised_level(change: Change, place: str, tool: str, old: JsonValue, new: JsonValue) -> Iterator[Widening]:
    level, limit = _level(new), _level(old)
    if level is None or old == new:
        return
    if change.parent is not None:
        limit = change.parent.side_effect_level
    elif limit is None:
        limit = change.before.side_effect_level
    for each in LEVELS.excesses(LEVELS.normal(level), limit):
        told = f"the tool `{tool}` has the side effect `{each.requested}`, and `{each.allowed}` is allowed"
        yield Widening("side_effect_level", place, told, each.requested, each.allowed)


def _level(known: JsonValue) -> str | None:
    said = known.get("side_effect_level") if isinstance(known, dict) else None
    return said if isinstance(said, str) else None


def _models(change: Change, node: NodeChange) -> Iterator[Widening]:
    """Other model slots of a node that was there; with a parent, its list says which there may be."""
    if node.old is None or change.parent is not None:
        return
    default = frozenset({DEFAULT_SLOT})
    before, after = (PATTERNS.normal(models_of(each) or default) for each in (node.old, node.new))
    for each in PATTERNS.excesses(after, before):
        told = f"`{node.name}` asks the model `{each.requested}`, and asked another one before"
        yield Widening("model_slot", f"{node.place}.model_policy", told, each.requested, each.allowed)


def _selectors(change: Change, node: NodeChange) -> Iterator[Widening]:
    """Versions of workflows that are not fixed any more, and workflows of which nothing is known."""
    now, before = sub_workflow_of(node.new), None if node.old is None else sub_workflow_of(node.old)
    if now is None or now == before:
        return
    workflow, selector = now
    was_exact = before is None or is_version(before[1])
    if was_exact and not is_version(selector):
        told = f"`{node.name}` runs `{workflow}` at `{selector}`, which can move later"
        allowed = None if before is None else before[1]
        yield Widening("floating_selector", f"{node.place}.metadata.version", told, selector, allowed)
    # Of bundles of ours the ceiling knows of it; in the contract's projection nothing stands for it.
    is_asked_for = change.parent is not None and (not change.is_contract or change.parent.tools == ALL)
    if not is_asked_for and change.around.find(workflow, selector) is None:
        told = f"`{node.name}` runs `{workflow}`, of which nothing is known here"
        shown = None if before is None else before[0]
        yield Widening("capability", f"{node.place}.metadata.workflow", told, workflow, shown)
