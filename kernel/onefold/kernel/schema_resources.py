"""What a JSON Schema can refer to inside itself: its resources by address, their anchors and pointers."""

from __future__ import annotations

from urllib.parse import unquote, urldefrag, urljoin

from onefold.kernel import patterns
from onefold.kernel.classes import frozen
from onefold.kernel.schema_dialects import Target, dialect_of, subschemas

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.path import IrPath, Segment
    from onefold.kernel.schema_dialects import Dialect
    from onefold.kernel.values import JsonValue

# No list has more items than an index of fifteen digits can tell apart.
_INDEX: Final = patterns.compile(r"0|[1-9][0-9]{0,14}", patterns.ASCII)
_SHIPPED: Final = ("https://json-schema.org/draft/", "http://json-schema.org/draft-")


@frozen
class Resources:
    """The schemas with an address of their own inside one schema."""

    by_address: dict[str, Target]
    anchors: dict[tuple[str, str], Target]
    """By an address and an anchor name."""
    bases: dict[IrPath, str]
    """The address that references at a path are relative to."""
    dialects: dict[IrPath, Dialect]
    """The draft of the schema at a path; what is not here is no schema."""

    @classmethod
    def of(cls, schema: JsonValue) -> Resources:
        """Collect the addresses and anchors of a schema."""
        by_address: dict[str, Target] = {"": Target((), schema, dialect_of(schema, None))}
        anchors: dict[tuple[str, str], Target] = {}
        bases: dict[IrPath, str] = {}
        dialects: dict[IrPath, Dialect] = {}
        for target, base in _with_bases(schema):
            address, names = _identity(target.schema, base)
            by_address.setdefault(address, target)
            bases[target.path] = address
            dialects[target.path] = target.dialect
            anchors.update({(address, name): target for name in names})
        return cls(by_address, anchors, bases, dialects)

    def resolve(self, path: IrPath, reference: str) -> tuple[bool, bool]:
        """Whether a reference at `path` leaves the schema, and whether its target is there."""
        address, fragment = self._split(path, reference)
        if address is None or address not in self.by_address:
            shipped = address is not None and address.startswith(_SHIPPED)
            return not shipped, shipped
        if _is_anchor(fragment):
            return False, (address, unquote(fragment)) in self.anchors
        return False, _pointed(self.by_address[address], fragment) is not None

    def target(self, path: IrPath, reference: str) -> Target | None:
        """The schema that a reference at `path` leads to; `None` when it is not in here, or no schema stands there."""
        address, fragment = self._split(path, reference)
        if address is None or address not in self.by_address:
            return None
        if _is_anchor(fragment):
            return self.anchors.get((address, unquote(fragment)))
        found = _pointed(self.by_address[address], fragment)
        if found is None or found[0] not in self.dialects:
            return None
        return Target(*found, self.dialects[found[0]])

    def _split(self, path: IrPath, reference: str) -> tuple[str | None, str]:
        """The address and the fragment of a reference; no address when it is none."""
        base = self.bases.get(path)
        joined = None if base is None else _joined(base, reference)
        if joined is None:
            return None, ""
        address, fragment = urldefrag(joined)
        return address, fragment


def _is_anchor(fragment: str) -> bool:
    return fragment != "" and not fragment.startswith("/")


def _with_bases(schema: JsonValue) -> Iterator[tuple[Target, str]]:
    waiting = [(Target((), schema, dialect_of(schema, None)), "")]
    while waiting:
        each, base = waiting.pop()
        yield each, base
        address, _ = _identity(each.schema, base)
        for below, item in subschemas(each.schema, each.dialect):
            waiting.append((Target((*each.path, *below), item, dialect_of(item, each.dialect)), address))


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


def _pointed(home: Target, fragment: str) -> tuple[IrPath, JsonValue] | None:
    """What a JSON Pointer leads to from the schema with the address, and its path."""
    path: list[Segment] = list(home.path)
    current = home.schema
    for raw in unquote(fragment).split("/")[1:]:
        token = raw.replace("~1", "/").replace("~0", "~")
        if isinstance(current, dict) and token in current:
            path.append(token)
            current = current[token]
        elif isinstance(current, list) and _INDEX.fullmatch(token) and int(token) < len(current):
            path.append(int(token))
            current = current[int(token)]
        else:
            return None
    return tuple(path), current
