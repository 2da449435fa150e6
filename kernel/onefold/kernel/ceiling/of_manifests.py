"""What the manifest of a harness asks for: its ceiling as it says, and everything where it is silent."""

from __future__ import annotations

from onefold.kernel.bundle.policies import CapabilityPolicy
from onefold.kernel.bundle.shapes import TEXT, TEXTS
from onefold.kernel.ceiling.contract import ceiling_of_policy
from onefold.kernel.ceiling.model import EVERYTHING, Ceiling
from onefold.kernel.ceiling.order import normal_form
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared


@frozen
class HarnessManifest:
    """What a harness says of itself, as far as its ceiling goes; it may say more."""

    id: str | None = declared("id", TEXT, default=None, doc="Its id.")
    tools: tuple[str, ...] | None = declared("tools", TEXTS, default=None, doc="Tools that it calls.")
    capability_ceiling: CapabilityPolicy | None = declared(
        "capability_ceiling", declare.Record(CapabilityPolicy), default=None, doc="The most that it asks for."
    )


def ceiling_of_manifest(manifest: HarnessManifest) -> Ceiling:
    """What a harness asks for, in normal form; what it does not say, it may ask for."""
    if manifest.capability_ceiling is not None:
        return ceiling_of_policy(manifest.capability_ceiling, is_request=True)
    if manifest.tools is not None:
        return normal_form(evolve(EVERYTHING, tools=frozenset(manifest.tools)))
    return EVERYTHING
