"""Start a session of a run: stamp it with its manifest, unless that has drifted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.identity.drift import plain, scope_of
from onefold.kernel.identity.events import SESSION_STARTED
from onefold.kernel.identity.manifests import manifest_hash
from onefold.kernel.identity.payloads import ROLES
from onefold.tools.events.faults import InvalidEvent
from onefold.tools.events.payloads import require_manifest

if TYPE_CHECKING:
    from onefold.kernel.identity.events import Event
    from onefold.kernel.identity.manifests import Manifest
    from onefold.kernel.values import JsonObject
    from onefold.tools.events.log import EventLog


def start_session(
    log: EventLog,
    run_id: str,
    manifest: Manifest | JsonObject,
    *,
    role: str | None = None,
    parent: str | None = None,
    key: str | None = None,
) -> Event:
    """Append the start of a session with its manifest, unless that has drifted; `parent` is the run that started this.

    The role is that of the manifest's kind unless it is given: of a worker with a model slot or a system prompt
    `worker.ai-generate`, else `worker.tool-call`. Raises `CapabilityDriftError`, and as `EventLog.append`.
    """
    require_manifest(manifest)
    members = plain(manifest)
    chosen = role or role_of(members)
    if chosen not in ROLES:
        raise InvalidEvent(f"`{chosen}` is no role: the roles are {', '.join(ROLES)}")
    payload = {
        "runId": run_id,
        "role": chosen,
        "task": {"kind": ROLES[chosen][0]},
        "parentRunId": parent,
        "manifest": dict(members),
        "manifestHash": manifest_hash(members),
    }
    return log.append(run_id, SESSION_STARTED, payload, key=key)


def role_of(manifest: JsonObject) -> str:
    """The role of a session with this manifest, as far as the manifest tells."""
    kind = scope_of(manifest).kind
    if kind == "unknown":
        raise InvalidEvent("the manifest is of no kind that is known")
    if kind != "worker":
        return kind
    asks_model = "modelSlotId" in manifest or "systemPromptHash" in manifest
    return "worker.ai-generate" if asks_model else "worker.tool-call"
