"""The tables of the event log, and how a log of an earlier form becomes one of the present."""

from __future__ import annotations

from typing import Final

APPLICATION: Final = 0x6F666C67
"""What SQLite keeps in the file to tell whose it is: `oflg`."""

_FIRST: Final = """\
CREATE TABLE events (
  run_id TEXT NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  event_id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  occurrence_id TEXT,
  idempotency_key TEXT,
  scope TEXT,
  recorded_at TEXT NOT NULL,
  payload TEXT NOT NULL,
  previous TEXT NOT NULL,
  digest TEXT NOT NULL,
  PRIMARY KEY (run_id, sequence)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX event_keys ON events (run_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX event_scopes ON events (run_id, scope, sequence) WHERE scope IS NOT NULL;
CREATE TABLE heads (
  run_id TEXT NOT NULL PRIMARY KEY,
  count INTEGER NOT NULL CHECK (count > 0),
  digest TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER events_never_change BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_never_go BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are never removed'); END;
CREATE TRIGGER events_never_give_way BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE run_id = NEW.run_id AND sequence = NEW.sequence)
  OR EXISTS (SELECT 1 FROM events WHERE event_id = NEW.event_id)
  OR EXISTS (SELECT 1 FROM events WHERE run_id = NEW.run_id AND idempotency_key = NEW.idempotency_key)
BEGIN SELECT RAISE(ABORT, 'events are never replaced'); END;
CREATE TRIGGER heads_only_grow BEFORE UPDATE ON heads
WHEN NEW.run_id IS NOT OLD.run_id OR NEW.count IS NOT OLD.count + 1
BEGIN SELECT RAISE(ABORT, 'a head moves by one event'); END;
CREATE TRIGGER heads_never_go BEFORE DELETE ON heads
BEGIN SELECT RAISE(ABORT, 'heads are never removed'); END;
CREATE TRIGGER heads_never_give_way BEFORE INSERT ON heads
WHEN EXISTS (SELECT 1 FROM heads WHERE run_id = NEW.run_id)
BEGIN SELECT RAISE(ABORT, 'heads are never replaced'); END;
"""

UPGRADES: Final[tuple[str, ...]] = (_FIRST,)
"""What makes a log of each form one of the next; the first makes an empty file one of form 1.

A form that was once released is never changed: a change is one more entry here. Digests cover the columns that
`rows.digest_of_row` names, so a column that is added has to be empty in the events that are there already.
"""
