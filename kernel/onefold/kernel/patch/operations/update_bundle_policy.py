"""Set what runs of a bundle may do on their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.kernel.bundle.parts import BundleRetry, Catchup
from onefold.kernel.bundle.shapes import ANY_BY_TEXT, TEXT, TEXTS
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.patch.operations.update_node_policy import given

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onefold.kernel.patch.draft import Draft
    from onefold.kernel.values import JsonValue

WORD: Final = "update_bundle_policy"


@frozen
class BundleChange:
    """What a bundle's policy says from now on; what is left out stays as it is."""

    autonomy_tier: str | None = declared(
        "autonomy_tier", TEXT, default=None, doc="`shadow`, `suggest`, `act_with_approval` or `act_auto`."
    )
    tool_policy: Mapping[str, JsonValue] | None = declared(
        "tool_policy", ANY_BY_TEXT, default=None, doc="What holds for a tool, by its name."
    )
    approval_required: tuple[str, ...] | None = declared(
        "approval_required", TEXTS, default=None, doc="Nodes and tools that need consent."
    )
    retry: BundleRetry | None = declared(
        "retry", declare.Record(BundleRetry), default=None, doc="How often a run is tried."
    )
    catchup: Catchup | None = declared(
        "catchup", declare.Record(Catchup), default=None, doc="What becomes of events that were missed."
    )


@frozen
class UpdateBundlePolicy:
    """Sets members of the bundle's policy; each is replaced whole."""

    op: str = declared("op", declare.Choice((WORD,)), doc="What is done.")
    policy: BundleChange = declared("policy", declare.Record(BundleChange), doc="What it says from now on.")

    def edit(self, draft: Draft) -> None:
        """Carry it out."""
        draft.policy = evolve(draft.policy, **given(self.policy))
