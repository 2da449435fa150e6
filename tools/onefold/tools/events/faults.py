"""What can be wrong with an event log, or with what is appended to it."""

from __future__ import annotations

from pathlib import Path


class InvalidEvent(ValueError):  # noqa: N818 - it says what the event is
    """An event cannot be appended; the text says why."""


class Conflict(InvalidEvent):
    """The idempotency key of an event belongs to another one."""


class Tampered(Exception):  # noqa: N818 - it says what the log is
    """The log is not what was appended to it; nothing is done on top of that."""

    def __init__(self, run_id: str, sequence: int | None, reason: str) -> None:
        """`sequence` is that of the first event that is wrong, where it is one; `reason` is a clause.

        Without a `run_id` it is about the file as a whole.
        """
        where = (
            f"event {sequence} of the run `{run_id}`" if sequence else f"the run `{run_id}`" if run_id else "the log"
        )
        super().__init__(f"{where} is not what was appended: {reason}")
        self.run_id = run_id
        self.sequence = sequence
        self.reason = reason


class Unopenable(Exception):  # noqa: N818 - it says what the file is
    """A file cannot be used as an event log; the text says why."""

    def __init__(self, path: Path, reason: str) -> None:
        """`reason` is a clause."""
        super().__init__(f"the event log `{path}` cannot be used: {reason}")
        self.path = path
