"""A difference as JSON, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar, cast

from onefold.kernel.diff.difference import FORMS, KINDS, Difference, EdgeChange, Entry, Side
from onefold.kernel.diff.fingerprint import fingerprint
from onefold.kernel.diff.structure import structural_changes
from onefold.kernel.diff.summary import summary
from onefold.kernel.diff.words import word_difference
from onefold.kernel.ir.path import TransitionSegment, format_path

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final, Literal

    from onefold.kernel.diff.structure import Change
    from onefold.kernel.flow.edges import Kind
    from onefold.kernel.ir.path import Segment
    from onefold.kernel.values import JsonObject, JsonValue

FORMAT: Final = "diff/1"
_WAYS: Final[tuple[Kind, ...]] = ("transition", "branch", "then", "otherwise")
_Word = TypeVar("_Word", bound=str)


def to_json(difference: Difference, old_path: str | None = None, new_path: str | None = None) -> dict[str, JsonValue]:
    """The difference as plain values, in the shape that `onefold schema diff` publishes.

    The paths say where the two workflows were read. Word by word and key by key differences are added for readers;
    `from_json` finds them again by itself.
    """
    return {
        "onefold": FORMAT,
        "ok": difference.is_empty,
        "same": difference.is_empty,
        "old": {"path": old_path, "workflow": difference.old.workflow, "version": difference.old.version},
        "new": {"path": new_path, "workflow": difference.new.workflow, "version": difference.new.version},
        "summary": summary(difference),
        "entries": [entry_object(each, difference.old.workflow) for each in difference.entries],
        "edges": [
            {"kind": each.kind, "from": each.origin, "to": each.target, "by": each.by, "outcome": each.outcome}
            for each in difference.edges
        ],
    }


def entry_object(entry: Entry, workflow: str) -> dict[str, JsonValue]:
    """One entry; `workflow` is the id of the old workflow."""
    written: dict[str, JsonValue] = {
        "kind": entry.kind,
        "class": entry.change_class,
        "ir_path": format_path(entry.path),
        "path": [_segment_value(each) for each in entry.path],
        "form": entry.form,
        "fingerprint": fingerprint(entry, workflow),
    }
    if entry.kind != "added":
        written["old"] = entry.old
    if entry.kind != "removed":
        written["new"] = entry.new
    return {**written, **_details(entry)}


def from_json(value: JsonValue) -> Difference:
    """The difference that `to_json` wrote, whatever else was added. Raises `ValueError` where it is none."""
    try:
        return _difference(cast("Mapping[str, Any]", value))
    except (LookupError, TypeError, AttributeError, ValueError) as fault:
        raise ValueError(f"this is no difference: {fault}") from fault


def _details(entry: Entry) -> dict[str, JsonValue]:
    if entry.kind != "changed":
        return {}
    if entry.form == "text":
        pieces = word_difference(str(entry.old), str(entry.new))
        return {"words": [{"part": each.part, "text": each.text} for each in pieces]}
    if entry.form == "set":
        old, new = [*cast("Sequence[JsonValue]", entry.old)], [*cast("Sequence[JsonValue]", entry.new)]
        return {
            "members_added": [each for each in new if each not in old],
            "members_removed": [each for each in old if each not in new],
        }
    if entry.form == "json":
        return {"changes": [_change_object(each) for each in structural_changes(entry.old, entry.new)]}
    return {}


def _segment_value(segment: Segment) -> JsonValue:
    if isinstance(segment, TransitionSegment):
        return {"index": segment.index, "label": segment.label}
    return segment


def _change_object(change: Change) -> JsonObject:
    written: dict[str, JsonValue] = {"kind": change.kind, "path": [*change.path]}
    if change.kind != "added":
        written["old"] = change.old
    if change.kind != "removed":
        written["new"] = change.new
    return written


def _difference(value: Mapping[str, Any]) -> Difference:
    if value["onefold"] != FORMAT:
        raise TypeError(f"its kind is {value['onefold']!r}")
    return Difference(
        _side(value["old"]),
        _side(value["new"]),
        tuple(_entry(each) for each in value["entries"]),
        tuple(_edge(each) for each in value["edges"]),
    )


def _side(value: Mapping[str, Any]) -> Side:
    return Side(_text(value["workflow"]), _text(value["version"]))


def _entry(value: Mapping[str, Any]) -> Entry:
    path = tuple(_segment(each) for each in value["path"])
    if not path:
        raise TypeError("an entry has no path")
    kind, form = _one_of(KINDS, value["kind"]), _one_of(FORMS, value["form"])
    entry = Entry(kind, path, form, value.get("old"), value.get("new"))
    _ = entry.change_class  # A path that leads nowhere is refused here.
    return entry


def _edge(value: Mapping[str, Any]) -> EdgeChange:
    kind: Literal["added", "removed"] = _one_of(("added", "removed"), value["kind"])
    outcome = value["outcome"]
    return EdgeChange(kind, _text(value["from"]), _text(value["to"]), _one_of(_WAYS, value["by"]), outcome)


def _segment(value: Any) -> Segment:  # noqa: ANN401 - checked here
    if isinstance(value, Mapping):
        return TransitionSegment(int(value["index"]), _text(value["label"]))
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise TypeError(f"{value!r} is no segment of a path")


def _text(value: Any) -> str:  # noqa: ANN401 - checked here
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _one_of(known: tuple[_Word, ...], value: Any) -> _Word:  # noqa: ANN401 - checked here
    return known[known.index(value)]
