"""The event log of a workspace: append, read, verify. Any number of processes may append at once."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from onefold.kernel.identity.digests import Unhashable, canonical_bytes
from onefold.kernel.identity.drift import scope_of, unvisited
from onefold.kernel.identity.events import SESSION_STARTED, event_id
from onefold.tools.events.chain import (
    ALTERED,
    NO_PAYLOAD,
    Head,
    follow,
    is_readable,
    require_consistent,
    require_head,
    scope_column,
)
from onefold.tools.events.database import UNTOLD, connect, faults_of, reading, writing
from onefold.tools.events.drift import require_no_drift, require_one_form
from onefold.tools.events.faults import Conflict, InvalidEvent, Tampered, Unopenable
from onefold.tools.events.payloads import require_run_id, require_shallow, require_text, require_time, require_valid
from onefold.tools.events.rows import INSERT, Row, digest_of_row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Final

    from onefold.kernel.identity.drift import Scope
    from onefold.kernel.identity.events import Event
    from onefold.kernel.values import JsonObject

FILE: Final = ".onefold/events.db"
"""Where the log of a workspace is, from its root."""

_PAGE: Final = 500


def now() -> str:
    """The time: UTC, ISO 8601, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _taken(_row: Row) -> None:
    """A row that follows the one before is what was appended: nothing more is asked of it."""


class EventLog:
    """A log that is open. Close it, or use it in a `with`.

    Methods raise `Tampered` where the log is not what was appended to it, `Unopenable` where its file cannot be read or
    written, and `InvalidEvent` for what cannot be appended. Threads may share a log, and take turns; a process that
    was forked opens its own.
    """

    def __init__(self, path: str | Path, clock: Callable[[], str] = now) -> None:
        """Open the file, which is made where there is none; `clock` gives the time, as `now` does."""
        self.path = Path(path)
        self.clock = clock
        self._connection = connect(self.path)
        self._lock = RLock()
        # How far a run was followed, and the state of the file then. While nobody else writes, that holds.
        self._followed: dict[str, tuple[int, Head]] = {}

    @classmethod
    def at(cls, root: str | Path) -> EventLog:
        """The log of the workspace whose root this is."""
        return cls(Path(root) / FILE)

    def __enter__(self) -> EventLog:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()

    def append(
        self,
        run_id: str,
        kind: str,
        payload: JsonObject,
        *,
        key: str | None = None,
        occurrence_id: str | None = None,
    ) -> Event:
        """Append an event of a type to a run; when this returns, the event is on the disk.

        With an idempotency `key`, an append that is made again gives the event that is there, and appends nothing;
        the key with another event raises `Conflict`. The start of a session is checked for drift first, and raises
        `CapabilityDriftError`.
        """
        require_run_id(run_id)
        require_text("type", kind)
        for name, each in (("key", key), ("occurrence", occurrence_id)):
            if each is not None:
                require_text(name, each)
        text = _canonical(payload)
        require_valid(run_id, kind, payload)
        with self._guarded():
            with writing(self._connection):
                known = None if key is None else self._keyed(run_id, key)
                # To say that an event is there already is to vouch for it, as it is to go on with a session.
                follows = known is not None or kind == SESSION_STARTED
                head = self._follow(run_id) if follows else self._head(run_id)
                if known is not None:
                    _require_same(known, kind, text, occurrence_id)
                if kind == SESSION_STARTED:
                    self._require_no_drift(run_id, payload)
                if known is not None:
                    return _event(known)
                row = self._row(head, kind, payload, text, key, occurrence_id)
                self._insert(row)
            self._remember(Head(run_id, row.sequence, row.digest), head)
            return _event(row)

    def events(self, run_id: str, kind: str | None = None) -> Iterator[Event]:
        """The events of a run in order; of one type, or with `*` at its end of those that begin so."""
        require_run_id(run_id)
        wanted = _matching(kind)
        return (_event(row) for row in self._rows(run_id, 0) if wanted(row.type))

    def examined(self, run_id: str) -> tuple[tuple[Event, ...], Tampered | None]:
        """The events of a run as far as they can be read, and the first thing that is wrong with the run."""
        require_run_id(run_id)
        fault = None
        with self._guarded(), reading(self._connection):
            rows = [*self._rows(run_id, 0)]
            try:
                self._verified(Head(run_id), require_consistent)
            except Tampered as tampered:
                fault = tampered
        return tuple(row.event() for row in rows if is_readable(row)), fault

    def runs(self) -> list[str]:
        """The ids of all runs, in order."""
        with self._guarded():
            query = "SELECT run_id FROM heads UNION SELECT DISTINCT run_id FROM events ORDER BY 1"
            return [run_id for (run_id,) in self._connection.execute(query)]

    def has(self, run_id: str) -> bool:
        """Whether there is anything of a run: an event, or a head."""
        require_run_id(run_id)
        return self.count(run_id) > 0 or self.head(run_id) is not None

    def count(self, run_id: str) -> int:
        """How many events of a run are there, whatever its head says."""
        with self._guarded():
            query = "SELECT count(*) FROM events WHERE run_id = ?"
            return int(self._connection.execute(query, (run_id,)).fetchone()[0])

    def head(self, run_id: str) -> Head | None:
        """The end of a run as it is stated; `None` for a run that is not there."""
        with self._guarded():
            return self._stated(run_id)

    def verify(self, run_id: str | None = None) -> tuple[Tampered, ...]:
        """What is wrong, the first thing of each run; of one run, or of all and of the file."""
        found = []
        for each in self.runs() if run_id is None else [run_id]:
            try:
                with self._guarded(), reading(self._connection):
                    self._verified(Head(each), require_consistent)
            except Tampered as fault:
                found.append(fault)
        if run_id is None:
            with self._guarded():
                found.extend(Tampered("", None, reason) for reason in faults_of(self._connection))
        return tuple(found)

    def manifests(self, run_id: str) -> dict[Scope, JsonObject]:
        """The latest manifest that was accepted in each scope of a run, which is followed from its beginning."""
        found: dict[Scope, JsonObject] = {}
        with self._guarded(), reading(self._connection):
            self._verified(Head(run_id))
            query = "SELECT * FROM events WHERE run_id = ? AND scope IS NOT NULL ORDER BY sequence"
            for each in self._connection.execute(query, (run_id,)).fetchall():
                manifest = _manifest(Row.of(each))
                found[scope_of(manifest)] = manifest
        return found

    def manifest(self, run_id: str, scope: Scope) -> JsonObject | None:
        """The latest manifest that was accepted in a scope of a run, which is followed from its beginning."""
        with self._guarded(), reading(self._connection):
            self._verified(Head(run_id))
            return self._accepted(run_id, scope)

    def _follow(self, run_id: str) -> Head:
        """The head of a run that is followed from its beginning, or from where this process has followed it to."""
        state = self._state()
        known = self._followed.get(run_id)
        head = self._verified(known[1] if known and known[0] == state else Head(run_id))
        self._followed[run_id] = (state, head)
        return head

    def _require_no_drift(self, run_id: str, payload: JsonObject) -> None:
        manifest = payload["manifest"]
        assert isinstance(manifest, dict)  # noqa: S101 - its shape was checked
        require_no_drift(run_id, self._accepted(run_id, scope_of(manifest)), manifest)

    def _remember(self, head: Head, before: Head) -> None:
        """Note an event of one's own that is on the disk as followed, if what is before it was."""
        known = self._followed.get(head.run_id)
        if known and known[1] == before:
            self._followed[head.run_id] = (known[0], head)

    def _state(self) -> int:
        """A number that changes when somebody else has written."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def _verified(self, head: Head, examine: Callable[[Row], None] = _taken) -> Head:
        """The head of a run, which is followed from a head on that is known to be right; each row is examined."""
        for row in follow(head, self._rows(head.run_id, head.count)):
            examine(row)
            head = Head(row.run_id, row.sequence, row.digest)
        require_head(self._stated(head.run_id), head)
        return head

    def _accepted(self, run_id: str, scope: Scope) -> JsonObject | None:
        query = "SELECT * FROM events WHERE run_id = ? AND scope = ? ORDER BY sequence DESC LIMIT 1"
        found = self._connection.execute(query, (run_id, str(scope))).fetchone()
        if found is not None:
            return _manifest(Row.of(found))
        require_one_form(run_id, scope, self._has_visits(run_id, scope))
        return None

    def _has_visits(self, run_id: str, scope: Scope) -> bool | None:
        """Whether the sessions of a step that were accepted name a visit; `None` where there are none."""
        step, names_one = unvisited(scope)
        query = "SELECT 1 FROM events WHERE run_id = ? AND scope >= ? AND scope < ? LIMIT 1"
        # Of the paths that name a visit, all begin with this text, and none with its successor.
        between = (str(step), f"{step}\0") if names_one else (f"{step}.visit[", f"{step}.visit\\")
        return None if self._connection.execute(query, (run_id, *between)).fetchone() is None else not names_one

    def _head(self, run_id: str) -> Head:
        """The head of a run, held against the last event alone."""
        query = "SELECT * FROM events WHERE run_id = ? ORDER BY sequence DESC LIMIT 1"
        found = self._connection.execute(query, (run_id,)).fetchone()
        last = None if found is None else Row.of(found)
        if last is not None and last.digest != digest_of_row(last):
            raise Tampered(run_id, last.sequence, ALTERED)
        head = Head(run_id) if last is None else Head(run_id, last.sequence, last.digest)
        require_head(self._stated(run_id), head)
        return head

    def _stated(self, run_id: str) -> Head | None:
        found = self._connection.execute("SELECT count, digest FROM heads WHERE run_id = ?", (run_id,)).fetchone()
        return None if found is None else Head(run_id, *found)

    def _keyed(self, run_id: str, key: str) -> Row | None:
        query = "SELECT * FROM events WHERE run_id = ? AND idempotency_key = ?"
        found = self._connection.execute(query, (run_id, key)).fetchone()
        return None if found is None else Row.of(found)

    def _rows(self, run_id: str, after: int) -> Iterator[Row]:
        """The rows of a run after a place, page by page.

        Between pages no statement is open: one that is would hold the file as it was, and appends would fail on that.
        """
        while page := self._page(run_id, after):
            yield from page
            after = page[-1].sequence

    def _page(self, run_id: str, after: int) -> list[Row]:
        query = "SELECT * FROM events WHERE run_id = ? AND sequence > ? ORDER BY sequence LIMIT ?"
        with self._guarded():
            return [Row.of(each) for each in self._connection.execute(query, (run_id, after, _PAGE)).fetchall()]

    def _row(
        self, head: Head, kind: str, payload: JsonObject, text: str, key: str | None, occurrence_id: str | None
    ) -> Row:
        """The row of an event that comes after a head."""
        sequence = head.count + 1
        identity = event_id(head.run_id, sequence, kind, payload, occurrence_id)
        scope = scope_column(kind, payload)
        time = self.clock()
        require_time(time)
        columns = (head.run_id, sequence, identity, kind, occurrence_id, key, scope, time, text, head.digest)
        digest = digest_of_row(Row(*columns, ""))
        assert digest is not None  # noqa: S101 - every column was checked
        return Row(*columns, digest)

    def _insert(self, row: Row) -> None:
        self._connection.execute(INSERT, row.columns)
        if row.sequence == 1:
            statement = "INSERT INTO heads (run_id, count, digest) VALUES (?1, ?2, ?3)"
        else:
            statement = "UPDATE heads SET count = ?2, digest = ?3 WHERE run_id = ?1"
        self._connection.execute(statement, (row.run_id, row.sequence, row.digest))

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Take a turn, and tell a fault of the database in our words."""
        try:
            with self._lock:
                yield
        except sqlite3.Error as error:
            raise Unopenable(self.path, str(error)) from None
        except UnicodeDecodeError:
            raise Unopenable(self.path, UNTOLD) from None
        except UnicodeEncodeError:
            raise Tampered("", None, "the id of a run is no text") from None


def _canonical(payload: JsonObject) -> str:
    try:
        text = canonical_bytes(payload).decode()
    except Unhashable as fault:
        raise InvalidEvent(f"the payload cannot be kept: {fault}") from None
    except RecursionError:
        raise InvalidEvent("the payload is nested too deeply") from None
    require_shallow(payload)
    return text


def _require_same(known: Row, kind: str, text: str, occurrence_id: str | None) -> None:
    if (known.type, known.payload, known.occurrence_id) != (kind, text, occurrence_id):
        raise Conflict(f"the key `{known.idempotency_key}` belongs to event {known.sequence}, which is another one")


def _matching(kind: str | None) -> Callable[[str], bool]:
    if kind is None:
        return lambda _: True
    if kind.endswith("*"):
        return lambda each: each.startswith(kind[:-1])
    return lambda each: each == kind


def _event(row: Row) -> Event:
    try:
        return row.event()
    except ValueError:
        raise Tampered(row.run_id, row.sequence, NO_PAYLOAD) from None


def _manifest(row: Row) -> JsonObject:
    """The manifest of the start of a session that was followed."""
    manifest = _event(row).payload.get("manifest")
    if not isinstance(manifest, dict):
        raise Tampered(row.run_id, row.sequence, "it has no manifest")
    return manifest
