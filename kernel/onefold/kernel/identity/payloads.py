"""What the payloads of the known types of events must hold. A payload may hold more: that is its runtime's own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from onefold.kernel.classes import frozen
from onefold.kernel.identity.events import (
    MODEL_CALLED,
    RUN_STARTED,
    SESSION_COMPLETED,
    SESSION_FAILED,
    SESSION_STARTED,
    TOOL_CALL_STARTED,
    VERSION_REGISTERED,
)
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.values import JsonValue

_TEXT: Final = declare.Text(empty=False)
_COUNT: Final = declare.Integer(minimum=1)
_ANY: Final = declare.Json()
# Role of a session: what it is for, and the kind of its manifest.
ROLES: Final[Mapping[str, tuple[str, str]]] = {
    "orchestrator": ("orchestrate", "orchestrator"),
    "planner": ("plan", "planner"),
    "worker.ai-generate": ("execute_step", "worker"),
    "worker.code-run": ("execute_step", "worker"),
    "worker.tool-call": ("execute_step", "worker"),
    "fixer": ("fix_step", "fixer"),
}


@frozen
class Anything:
    """No member is known of."""


@frozen
class Task:
    """What a session is for."""

    kind: str = declared("kind", declare.Choice(("plan", "orchestrate", "execute_step", "fix_step")), doc="Its kind.")


@frozen
class SessionStarted:
    """A session began."""

    run_id: str = declared("runId", _TEXT, doc="The run it belongs to.")
    role: str = declared("role", declare.Choice(tuple(ROLES)), doc="What it is in the run.")
    task: Task = declared("task", declare.Record(Task), doc="What it is for.")
    parent_run_id: str | None = declared("parentRunId", _TEXT, default=None, doc="The run that started this one.")
    manifest: JsonValue = declared("manifest", declare.Arguments(), doc="What it may do.")
    manifest_hash: str = declared("manifestHash", declare.Digest(), doc="ManifestHash of the manifest.")


@frozen
class SessionEnded:
    """A session ended."""

    run_id: str = declared("runId", _TEXT, doc="The run it belongs to.")


@frozen
class SessionFailed(SessionEnded):
    """A session ended badly."""

    error: JsonValue = declared("error", _ANY, doc="Why.")


@frozen
class VersionRegistered:
    """A workflow was written and has a version."""

    workflow_version_id: str = declared("workflowVersionId", declare.Digest("blake3"), doc="The version.")
    workflow_definition_hash: str = declared(
        "workflowDefinitionHash", declare.Digest(), doc="The definition it was written for."
    )


@frozen
class RunStarted:
    """A run began."""

    workflow_version_id: str = declared(
        "workflowVersionId", _TEXT, doc="The version that runs; `orchestrated` for a pipeline."
    )
    input: JsonValue = declared("input", _ANY, doc="What it is given.")
    parent_run_id: str | None = declared("parentRunId", _TEXT, default=None, doc="The run that started this one.")
    outer_loop_id: str | None = declared("outerLoopId", _TEXT, default=None, doc="The outer loop it is a cycle of.")
    label: str | None = declared("label", declare.Text(), default=None, doc="What people call it.")
    tags: tuple[str, ...] | None = declared("tags", declare.Ordered(_TEXT), default=None, doc="What it is found by.")


@frozen
class Request:
    """A workflow was asked for."""

    request_id: str = declared("requestId", _TEXT, doc="Id of the request.")


@frozen
class Findings:
    """Something was found wrong."""

    findings: tuple[JsonValue, ...] = declared("findings", declare.Ordered(_ANY), doc="What was found.")


@frozen
class ReuseDecision:
    """It was decided whether a version is used again."""

    policy: str = declared("policy", declare.Choice(("never", "exact", "structure", "any")), doc="By which rule.")


@frozen
class StepEvent:
    """Something happened to a step."""

    step_path: str = declared("stepPath", _TEXT, doc="The step, with the branches and visits it stands in.")


@frozen
class AttemptStarted(StepEvent):
    """A step is tried."""

    attempt: int = declared("attempt", _COUNT, doc="Number of the try, from 1.")


@frozen
class StepFailed(StepEvent):
    """A step failed."""

    error: JsonValue = declared("error", _ANY, doc="Why.")


@frozen
class RepairAttempted(AttemptStarted):
    """A session tries to mend its own output."""

    step_id: str = declared("stepId", _TEXT, doc="Id of the step.")
    model: str = declared("model", _TEXT, doc="Model slot that mends.")
    findings: tuple[JsonValue, ...] = declared("findings", declare.Ordered(_ANY), doc="What was found wrong.")


@frozen
class ArtifactCreated:
    """A file was kept."""

    artifact_id: str = declared("artifactId", _TEXT, doc="Its id.")


@frozen
class Failed:
    """Something failed."""

    error: JsonValue = declared("error", _ANY, doc="Why.")


@frozen
class CycleCompleted:
    """A cycle of an outer loop ended."""

    cycle_number: int = declared("cycleNumber", _COUNT, doc="Its number, from 1.")


@frozen
class ModelTurn:
    """A model is asked, or answers."""

    turn: int = declared("turn", declare.Integer(minimum=0), doc="Number of the turn.")


@frozen
class ModelCalled(ModelTurn):
    """A model is asked."""

    prompt_hash: str = declared("promptHash", declare.Digest(), doc="Digest of the request.")
    request: JsonValue = declared("request", declare.Arguments(), doc="What it is asked.")


@frozen
class ToolCall:
    """A tool is called, or answers."""

    call_id: str = declared("callId", _TEXT, doc="Id of the call.")


@frozen
class ToolCallStarted(ToolCall):
    """A tool is called."""

    caller: str = declared("caller", declare.Choice(("model", "code")), doc="Who calls it.")
    tool_name: str = declared("toolName", _TEXT, doc="The tool.")
    args: JsonValue = declared("args", _ANY, doc="Its arguments.")


PAYLOADS: Final[Mapping[str, type[Any]]] = {
    "OrchestrationRequested": Request,
    "PlannerStarted": Anything,
    "PlannerDraftedWorkflow": Anything,
    "WorkflowValidationFailed": Findings,
    "WorkflowValidationSucceeded": Anything,
    "PlannerReuseDecisionRecorded": ReuseDecision,
    VERSION_REGISTERED: VersionRegistered,
    RUN_STARTED: RunStarted,
    "StepScheduled": StepEvent,
    "StepAttemptStarted": AttemptStarted,
    "ModelCallStarted": StepEvent,
    "ModelCallCompleted": StepEvent,
    "ToolCallStarted": StepEvent,
    "ToolCallCompleted": StepEvent,
    "ArtifactCreated": ArtifactCreated,
    "StepOutputValidated": StepEvent,
    "StepCompleted": StepEvent,
    "StepFailed": StepFailed,
    "StepRepairAttempted": RepairAttempted,
    "ParallelGroupStarted": StepEvent,
    "ParallelBranchScheduled": StepEvent,
    "ParallelBranchCompleted": StepEvent,
    "ParallelBranchFailed": StepFailed,
    "ParallelGroupCompleted": StepEvent,
    "ParallelGroupFailed": StepFailed,
    "RunCompleted": Anything,
    "RunFailed": Failed,
    "OuterLoopCycleCompleted": CycleCompleted,
    SESSION_STARTED: SessionStarted,
    SESSION_COMPLETED: SessionEnded,
    SESSION_FAILED: SessionFailed,
    MODEL_CALLED: ModelCalled,
    "harness.model.responded": ModelTurn,
    "harness.model.failed": ModelTurn,
    TOOL_CALL_STARTED: ToolCallStarted,
    "harness.tool_call.succeeded": ToolCall,
    "harness.tool_call.failed": ToolCall,
    "harness.execute_step.started": Anything,
    "harness.execute_step.succeeded": Anything,
}
"""By the type of the event. A type that is not here may hold anything."""
OLD_NAMES: Final[Mapping[str, str]] = {
    "".join(word.title() for word in re.split("[._]", kind)): kind for kind in PAYLOADS if kind.startswith("harness.")
}
"""The present name of each type of event that was once called otherwise, such as `HarnessSessionStarted`."""
