"""The event log: what happened in every run, appended and never changed, in one SQLite file."""

from onefold.tools.events.drift import CapabilityDriftError, check_all, check_manifest_drift
from onefold.tools.events.faults import Conflict, InvalidEvent, Tampered, Unopenable
from onefold.tools.events.log import EventLog
from onefold.tools.events.session import start_session

__all__ = [
    "CapabilityDriftError",
    "Conflict",
    "EventLog",
    "InvalidEvent",
    "Tampered",
    "Unopenable",
    "check_all",
    "check_manifest_drift",
    "start_session",
]
