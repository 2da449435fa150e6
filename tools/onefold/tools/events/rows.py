"""One event as a row of the log, and the digest that chains it to the one before."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING

from onefold.frontends.frontend import Limits
from onefold.kernel.classes import fields, frozen
from onefold.kernel.identity.digests import Unhashable, digest_of
from onefold.kernel.identity.events import Event

if TYPE_CHECKING:
    from typing import Any, Final

    from onefold.kernel.values import JsonObject, JsonValue

FIRST: Final = ""
"""What stands for the digest of a predecessor where there is none."""
INSERT: Final = """\
INSERT INTO events (
  run_id, sequence, event_id, type, occurrence_id, idempotency_key, scope, recorded_at, payload, previous, digest
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
DEEPEST: Final = Limits().depth
"""Levels of nesting in a payload; the payload is level 1."""
_KIND: Final = "onefold event v1"


@frozen
class Row:
    """One event, column by column."""

    run_id: str
    sequence: int
    event_id: str
    type: str
    occurrence_id: str | None
    idempotency_key: str | None
    scope: str | None
    """Of the start of a session, what its manifest is compared with."""
    recorded_at: str
    payload: str
    """Canonical JSON."""
    previous: str
    """Digest of the event before it."""
    digest: str

    @classmethod
    def of(cls, found: sqlite3.Row) -> Row:
        """The row that was found; what a later form of the log adds to it is left out. Raises `sqlite3.Error`."""
        try:
            return cls(*(found[each.name] for each in fields(cls)))
        except IndexError:
            raise sqlite3.DatabaseError("its tables are not those of an event log") from None

    @property
    def columns(self) -> tuple[Any, ...]:
        """Its columns, in order."""
        return tuple(getattr(self, each.name) for each in fields(Row))

    @property
    def value(self) -> JsonObject:
        """The payload as a value. Raises `ValueError` where it is no JSON object that can have been appended."""
        try:
            value = json.loads(self.payload, parse_constant=_refused)
        except RecursionError:
            raise ValueError("the payload is nested too deeply") from None
        if not isinstance(value, dict) or is_deep(value):
            raise ValueError("the payload is no JSON object of an event")
        return value

    def event(self) -> Event:
        """The event itself. Raises `ValueError`."""
        return Event(
            self.run_id,
            self.sequence,
            self.type,
            self.value,
            self.event_id,
            self.recorded_at,
            self.occurrence_id,
            self.idempotency_key,
        )


def _refused(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def is_deep(value: JsonValue) -> bool:
    """Whether a value is nested more deeply than that of a document may be; one that holds itself is."""
    level: list[JsonValue] = [value]
    for _ in range(DEEPEST):
        # What stands in several places of one level is looked at once.
        holders = {id(each): each for each in level if isinstance(each, dict | list | tuple)}
        level = [below for each in holders.values() for below in (each.values() if isinstance(each, dict) else each)]
        if not level:
            return False
    return True


def digest_of_row(row: Row) -> str | None:
    """The digest of all columns but the digest itself; `None` of what cannot be hashed."""
    try:
        return digest_of([_KIND, *row.columns[:-1]])
    except Unhashable:
        return None
