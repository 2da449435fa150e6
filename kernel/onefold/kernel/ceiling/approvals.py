"""What a change takes from the approvals of a bundle: fewer of them, or ways past them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.ceiling.consent import VAGUE, Consent, is_acting
from onefold.kernel.ceiling.deciding import decided, decided_by, repeated, undecided
from onefold.kernel.ceiling.excess import Widening
from onefold.kernel.ceiling.of_bundles import node_tools
from onefold.kernel.ceiling.patterns import covers_name
from onefold.kernel.document import record_document

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.ceiling.change import Change


def lost_approvals(change: Change) -> Iterator[Widening]:
    """Approvals that are no more asked for, and nodes that can be reached without one that was before them."""
    old = Consent.before(change.original)
    new = Consent(change.result, old.also_granted)
    yield from _fewer_required(change, new)
    yield from _gone_gates(old, new)
    yield from _decided_otherwise(old, new)
    if old.same_ways_as(new):
        return
    known: set[str] = set()
    past = (
        *_undominated(old, new),
        *_vaguely(old, new),
        *_freed(old, new),
        *_shortcuts(old, new),
        *_ungated_tools(change, old, new),
    )
    for each in (*past, *undecided(old, new), *repeated(old, new)):
        if each.place not in known:
            known.add(each.place)
            yield each


def _fewer_required(change: Change, new: Consent) -> Iterator[Widening]:
    """Entries of `approval_required` that are left out while what they name is still there, or done by another node."""
    before, after = change.original.policy.approval_required, change.result.policy.approval_required
    nodes = change.result.workflow.nodes
    for each in dict.fromkeys(before):
        # A node is named by its id alone; only of tools there are patterns.
        if each in after or (each not in nodes and any(covers_name(one, each) for one in after)):
            continue
        gone = change.original.workflow.nodes.get(each)
        if _is_there(change, each) or (gone is not None and _stand_ins(change.original, new, {gone.kind})):
            told = f"`{each}` no longer needs approval"
            yield Widening("approval", "policy.approval_required", told, None, each)


def _is_there(change: Change, target: str) -> bool:
    """Whether the result has a node or a tool that an entry is about."""
    if target in change.result.workflow.nodes:
        return True
    named = set(change.result.policy.tool_policy) | {each.name for each in change.result.tool_manifest}
    for node in change.result.workflow.nodes.values():
        tools = node_tools(node)
        named |= {"*"} if isinstance(tools, str) else tools
    return any(covers_name(target, each) or covers_name(each, target) for each in named)


def _stand_ins(original: Manifest, new: Consent, kinds: Collection[str]) -> list[str]:
    """New nodes of these kinds that are reached without consent: they may do what others did with it."""
    nodes = new.bundle.workflow.nodes
    return sorted(
        name
        for name in new.ungated - new.gates
        if name not in original.workflow.nodes and nodes[name].kind in kinds and is_acting(nodes[name])
    )


def _gone_gates(old: Consent, new: Consent) -> Iterator[Widening]:
    """Nodes that asked a person and do not any more, while something behind them is still reached."""
    before, after = old.bundle.workflow.nodes, new.bundle.workflow.nodes
    required = old.bundle.policy.approval_required
    for gate in sorted(old.gates - new.gates):
        if gate in required:
            continue  # What its entry in the policy says is told of there.
        behind = old.behind(gate)
        left = [name for name in behind if name in new.all_reached and is_acting(after[name])]
        gone = {before[name].kind for name in behind if name not in after and is_acting(before[name])}
        found = left or _stand_ins(old.bundle, new, gone)
        if found:
            told = f"the approval `{gate}` before `{min(found)}` is gone"
            yield Widening("approval", f"workflow.nodes.{gate}", told, None, gate)


def _decided_otherwise(old: Consent, new: Consent) -> Iterator[Widening]:
    """Gates whose ends mean something else, and nodes that decide by other conditions whether a gate is passed."""
    before, after = old.bundle.workflow.nodes, new.bundle.workflow.nodes
    for name in sorted(before.keys() & after.keys()):
        one, other = before[name], after[name]
        if name in old.gates and one.branch_semantics != other.branch_semantics:
            told = f"the ends of the approval `{name}` mean something else"
            place = f"workflow.nodes.{name}.branch_semantics"
            yield Widening(
                "approval_bypass", place, told, *map(record_document, (other.branch_semantics, one.branch_semantics))
            )
        yield from _other_conditions(old, new, name)


def _other_conditions(old: Consent, new: Consent, name: str) -> Iterator[Widening]:
    """What a node that decides whether an approval is asked for decides by now."""
    said, says = decided_by(old, name), decided_by(new, name)
    if said == says or name in old.gates or not (decided(old, name) or decided(new, name)):
        return
    for member in sorted(set(said) | set(says)):
        # An edge that came or went is no other condition of what was there.
        is_there = not member.startswith("edges.") or (member in said and member in says)
        if is_there and said.get(member) != says.get(member):
            told = f"`{name}` decides by another condition whether an approval is asked for"
            place = f"workflow.nodes.{name}.{member}"
            yield Widening("approval_bypass", place, told, says.get(member), said.get(member))


def _undominated(old: Consent, new: Consent) -> Iterator[Widening]:
    """Nodes that every way to led through a gate, and now not every way does."""
    nodes = new.bundle.workflow.nodes
    for gate in sorted(old.gates & new.gates):
        guarded = old.all_reached - old.reached(old.roots, (gate,))
        if not guarded:
            continue
        for name in sorted((guarded & new.reached(new.roots, (gate,))) - {gate}):
            if not is_acting(nodes[name]):
                continue
            if gate in new.reached((name,), ()):
                yield _bypass(name, gate, f"`{name}` comes before the approval `{gate}` now")
            else:
                yield _bypass(name, gate, f"`{name}` can be reached without the approval `{gate}`")


def _freed(old: Consent, new: Consent) -> Iterator[Widening]:
    """Nodes that were reached past one gate or another alone, and now also past none."""
    for name in sorted((old.all_reached - old.ungated) & new.ungated):
        if is_acting(new.bundle.workflow.nodes[name]) and old.gates <= new.gates:
            told = f"`{name}` can be reached without any of the approvals that were before it"
            yield Widening("approval_bypass", f"workflow.nodes.{name}", told, name, None)


def _shortcuts(old: Consent, new: Consent) -> Iterator[Widening]:
    """New edges that lead past a gate which the same end of the same node led to before."""
    nodes = new.bundle.workflow.nodes
    known = {(edge.origin, edge.branch, edge.target) for edge in old.bundle.workflow.edges}
    for edge in new.bundle.workflow.edges:
        if (edge.origin, edge.branch, edge.target) in known:
            continue
        onward = old.ways.get(edge.origin, ())
        # An end in a word that there was not may come in place of any other.
        same = [each.target for each in onward if each.branch == edge.branch]
        ends = [same] if same else [[each.target] for each in onward]
        guarded = {name for heads in ends for name in old.reached(heads, ()) - old.reached(heads, old.gates)}
        if not guarded:
            continue
        for name in sorted(guarded & new.reached((edge.target,), new.gates)):
            if is_acting(nodes[name]):
                told = f"`{edge.origin}` leads to `{name}` past an approval"
                yield Widening("approval_bypass", f"workflow.nodes.{name}", told, edge.origin, None)


def _vaguely(old: Consent, new: Consent) -> Iterator[Widening]:
    """Ways on from an approval on an end that may be any, where each of its ends was a word for one."""
    nodes = new.bundle.workflow.nodes
    for gate in sorted(old.gates & new.gates):
        ends = {edge.branch for edge in old.ways.get(gate, ())}
        if not ends or ends & VAGUE or is_acting(nodes[gate]):
            continue
        vague = [edge.target for edge in new.ways.get(gate, ()) if edge.branch in VAGUE]
        for name in sorted((old.behind(gate) - old.reached(old.roots, (gate,))) & new.reached(vague, new.gates)):
            if is_acting(nodes[name]):
                yield _bypass(name, gate, f"`{name}` follows `{gate}` on an end that need not be consent")


def _ungated_tools(change: Change, old: Consent, new: Consent) -> Iterator[Widening]:
    """New nodes that call, without consent, a tool that was only called with it."""
    gated, free = set[str](), set[str]()
    for name in old.bundle.workflow.nodes:
        tools = change.tools(change.original, name)
        if not isinstance(tools, str):
            (gated if name in old.all_reached and name not in old.ungated else free).update(tools)
    required = new.bundle.policy.approval_required
    for name in sorted(set(new.bundle.workflow.nodes) - set(old.bundle.workflow.nodes)):
        tools = change.tools(change.result, name)
        if name not in new.ungated or name in new.gates:
            continue
        for tool in ("*",) if isinstance(tools, str) else sorted(tools):
            was_gated = any(covers_name(one, tool) or covers_name(tool, one) for one in gated)
            is_asked = any(covers_name(each, tool) for each in required)
            if was_gated and not is_asked and not any(covers_name(each, tool) for each in free):
                told = f"`{name}` calls `{tool}` without the approval that there was before it"
                yield Widening("approval_bypass", f"workflow.nodes.{name}", told, tool, None)


def _bypass(name: str, gate: str, told: str) -> Widening:
    return Widening("approval_bypass", f"workflow.nodes.{name}", told, name, gate)
