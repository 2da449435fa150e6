"""Give a node a prompt, or another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.kernel.bundle.judged import is_blank
from onefold.kernel.bundle.parts import Capsule
from onefold.kernel.bundle.shapes import ANY_BY_TEXT, NO_ENTRIES, TEXT
from onefold.kernel.classes import frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.patch.failure import Failed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onefold.kernel.patch.draft import Draft
    from onefold.kernel.values import JsonValue

WORD: Final = "upsert_prompt_capsule"
_CAPSULES: Final = "prompt_capsules"


@frozen
class CapsuleBody:
    """What a prompt capsule says."""

    node_id: str = declared("node_id", TEXT, doc="Node that it is for.")
    trigger_id: str | None = declared("trigger_id", TEXT, default=None, doc="Trigger that it answers.")
    prompt: str = declared("prompt", TEXT, doc="What the model is asked.")
    system: str | None = declared("system", TEXT, default=None, doc="The system prompt.")
    context: Mapping[str, JsonValue] = declared("context", ANY_BY_TEXT, default=NO_ENTRIES, doc="What it is told.")


@frozen
class UpsertPromptCapsule:
    """Puts a prompt capsule under an id, whether there is one or not."""

    op: str = declared("op", declare.Choice((WORD,)), doc="What is done.")
    capsule_id: str = declared("capsule_id", TEXT, doc="Id of the capsule.")
    capsule: CapsuleBody = declared("capsule", declare.Record(CapsuleBody), doc="What it says.")

    def edit(self, draft: Draft) -> None:
        """Carry it out. Raises `Failed`."""
        key, body = self.capsule_id, self.capsule
        if not key or is_blank(key):
            raise Failed("blank-patch-field", ("capsule_id",), (_CAPSULES,), "blank", field="capsule_id")
        at, field = (_CAPSULES, key, "node_id"), ("capsule", "node_id")
        if body.node_id not in draft.nodes:
            raise Failed("unknown-node", field, at, "unknown", body.node_id, node=body.node_id)
        first = draft.prompted(body.node_id)
        if first not in (None, key):
            raise Failed("second-prompt", field, at, "second", body.node_id, node=body.node_id, first=first)
        draft.put_capsule(
            Capsule(
                id=key,
                node_id=body.node_id,
                trigger_id=body.trigger_id,
                prompt=body.prompt,
                system=body.system,
                context=body.context,
            )
        )
