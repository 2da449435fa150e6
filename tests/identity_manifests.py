"""Manifests with every member that their kinds ask for, as plain values."""

from __future__ import annotations

from typing import Any

from onefold.api import manifest_hash

DIGEST = f"sha256:{'0' * 64}"
VERSION = f"blake3:{'0' * 64}"
_EVERY: dict[str, Any] = {
    "harnessId": "h",
    "skillsHash": DIGEST,
    "memoryStoreIds": ["org"],
    "bashCapabilitiesHash": DIGEST,
}


def planner(**members: Any) -> dict[str, Any]:
    """The manifest of a planner; `members` replace those of the same name."""
    return {
        **_EVERY,
        "plannerModelSlotId": "main",
        "systemPromptHash": DIGEST,
        "workflowDefinitionHash": DIGEST,
        "globalToolsHash": DIGEST,
        **members,
    }


def orchestrator(**members: Any) -> dict[str, Any]:
    """The manifest of an orchestrator; `members` replace those of the same name."""
    return {
        **_EVERY,
        "orchestratorModelSlotId": "main",
        "systemPromptHash": DIGEST,
        "availableWorkflows": [],
        "globalToolsHash": DIGEST,
        "maxConcurrentSubRuns": 10,
        **members,
    }


def worker(step: str, **members: Any) -> dict[str, Any]:
    """The manifest of a worker for a step; `members` replace those of the same name."""
    return {
        **_EVERY,
        "workflowDefinitionHash": DIGEST,
        "workflowVersionId": VERSION,
        "stepPath": step,
        "stepConfigHash": DIGEST,
        "allowedToolsHash": DIGEST,
        **members,
    }


def fixer(step: str, **members: Any) -> dict[str, Any]:
    """The manifest of a fixer for a step; `members` replace those of the same name."""
    return {
        **worker(step),
        "modelSlotId": "main",
        "systemPromptHash": DIGEST,
        "fixerModelSlotId": "main",
        "fixerSystemHash": DIGEST,
        "fixerMaxAttempts": 1,
        **members,
    }


def session_payload(run_id: str, manifest: dict[str, Any]) -> dict[str, Any]:
    """What the start of a planner's session says."""
    return {
        "runId": run_id,
        "role": "planner",
        "task": {"kind": "plan"},
        "parentRunId": None,
        "manifest": manifest,
        "manifestHash": manifest_hash(manifest),
    }
