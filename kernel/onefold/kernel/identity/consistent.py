"""Whether the members of a manifest can stand beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.identity.manifests import OrchestratorManifest, WorkerManifest
from onefold.kernel.identity.step_path import MalformedStepPath, parse_step_path

if TYPE_CHECKING:
    from onefold.kernel.identity.manifests import Manifest
    from onefold.kernel.ir.path import IrPath


def inconsistency(manifest: Manifest) -> tuple[IrPath, str] | None:
    """The member of a manifest that cannot be as it is, with a reason as a clause; `None` where all can."""
    if isinstance(manifest, WorkerManifest):
        try:
            parse_step_path(manifest.step_path)
        except MalformedStepPath as fault:
            return ("stepPath",), str(fault)
    if isinstance(manifest, OrchestratorManifest):
        known = set[str]()
        for index, each in enumerate(manifest.available_workflows):
            if each.id in known:
                return ("availableWorkflows", index, "id"), f"the definition `{each.id}` is offered twice"
            known.add(each.id)
    return None
