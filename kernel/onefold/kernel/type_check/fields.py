"""What is wrong with one segment of a path: a field that cannot be there, or one that another was meant by."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Finding
from onefold.kernel.ir.path import format_path
from onefold.kernel.schema_types import UNKNOWN
from onefold.kernel.schema_types.near import near_name
from onefold.kernel.schema_types.possible import AnyItem
from onefold.kernel.type_check.words import kinds_text
from onefold.kernel.words import listed, meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from onefold.kernel.diagnostics import Place
    from onefold.kernel.schema_types import Possible
    from onefold.kernel.schema_types.possible import Path
    from onefold.kernel.type_check.references import ReferenceTypes

_MOST_LISTED: Final = 6
_MOST_COMPARED: Final = 1_000
_OWN_FIELDS: Final = 2
_STEP: Final = "a step"
_CONDITIONAL: Final = "a conditional that declares no output"


@frozen
class FieldFault:
    """A wrong segment; the same one in other places is the same mistake."""

    path: Path
    """The path with the segment at its end."""
    finding: Finding


def member(
    types: ReferenceTypes, owner: Path, segment: str | int, place: Callable[[], Place]
) -> tuple[Possible, FieldFault | None]:
    """What `segment` of something at the path `owner` can be, and what is wrong with it where it stands at `place`."""
    path = (*owner, segment)
    found = types.at(path)
    if not types.at(owner).kinds:
        return UNKNOWN, None  # Its schema allows no value at all: it is never read.
    if not found.kinds:
        return found, FieldFault(path, _forbidden(types, owner, segment, place()))
    if found.field == "open" and isinstance(segment, str):
        near = near_name(segment, types.at(owner).names)
        if near is not None:
            arguments = {"owner": path_text(owner), "field": segment, "near": near}
            return found, FieldFault(path, Finding("near-field-name", place(), arguments))
    return found, None


def path_text(path: Path) -> str:
    """A path as people write it; any item of a list is `[]`.

    >>> path_text(("steps", "a-b", "output", 0, "name"))
    'steps["a-b"].output[0].name'
    """
    parts: list[str] = []
    for segment in path:
        if isinstance(segment, AnyItem):
            parts.append("[]")
        else:
            # What stands alone has no dot.
            parts.append(format_path(("x", segment))[1:] if parts else format_path((segment,)))
    return "".join(parts)


def _forbidden(types: ReferenceTypes, owner: Path, segment: str | int, place: Place) -> Finding:
    holder = types.at(owner)
    known = sorted({name for group in holder.names for name in group})
    wanted = "mapping" if isinstance(segment, str) else "list"
    help_line = None
    if wanted not in holder.kinds:
        reason = f"it is {kinds_text(holder.kinds)}"
    elif wanted == "list":
        reason = "the list is never that long"
    else:
        reason = _closed(owner, known)
        help_line = _meant(types, owner, str(segment), known)
    named = f"field `{segment}`" if isinstance(segment, str) else f"item `[{segment}]`"
    arguments = {"owner": path_text(owner), "member": named, "reason": reason}
    return Finding("forbidden-field", place, arguments, help=help_line)


def _closed(owner: Path, known: list[str]) -> str:
    if owner[0] != "inputs" and len(owner) <= _OWN_FIELDS:
        holder = "a workflow" if owner[0] != "steps" else _STEP if "output" in known else _CONDITIONAL
        return f"{holder} has only {listed(known, 'and')}"
    return "the schema does not allow it"


def _meant(types: ReferenceTypes, owner: Path, field: str, known: list[str]) -> str | None:
    if owner[0] == "steps" and len(owner) == _OWN_FIELDS:
        below: Path = (*owner, "output", field)
        if types.at(below).field == "declared":
            return f"write `{path_text(below)}`"
    near = near_name(field, [known])
    if near is not None:
        return f"did you mean `{near}`?"
    if not known or len(known) > _MOST_COMPARED:
        return None
    return meant(field, known) or (f"its fields are {listed(known, 'and')}" if len(known) <= _MOST_LISTED else None)
