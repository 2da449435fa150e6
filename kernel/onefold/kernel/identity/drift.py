"""Drift: what changed between the manifest that a run was started with and the one it has now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from onefold.kernel import patterns
from onefold.kernel.classes import frozen
from onefold.kernel.identity.manifests import MANIFESTS, manifest_hash, manifest_object
from onefold.kernel.ir.declare import declarations
from onefold.kernel.ir.path import format_path
from onefold.kernel.jcs import encode_value
from onefold.kernel.values import utf16_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from onefold.kernel.identity.manifests import Manifest
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonObject, JsonValue

_VISIT: Final = patterns.compile(r"\.visit\[[0-9]+\]\Z", patterns.ASCII)
GLOBAL: Final = "__global__"
_KINDS: Final = (
    ("fixer", ("fixerModelSlotId",)),
    ("planner", ("plannerModelSlotId",)),
    ("orchestrator", ("orchestratorModelSlotId",)),
    ("worker", ("workflowVersionId", "stepPath")),
)
_WORKFLOWS: Final = "availableWorkflows"
_ORDER: Final = "workflowOrderHash"
_DEFINITION: Final = "definitionHash"
# What a record in a list is known by.
_KEY: Final = "id"


class Absent:
    """There is nothing."""

    def __repr__(self) -> str:
        return "undefined"


ABSENT: Final = Absent()


@frozen
class Scope:
    """What manifests are compared with each other: those of one kind, and of one step where it has several."""

    kind: str
    """`orchestrator`, `planner`, `worker` or `fixer`; `unknown` for what is none of them."""
    key: str = GLOBAL
    """The path of the step, where the kind has one."""

    def __str__(self) -> str:
        return self.kind if self.key == GLOBAL else f"{self.kind} {self.key}"


@frozen
class Change:
    """One thing that is not what it was."""

    path: IrPath
    old: JsonValue | Absent
    new: JsonValue | Absent
    note: str = ""
    """What it means, in words."""

    def __str__(self) -> str:
        line = f"{format_path(self.path)}: {_shown(self.old)} → {_shown(self.new)}"
        return f"{line}\n  ({self.note})" if self.note else line


@frozen
class Drift:
    """A session that would not be what it was."""

    run_id: str
    stored: JsonObject
    current: JsonObject
    changes: tuple[Change, ...]

    def __str__(self) -> str:
        kind = scope_of(self.current).kind
        lines = [
            f"CapabilityDriftError: Run '{self.run_id}' was started with a different {kind} config.",
            "",
            "Changes detected:",
            *(f"- {each}" for each in self.changes),
            "",
            "To resume cleanly, restore the prior state.",
            "To start fresh, run with a new runId.",
        ]
        return "\n".join(lines)


def scope_of(manifest: Manifest | JsonObject) -> Scope:
    """The scope of a manifest, told by the members that it has."""
    members = plain(manifest)
    kind = next((kind for kind, names in _KINDS if all(name in members for name in names)), "unknown")
    step = members.get("stepPath")
    return Scope(kind, step) if kind in ("worker", "fixer") and isinstance(step, str) else Scope(kind)


def unvisited(scope: Scope) -> tuple[Scope, bool]:
    """The scope of a step without its visit, and whether it has one."""
    found = _VISIT.search(scope.key)
    return (Scope(scope.kind, scope.key[: found.start()]), True) if found else (scope, False)


def plain(manifest: Manifest | JsonObject) -> JsonObject:
    """A manifest as a plain value."""
    return manifest if isinstance(manifest, Mapping) else manifest_object(manifest)


def drift(run_id: str, stored: JsonObject, current: Manifest | JsonObject) -> Drift | None:
    """What drifted between two manifests of one scope; `None` where their hashes are equal."""
    now = plain(current)
    if manifest_hash(stored) == manifest_hash(now):
        return None
    return Drift(run_id, stored, now, changes(stored, now))


def changes(old: Manifest | JsonObject, new: Manifest | JsonObject) -> tuple[Change, ...]:
    """Every difference of two manifests, in the order in which manifests have their members."""
    before, after = plain(old), plain(new)
    # A set that changed has another order too, and that would say nothing more.
    hidden = {_ORDER} if before.get(_WORKFLOWS) != after.get(_WORKFLOWS) else set()
    names = [name for name in _ordered(before, after) if name not in hidden]
    return tuple(
        change for name in names for change in _compared((name,), before.get(name, ABSENT), after.get(name, ABSENT))
    )


def _ordered(before: JsonObject, after: JsonObject) -> list[str]:
    """The members of two manifests, those that are declared first."""
    kind = MANIFESTS.get(scope_of(after).kind)
    declared = [each.name for each in declarations(kind)] if kind else []
    names = {*before, *after}
    return [*(each for each in declared if each in names), *sorted(names - {*declared}, key=utf16_order)]


def _compared(path: IrPath, old: JsonValue | Absent, new: JsonValue | Absent) -> Iterator[Change]:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for name in sorted({*old, *new}, key=utf16_order):
            yield from _compared((*path, name), old.get(name, ABSENT), new.get(name, ABSENT))
    elif isinstance(old, list | tuple) and isinstance(new, list | tuple):
        keyed = _keys(old), _keys(new)
        yield from _records(path, old, new) if all(keyed) else _members(path, old, new)
    elif _differ(old, new):
        yield Change(path, old, new, _note(path))


def _note(path: IrPath) -> str:
    return "the order of the workflows changed" if path == (_ORDER,) else ""


def _keys(records: Sequence[JsonValue]) -> bool:
    """Whether every item is a record with a key of its own."""
    keys = [each.get(_KEY) if isinstance(each, Mapping) else None for each in records]
    return all(isinstance(each, str) for each in keys) and len(set(keys)) == len(keys)


def _records(path: IrPath, old: Sequence[JsonValue], new: Sequence[JsonValue]) -> Iterator[Change]:
    """Compare lists of records by key. An entry is numbered as in the list that it was in first."""
    before, after = _by_key(old), _by_key(new)
    for key in sorted({*before, *after}, key=utf16_order):
        if key not in after:
            index, record = before[key]
            yield Change((*path, index), record, ABSENT, _entry_note(path, key, "removed"))
        elif key not in before:
            index, record = after[key]
            yield Change((*path, index), ABSENT, record, _entry_note(path, key, "added"))
        else:
            index, record = before[key]
            for each in _compared((*path, index), record, after[key][1]):
                is_definition = each.path[-1] == _DEFINITION
                note = _entry_note(path, key, "definition changed") if is_definition else each.note
                yield Change(each.path, each.old, each.new, note)
    if set(before) == set(after) and list(before) != list(after):
        yield Change(path, list(before), list(after), "the order changed")


def _by_key(records: Sequence[JsonValue]) -> dict[str, tuple[int, JsonObject]]:
    return {str(each[_KEY]): (index, each) for index, each in enumerate(records) if isinstance(each, Mapping)}


def _entry_note(path: IrPath, key: str, what: str) -> str:
    return f"{key} workflow {what}" if path == (_WORKFLOWS,) else ""


def _members(path: IrPath, old: Sequence[JsonValue], new: Sequence[JsonValue]) -> Iterator[Change]:
    """Compare lists of plain values as sets: what went is set against what came, in order."""
    gone = [(index, item) for index, item in enumerate(old) if not _holds(new, item)]
    come = [(index, item) for index, item in enumerate(new) if not _holds(old, item)]
    for number in range(max(len(gone), len(come))):
        if number >= len(come):
            yield Change((*path, gone[number][0]), gone[number][1], ABSENT)
        elif number >= len(gone):
            yield Change((*path, come[number][0]), ABSENT, come[number][1])
        else:
            yield Change((*path, gone[number][0]), gone[number][1], come[number][1])
    if not gone and not come and _differ(list(old), list(new)):
        yield Change(path, list(old), list(new))


def _holds(items: Sequence[JsonValue], item: JsonValue) -> bool:
    return any(not _differ(each, item) for each in items)


def _differ(old: JsonValue | Absent, new: JsonValue | Absent) -> bool:
    if isinstance(old, Absent) or isinstance(new, Absent):
        return old is not new
    return encode_value(old) != encode_value(new)


def _shown(value: JsonValue | Absent) -> str:
    return str(value) if isinstance(value, Absent) else encode_value(value).decode()
