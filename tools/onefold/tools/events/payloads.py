"""Hold the payload of an event against what its type asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.frontends.frontend import Limits
from onefold.frontends.lower.document import lower_document
from onefold.frontends.report import diagnose
from onefold.kernel import patterns
from onefold.kernel.identity.consistent import inconsistency
from onefold.kernel.identity.digests import Unhashable, canonical_bytes, digest_of
from onefold.kernel.identity.drift import plain, scope_of
from onefold.kernel.identity.events import (
    MODEL_CALLED,
    ORCHESTRATED,
    RUN_STARTED,
    SESSION_COMPLETED,
    SESSION_FAILED,
    SESSION_STARTED,
    TOOL_CALL_STARTED,
)
from onefold.kernel.identity.manifests import MANIFESTS, manifest_hash, manifest_object
from onefold.kernel.identity.payloads import OLD_NAMES, PAYLOADS, ROLES
from onefold.kernel.identity.step_path import MalformedStepPath, parse_step_path
from onefold.kernel.ir.declare import declarations
from onefold.tools.events.faults import InvalidEvent
from onefold.tools.events.rows import DEEPEST, is_deep

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from onefold.frontends.lower.document import LoweredDocument
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.identity.manifests import Manifest
    from onefold.kernel.values import JsonObject

_RUN: Final = patterns.compile(r"run_[A-Za-z0-9_-]{1,80}", patterns.ASCII)
_TIME: Final = patterns.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z", patterns.ASCII)
_VERSION: Final = patterns.compile(r"blake3:[0-9a-f]{64}", patterns.ASCII)
_LIMITS: Final = Limits()


def require_run_id(run_id: object) -> None:
    """Raise `InvalidEvent` unless a text can be the id of a run."""
    if not isinstance(run_id, str) or not _RUN.fullmatch(run_id):
        raise InvalidEvent(f"`{run_id}` is no run id: `run_` and 1 to 80 letters, digits, `_` or `-`")


def require_shallow(payload: JsonObject) -> None:
    """Raise `InvalidEvent` for a payload that is nested more deeply than documents may be."""
    if is_deep(payload):
        raise InvalidEvent(f"the payload is nested too deeply: {DEEPEST} levels at most")


def require_text(name: str, value: object) -> None:
    """Raise `InvalidEvent` unless what an event has under a name is a text that can be kept, and not empty."""
    if not isinstance(value, str):
        raise InvalidEvent(f"the {name} of an event is a text, and `{value!r}` is none")
    if not value:
        raise InvalidEvent(f"the {name} of an event is a text, and this one is empty")
    if any("\ud800" <= each <= "\udfff" for each in value):
        raise InvalidEvent(f"the {name} of an event cannot be kept: it holds a lone surrogate")


def require_time(value: object) -> None:
    """Raise `InvalidEvent` unless a value is a time as events have it."""
    if not isinstance(value, str) or not _TIME.fullmatch(value):
        raise InvalidEvent(f"`{value!r}` is no time: such as `2026-10-06T12:00:00.000Z`, in UTC with milliseconds")


def require_valid(run_id: str, kind: str, payload: JsonObject) -> None:
    """Raise `InvalidEvent` unless a payload holds what its type asks for. A type that is not known asks for nothing."""
    record = PAYLOADS.get(kind)
    if not isinstance(payload, dict):
        raise InvalidEvent(f"the payload of `{kind}` is no JSON object")
    if kind in OLD_NAMES:
        raise InvalidEvent(f"`{kind}` is the old name of `{OLD_NAMES[kind]}`, and events are appended by that")
    if record is None:
        return
    known = {each.name: payload[each.name] for each in declarations(record) if each.name in payload}
    lowered = lower_document(known, record, _LIMITS, called=f"a payload of `{kind}`")
    if lowered.findings:
        raise InvalidEvent(f"`{kind}` cannot be appended: {_told(lowered.findings)}")
    _require_step(kind, payload)
    if kind in (SESSION_STARTED, SESSION_COMPLETED, SESSION_FAILED) and payload["runId"] != run_id:
        raise InvalidEvent(f"the session is one of the run `{payload['runId']}`, and not of `{run_id}`")
    if kind == SESSION_STARTED:
        _require_session(run_id, payload)
    elif kind == RUN_STARTED:
        _require_run(run_id, payload)
    elif kind == MODEL_CALLED:
        _require_prompt(payload)
    elif kind == TOOL_CALL_STARTED and payload["caller"] == "code" and "turn" in payload:
        raise InvalidEvent("a tool that code calls is called in no turn of a model, so `turn` says nothing")


def _require_step(kind: str, payload: JsonObject) -> None:
    """Raise `InvalidEvent` unless the step of an event, where it has one, is written as steps are."""
    step = payload.get("stepPath")
    if isinstance(step, str):
        try:
            parse_step_path(step)
        except MalformedStepPath as fault:
            raise InvalidEvent(f"`{kind}` cannot be appended: {fault}") from None


def _require_run(run_id: str, payload: JsonObject) -> None:
    """Raise `InvalidEvent` unless the start of a run names a version, or none for a pipeline, and another run above."""
    version = payload["workflowVersionId"]
    if version != ORCHESTRATED and not _VERSION.fullmatch(str(version)):
        raise InvalidEvent(f"`workflowVersionId` is `{version}`, and neither a whole version nor `{ORCHESTRATED}`")
    _require_parent(run_id, payload)


def _require_parent(run_id: str, payload: JsonObject) -> None:
    parent = payload.get("parentRunId")
    if parent is not None:
        require_run_id(str(parent))
    if parent == run_id:
        raise InvalidEvent(f"`{run_id}` cannot be its own parent run")


def _require_prompt(payload: JsonObject) -> None:
    """Raise `InvalidEvent` unless what a model is asked is what its hash says."""
    found = digest_of(payload["request"])
    if payload["promptHash"] != found:
        raise InvalidEvent(f"`promptHash` is `{payload['promptHash']}`, and that of the request is `{found}`")


def _require_session(run_id: str, payload: JsonObject) -> None:
    """Raise `InvalidEvent` unless the members of the start of a session fit each other."""
    manifest, role, task = payload["manifest"], payload["role"], payload["task"]
    assert isinstance(manifest, dict)  # noqa: S101 - its shape was checked
    assert isinstance(task, dict)  # noqa: S101 - its shape was checked
    _require_parent(run_id, payload)
    found = _hash_of(manifest)
    if payload["manifestHash"] != found:
        raise InvalidEvent(f"`manifestHash` is `{payload['manifestHash']}`, and that of the manifest is `{found}`")
    wanted_task, wanted_kind = ROLES[str(role)]
    kind = scope_of(manifest).kind
    if kind != wanted_kind:
        raise InvalidEvent(f"the role `{role}` takes a manifest of the kind {wanted_kind}, and not of the kind {kind}")
    if task["kind"] != wanted_task:
        raise InvalidEvent(f"the role `{role}` has the task `{wanted_task}`, and not `{task['kind']}`")
    require_manifest(manifest)


def require_manifest(manifest: Manifest | JsonObject) -> None:
    """Raise `InvalidEvent` unless a manifest has exactly the members of its kind, each as manifests have it."""
    members = plain(manifest)
    _hash_of(members)
    kind = MANIFESTS.get(scope_of(members).kind)
    if kind is None:
        raise InvalidEvent("the manifest is of no kind that is known")
    called = f"the manifest of a {kind.kind}"
    lowered: LoweredDocument[Manifest] = lower_document(members, kind, _LIMITS, called=called)
    record = lowered.record
    if record is None or lowered.findings:
        raise InvalidEvent(f"the manifest cannot be used: {_told(lowered.findings)}")
    fault = inconsistency(record)
    if fault is not None:
        raise InvalidEvent(f"the manifest cannot be used: {fault[1]}")
    if canonical_bytes(manifest_object(record)) != canonical_bytes(members):
        written = manifest_object(record)
        differing = [name for name, value in members.items() if name not in written or written[name] != value]
        raise InvalidEvent(f"the manifest cannot be used: `{differing[0]}` is not written as manifests are")


def _hash_of(manifest: JsonObject) -> str:
    try:
        return manifest_hash(manifest)
    except Unhashable as fault:
        raise InvalidEvent(f"the manifest {fault}") from None
    except RecursionError:
        raise InvalidEvent("the manifest is nested too deeply") from None


def _told(findings: Iterable[Finding]) -> str:
    return " ".join(each.message for each in diagnose(findings, lambda _: None))
