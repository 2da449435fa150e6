"""Events of a run, as they stand in the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.classes import frozen
from onefold.kernel.identity.digests import PREFIX, digest_of

if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.values import JsonObject, JsonValue

SESSION_STARTED: Final = "harness.session.started"
SESSION_COMPLETED: Final = "harness.session.completed"
SESSION_FAILED: Final = "harness.session.failed"
MODEL_CALLED: Final = "harness.model.called"
TOOL_CALL_STARTED: Final = "harness.tool_call.started"
VERSION_REGISTERED: Final = "WorkflowVersionRegistered"
RUN_STARTED: Final = "RunStarted"
ORCHESTRATED: Final = "orchestrated"
"""What a pipeline has in place of a version."""
_DIGITS: Final = 16


@frozen
class Event:
    """One thing that happened in a run."""

    run_id: str
    sequence: int
    """Its place in the run, from 1, without gaps."""
    type: str
    payload: JsonObject
    event_id: str
    recorded_at: str
    """UTC, ISO 8601, milliseconds."""
    occurrence_id: str | None = None
    """What tells it from an equal event of the same place, where something does."""
    idempotency_key: str | None = None
    """What an append that is made again is known by."""

    def envelope(self) -> JsonObject:
        """The event as it is printed; absent members are left out."""
        written: dict[str, JsonValue] = {
            "schemaVersion": 1,
            "eventId": self.event_id,
            "runId": self.run_id,
            "sequence": self.sequence,
            "type": self.type,
            "occurrenceId": self.occurrence_id,
            "idempotencyKey": self.idempotency_key,
            "recordedAt": self.recorded_at,
        }
        return {**{name: value for name, value in written.items() if value is not None}, "payload": self.payload}


def event_id(run_id: str, sequence: int, kind: str, payload: JsonObject, occurrence_id: str | None = None) -> str:
    """The id of an event: `evt_` and 16 hex digits that follow from all of it but its time. Raises `Unhashable`."""
    identity: dict[str, JsonValue] = {"runId": run_id, "sequence": sequence, "type": kind, "payload": payload}
    if occurrence_id is not None:
        identity["occurrenceId"] = occurrence_id
    return f"evt_{digest_of(identity).removeprefix(PREFIX)[:_DIGITS]}"
