"""Nodes that decide whether a person is asked, and acts that are done again without asking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.ceiling.consent import Consent, is_acting
from onefold.kernel.ceiling.excess import Widening
from onefold.kernel.flow.components import components

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onefold.kernel.values import JsonValue


def decided(consent: Consent, name: str) -> frozenset[str]:
    """Acting nodes that are reached past a gate by one way out of a node, and without one by another."""
    if name not in consent.before_gates:
        return frozenset()
    guarded, free = set[str](), set[str]()
    for edge in consent.ways.get(name, ()):
        ungated = consent.reached((edge.target,), consent.gates)
        free |= ungated
        guarded |= consent.reached((edge.target,), ()) - ungated
    nodes = consent.bundle.workflow.nodes
    return frozenset(each for each in guarded & free if is_acting(nodes[each]))


def decided_by(consent: Consent, name: str) -> dict[str, JsonValue]:
    """All that a node decides by which way it is left, by where it stands."""
    bundle = consent.bundle
    node = bundle.workflow.nodes[name]
    said: dict[str, JsonValue] = {
        "task_label": node.task_label,
        "prompt": node.prompt,
        "system": node.system,
        "metadata.on": node.metadata.get("on"),
        "metadata.transitions": node.metadata.get("transitions"),
    }
    for edge in consent.ways.get(name, ()):
        said[f"edges.{edge.branch or ''}.{edge.target}"] = edge.label or ""
    for capsule in bundle.prompt_capsules.values():
        if capsule.node_id == name:
            said["prompt_capsules"] = [capsule.prompt, capsule.system, dict(capsule.context)]
    return {member: each for member, each in said.items() if each is not None}


def undecided(old: Consent, new: Consent) -> Iterator[Widening]:
    """Nodes that can be reached, without consent, past what decided whether consent is needed."""
    nodes = new.bundle.workflow.nodes
    names = [name for name, ways in old.ways.items() if len(ways) > 1 and name in nodes and name not in old.gates]
    for name in sorted(old.before_gates.intersection(names)):
        found = decided(old, name)
        if not found:
            continue
        before = old.reached(old.roots, old.gates, (name,))
        now = new.reached(new.roots, new.gates, (name,))
        for each in sorted((found & now) - before):
            told = f"`{each}` can be reached past `{name}`, which decides whether an approval is asked for"
            yield Widening("approval_bypass", f"workflow.nodes.{each}", told, each, name)


def repeated(old: Consent, new: Consent) -> Iterator[Widening]:
    """Nodes behind an approval that can be come to again without another one."""
    nodes = new.bundle.workflow.nodes
    behind = (old.all_reached - old.ungated) & new.all_reached
    for name in sorted((behind - new.gates) & _on_circles(new)):
        if is_acting(nodes[name]) and _comes_again(new, name) and not _comes_again(old, name):
            told = f"`{name}` can run again without another approval"
            yield Widening("approval_bypass", f"workflow.nodes.{name}", told, name, None)


def _comes_again(consent: Consent, name: str) -> bool:
    onward = [edge.target for edge in consent.ways.get(name, ())]
    return name in consent.reached(onward, consent.gates)


def _on_circles(consent: Consent) -> frozenset[str]:
    """Nodes that some way leads back to without consent, were no join to wait."""
    nodes = list(consent.bundle.workflow.nodes)
    numbers = {name: index for index, name in enumerate(nodes)}
    onward = [
        [
            numbers[edge.target]
            for edge in consent.ways.get(name, ())
            if edge.target in numbers and not (name in consent.gates and consent.grants(edge))
        ]
        for name in nodes
    ]
    circles = components(onward, range(len(nodes)))
    return frozenset(nodes[each] for circle in circles for each in circle if len(circle) > 1 or each in onward[each])
