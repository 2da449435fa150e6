"""Open the file of an event log: one that is made, upgraded or refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from onefold.tools.events.faults import Unopenable
from onefold.tools.events.schema import APPLICATION, UPGRADES

PATIENCE: Final = 120.0
"""Seconds that an append waits for those of other processes."""
UNTOLD: Final = "the statements that made its tables are no text"
"""What is wrong where the driver fails to say so: it quotes such statements in its errors."""
_TRIES: Final = 1000


def connect(path: Path, upgrades: Sequence[str] = UPGRADES) -> sqlite3.Connection:
    """A connection to the log in a file, which is made where there is none. Raises `Unopenable`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise Unopenable(path, _reason(error)) from None
    try:
        _prepare(connection, path, upgrades)
    except sqlite3.Error as error:
        connection.close()
        raise Unopenable(path, _reason(error)) from None
    except UnicodeDecodeError:
        connection.close()
        raise Unopenable(path, UNTOLD) from None
    except Unopenable:
        connection.close()
        raise
    return connection


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction that nobody else writes beside: what is read in it stays so until it ends."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def reading(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction that sees the log as it is at its beginning."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")


def faults_of(connection: sqlite3.Connection, upgrades: Sequence[str] = UPGRADES) -> Iterator[str]:
    """What is wrong with a file as a whole, as clauses: its pages and indexes, its tables and triggers."""
    for (line,) in connection.execute("PRAGMA integrity_check(1)").fetchall():
        if line != "ok":
            yield str(line).lower()
    model = sqlite3.connect(":memory:", isolation_level=None)
    try:
        _upgrade(model, upgrades)
        wanted, found = _tables(model), _tables(connection)
    finally:
        model.close()
    for name in sorted(wanted.keys() | found.keys()):
        if name not in found:
            yield f"its {name} is missing"
        elif wanted.get(name) != found[name]:
            yield f"its {name} is not that of an event log"


def _tables(connection: sqlite3.Connection) -> dict[str, str]:
    """The statements that made the tables, indexes and triggers, by what they are called."""
    query = "SELECT type || ' `' || name || '`', sql FROM sqlite_master WHERE sql IS NOT NULL"
    return {str(name): str(statement) for name, statement in connection.execute(query).fetchall()}


def _prepare(connection: sqlite3.Connection, path: Path, upgrades: Sequence[str]) -> None:
    # Bytes that are no UTF-8 are told of by `verify`, so they must not end the reading.
    connection.row_factory = sqlite3.Row
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    with reading(connection):
        is_present = _is_present(connection, path, upgrades)
    _set_durable(connection)
    if is_present:
        return
    with writing(connection):
        # Another process may have been faster.
        if not _is_present(connection, path, upgrades):
            _upgrade(connection, upgrades)


def _is_present(connection: sqlite3.Connection, path: Path, upgrades: Sequence[str]) -> bool:
    """Whether the file has the present form. Raises `Unopenable` for one of somebody else, which is left as it is."""
    form, owner = _number(connection, "user_version"), _number(connection, "application_id")
    is_empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if owner != APPLICATION and not (is_empty and form == owner == 0):
        raise Unopenable(path, "it is a database of something else")
    if form > len(upgrades):
        raise Unopenable(path, f"a newer onefold wrote it, in form {form}, and this one knows form {len(upgrades)}")
    return form == len(upgrades)


def _set_durable(connection: sqlite3.Connection) -> None:
    """Write ahead, so that readers and the writer do not wait for each other, and put every commit on the disk."""
    connection.execute("PRAGMA synchronous = FULL")
    for _ in range(_TRIES):
        try:
            if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] == "wal":
                return
        except sqlite3.OperationalError:
            # This one statement does not wait for others that open the file for the first time; a transaction does.
            with writing(connection):
                pass
    raise sqlite3.OperationalError("it cannot be set to write ahead")


def _upgrade(connection: sqlite3.Connection, upgrades: Sequence[str]) -> None:
    form = _number(connection, "user_version")
    for script in upgrades[form:]:
        for statement in _statements(script):
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {len(upgrades)}")


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one: `executescript` would end the transaction first."""
    waiting = ""
    for line in script.split("\n"):
        waiting += f"{line}\n"
        if sqlite3.complete_statement(waiting):
            yield waiting
            waiting = ""


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _reason(error: OSError | sqlite3.Error) -> str:
    return ((error.strerror if isinstance(error, OSError) else None) or str(error)).lower()
