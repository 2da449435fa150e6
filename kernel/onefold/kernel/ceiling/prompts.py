"""Prompts that a change alters although somebody's consent was given for what they ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.ceiling.change import Change, capsules_by_node
from onefold.kernel.ceiling.consent import Consent
from onefold.kernel.ceiling.excess import Widening
from onefold.kernel.document import record_document

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.values import JsonObject, JsonValue


def changed_prompts(change: Change) -> Iterator[Widening]:
    """What nodes behind an approval are asked, or call tools with, and were not."""
    consent = Consent.before(change.original)
    before = capsules_by_node(change.original)
    for each in change.nodes():
        if each.old is None or not consent.needs(each.name, each.old):
            continue
        old = _asked(change.original, each.name, before)
        new = _asked(change.result, each.name, change.prompted)
        for member in sorted(set(old) | set(new)):
            if old.get(member) != new.get(member):
                told = f"what `{each.name}` is asked has changed, and it needs approval"
                yield Widening("pinned_prompt", f"{each.place}.{member}", told, new.get(member), old.get(member))


def _asked(bundle: Manifest, name: str, capsules: Mapping[str, tuple[str, ...]]) -> JsonObject:
    """All that a node is told, by where it stands."""
    node = bundle.workflow.nodes[name]
    found: dict[str, JsonValue] = {
        "prompt": node.prompt,
        "system": node.system,
        "task_label": node.task_label,
        "mode": node.mode,
        "done_sentinel": node.done_sentinel,
        "model_policy.nudge": node.model_policy.nudge,
        "model_policy.tool_examples": node.model_policy.tool_examples,
        "map_policy.items": [*node.map_policy.items] or None,
        "metadata.args": node.metadata.get("args"),
        "metadata.with": node.metadata.get("with"),
        "metadata.on": node.metadata.get("on"),
    }
    for capsule in capsules.get(name, ()):
        written = record_document(bundle.prompt_capsules[capsule])
        found |= {f"prompt_capsules.{member}": said for member, said in written.items() if member != "id"}
    return {member: said for member, said in found.items() if said is not None}
