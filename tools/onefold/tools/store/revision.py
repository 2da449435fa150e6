"""The record of a revision: who made a version the newest of a channel, when, and after what."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from onefold.frontends.lower.identifiers import is_identifier
from onefold.kernel import patterns
from onefold.kernel.classes import evolve, field, frozen
from onefold.kernel.digest import digest, is_version
from onefold.kernel.ir.nodes import CHANNEL_ID, WORKFLOW_ID
from onefold.kernel.jcs import encode_value

if TYPE_CHECKING:
    from typing import Any, Final

    from onefold.kernel.values import JsonObject

SCHEMA: Final = 1
KIND: Final = "revision"
CHANNEL: Final = evolve(CHANNEL_ID, reserved=("latest",))
"""What a channel may be called: `latest` means the head of the default channel already."""
DEFAULT_CHANNEL: Final = "main"
LARGEST: Final = 2**24
"""Bytes that a record may have."""
_TIME: Final = patterns.compile(
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ", patterns.ASCII
)
_TEXTS: Final = ("workflow", "channel", "version", "message", "author", "time")
_LISTS: Final = ("parents", "parent_versions")


class Malformed(ValueError):  # noqa: N818 - it says what a record is
    """A record is not one of a revision; the text says why, as the end of a sentence."""


@frozen
class Revision:
    """One revision. Going back to earlier content is a new revision, not an edit and not a cycle."""

    workflow: str
    channel: str
    version: str
    parents: tuple[str, ...]
    """Ids of the revisions that this one comes after: none for the first, several for a merge."""
    parent_versions: tuple[str, ...]
    """The versions that the parents name, in their order."""
    message: str
    author: str
    time: str
    """UTC, ISO 8601, whole seconds: `2026-01-31T12:00:00Z`."""
    id: str = field(default="", eq=False)
    """Digest of the record. It is no part of the record."""

    def document(self) -> JsonObject:
        """The record as a plain value."""
        return {"revision": SCHEMA, **{name: getattr(self, name) for name in (*_TEXTS, *_LISTS)}}

    def encoded(self) -> bytes:
        """The bytes of the record: RFC 8785."""
        return encode_value(self.document())

    def identified(self) -> Revision:
        """The same revision with its id. Raises `ValueError` for texts that are no Unicode."""
        return evolve(self, id=digest(KIND, self.encoded()))


def decoded(data: bytes, identifier: str) -> Revision:
    """The revision of a record's bytes, whose digest is `identifier`.

    Raises `Malformed` for all but the exact bytes of a valid record.
    """
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        raise Malformed("it is not JSON") from None
    _require_shape(value)
    fields: dict[str, Any] = {name: value[name] for name in _TEXTS}
    fields |= {name: tuple(value[name]) for name in _LISTS}
    revision = Revision(**fields, id=identifier)
    _require_values(revision)
    try:
        is_canonical = revision.encoded() == data
    except ValueError:
        is_canonical = False
    if not is_canonical:
        raise Malformed("it is not in canonical form")
    return revision


def require_readable(revision: Revision) -> None:
    """Raise `Malformed` for what could not be read again once it is written."""
    data = revision.encoded()
    if len(data) > LARGEST:
        raise Malformed(f"its record would have {len(data)} bytes, and {LARGEST} are allowed")
    decoded(data, revision.id)


def _require_shape(value: Any) -> None:  # noqa: ANN401 - any JSON value
    if not isinstance(value, dict) or value.keys() != {"revision", *_TEXTS, *_LISTS}:
        raise Malformed("its fields are not those of a revision")
    if value["revision"] is True or value["revision"] != SCHEMA:
        raise Malformed(f"it is of schema {value['revision']!r}, and {SCHEMA} is known"[:100])
    for name in _TEXTS:
        if not isinstance(value[name], str):
            raise Malformed(f"`{name}` is not a text")
    for name in _LISTS:
        if not isinstance(value[name], list) or not all(isinstance(each, str) for each in value[name]):
            raise Malformed(f"`{name}` is not a list of texts")


def _require_values(revision: Revision) -> None:
    for shape, text in ((WORKFLOW_ID, revision.workflow), (CHANNEL, revision.channel)):
        if not is_identifier(shape, text):
            raise Malformed(f"`{text[:40]}` is not {shape.noun}")
    if not all(map(is_version, (revision.version, *revision.parents, *revision.parent_versions))):
        raise Malformed("what should be a digest is none")
    if len(revision.parents) != len(revision.parent_versions):
        raise Malformed("it has not as many parent versions as parents")
    if len(set(revision.parents)) != len(revision.parents):
        raise Malformed("it names a parent twice")
    if not _TIME.fullmatch(revision.time):
        raise Malformed("its time is not one in UTC with whole seconds")
