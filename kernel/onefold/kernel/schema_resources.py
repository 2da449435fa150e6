"""What a JSON Schema can refer to inside itself: its resources by address, their anchors and pointers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote, urldefrag, urljoin

from attrs import frozen

from onefold.kernel.ir.path import IrPath
from onefold.kernel.schema_dialects import Dialect, dialect_of, subschemas
from onefold.kernel.values import JsonValue

_SHIPPED: Final = ("https://json-schema.org/draft/", "http://json-schema.org/draft-")


@frozen
class Resources:
    """The schemas with an address of their own inside one schema."""

    by_address: dict[str, JsonValue]
    anchors: frozenset[tuple[str, str]]
    """Pairs of an address and an anchor name."""
    bases: dict[IrPath, str]
    """The address that references at a path are relative to."""

    @classmethod
    def of(cls, schema: JsonValue) -> Resources:
        """Collect the addresses and anchors of a schema."""
        by_address: dict[str, JsonValue] = {"": schema}
        anchors: set[tuple[str, str]] = set()
        bases: dict[IrPath, str] = {}
        for path, current, base in _with_bases(schema):
            address, names = _identity(current, base)
            by_address.setdefault(address, current)
            bases[path] = address
            anchors.update((address, name) for name in names)
        return cls(by_address, frozenset(anchors), bases)

    def resolve(self, path: IrPath, reference: str) -> tuple[bool, bool]:
        """Whether a reference at `path` leaves the schema, and whether its target is there."""
        target = _joined(self.bases[path], reference)
        if target is None:
            return True, False
        address, fragment = urldefrag(target)
        if address not in self.by_address:
            shipped = address.startswith(_SHIPPED)
            return not shipped, shipped
        if fragment and not fragment.startswith("/"):
            return False, (address, unquote(fragment)) in self.anchors
        return False, _has_pointer(self.by_address[address], fragment)


def _with_bases(schema: JsonValue) -> Iterator[tuple[IrPath, JsonValue, str]]:
    waiting: list[tuple[IrPath, JsonValue, str, Dialect]] = [((), schema, "", dialect_of(schema, None))]
    while waiting:
        path, current, base, dialect = waiting.pop()
        yield path, current, base
        address, _ = _identity(current, base)
        for below, item in subschemas(current, dialect):
            waiting.append(((*path, *below), item, address, dialect_of(item, dialect)))


def _identity(schema: JsonValue, base: str) -> tuple[str, list[str]]:
    """The address of a schema and the anchors it declares."""
    if not isinstance(schema, dict):
        return base, []
    names = [schema[keyword] for keyword in ("$anchor", "$dynamicAnchor") if isinstance(schema.get(keyword), str)]
    anchors = [str(name) for name in names]
    if schema.get("$recursiveAnchor") is True:
        anchors.append("")
    given = schema.get("$id", schema.get("id"))
    if not isinstance(given, str):
        return base, anchors
    if given.startswith("#"):
        # Before 2019-09 an id that is only a fragment was an anchor.
        return base, [*anchors, given[1:]]
    joined = _joined(base, given)
    return (base if joined is None else urldefrag(joined)[0]), anchors


def _joined(base: str, reference: str) -> str | None:
    if reference.startswith("#"):
        return base + reference
    try:
        return urljoin(base, reference)
    except ValueError:
        return None


def _has_pointer(schema: JsonValue, fragment: str) -> bool:
    current = schema
    for raw in unquote(fragment).split("/")[1:]:
        token = raw.replace("~1", "/").replace("~0", "~")
        if isinstance(current, dict) and token in current:
            current = current[token]
        elif isinstance(current, list) and token.isdecimal() and int(token) < len(current):
            current = current[int(token)]
        else:
            return False
    return True
