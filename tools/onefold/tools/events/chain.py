"""Hold the rows of a run against each other: every edit, gap, swap or removal shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from onefold.kernel.classes import frozen
from onefold.kernel.identity.digests import Unhashable, canonical_bytes
from onefold.kernel.identity.drift import scope_of
from onefold.kernel.identity.events import SESSION_STARTED, event_id
from onefold.kernel.identity.manifests import manifest_hash
from onefold.tools.events.faults import Tampered
from onefold.tools.events.rows import FIRST, digest_of_row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

    from onefold.kernel.values import JsonObject
    from onefold.tools.events.rows import Row

ALTERED: Final = "its columns are not those that its digest was taken of"
NO_PAYLOAD: Final = "its payload is no canonical JSON object"


@frozen
class Head:
    """The end of a run: how many events it has, and the digest of the last."""

    run_id: str
    count: int = 0
    digest: str = FIRST


def follow(head: Head, rows: Iterable[Row]) -> Iterator[Row]:
    """The rows that come after a head that is known to be right. Raises `Tampered` at the first that is wrong."""
    sequence, digest = head.count, head.digest
    for row in rows:
        sequence += 1
        if row.sequence != sequence:
            raise Tampered(head.run_id, sequence, "it is missing")
        _require_row(row, digest)
        digest = row.digest
        yield row


def require_head(stated: Head | None, found: Head) -> None:
    """Raise `Tampered` unless the stated head of a run is the one that was found by following its rows."""
    run_id = found.run_id
    if stated is None:
        if found.count:
            raise Tampered(run_id, None, f"its head is missing, and {_events(found.count)} there")
        return
    counts = f"its head counts {stated.count}, and {_events(found.count)} there"
    if found.count < stated.count:
        missing = stated.count - found.count
        lost = "its last event is missing" if missing == 1 else f"its last {missing} events are missing"
        raise Tampered(run_id, None, f"{lost}: {counts}")
    if found.count > stated.count:
        raise Tampered(run_id, None, f"it has more events than were appended: {counts}")
    if found.digest != stated.digest:
        raise Tampered(run_id, None, "its head names another event than the last")


def _events(count: int) -> str:
    return "1 event is" if count == 1 else f"{count} events are"


def require_consistent(row: Row) -> None:
    """Raise `Tampered` unless the columns of a row say what its payload says."""
    reason = _content_fault(row)
    if reason:
        raise Tampered(row.run_id, row.sequence, reason)


def _require_row(row: Row, previous: str) -> None:
    """Raise `Tampered` unless a row is what was appended. What a manifest says of itself comes first: it says most."""
    reason = _manifest_fault(row)
    if reason is None and row.previous != previous:
        reason = "it does not follow the event before it"
    if reason is None and row.digest != digest_of_row(row):
        reason = ALTERED
    if reason:
        raise Tampered(row.run_id, row.sequence, reason)


def _manifest_fault(row: Row) -> str | None:
    """Why the manifest of the start of a session is not the one that its hash names."""
    if row.type != SESSION_STARTED:
        return None
    payload = _payload(row)
    if payload is None:
        return NO_PAYLOAD
    manifest, claimed = payload.get("manifest"), payload.get("manifestHash")
    if not isinstance(manifest, Mapping):
        return "it has no manifest"
    if not isinstance(claimed, str):
        return "its manifest has no hash"
    try:
        found = manifest_hash(manifest)
    except Unhashable:
        return "its manifest cannot be hashed"
    return None if claimed == found else f"its manifest has the hash `{found}`, and `{claimed}` is stored with it"


def _content_fault(row: Row) -> str | None:
    payload = _payload(row)
    try:
        is_canonical = payload is not None and canonical_bytes(payload).decode() == row.payload
    except Unhashable:
        is_canonical = False
    if payload is None or not is_canonical:
        return NO_PAYLOAD
    if row.event_id != event_id(row.run_id, row.sequence, row.type, payload, row.occurrence_id):
        return "its id is not that of its content"
    return None if row.scope == scope_column(row.type, payload) else "its scope is not that of its manifest"


def is_readable(row: Row) -> bool:
    """Whether the payload of a row can be read at all."""
    return _payload(row) is not None


def _payload(row: Row) -> JsonObject | None:
    try:
        return row.value
    except ValueError:
        return None


def scope_column(kind: str, payload: JsonObject) -> str | None:
    """What an event is found by when a manifest is compared with the one before."""
    manifest = payload.get("manifest")
    if kind != SESSION_STARTED or not isinstance(manifest, Mapping):
        return None
    return str(scope_of(manifest))
