"""What `breaking` prints: every change with its class, and whether it fails."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from onefold.kernel.classes import frozen
from onefold.kernel.diff import CLASSES, fingerprint
from onefold.kernel.diff.wire import entry_object
from onefold.tools.show.cells import escaped
from onefold.tools.show.difference.text import entry_lines
from onefold.tools.show.difference.words import place
from onefold.tools.show.style import Style

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Final, TypeAlias

    from onefold.kernel.diff import Class, Difference, Entry
    from onefold.kernel.values import JsonObject

Standing: TypeAlias = Literal["fails", "accepted", "passes"]
_PURPOSES: Final[Mapping[Standing, str]] = {"fails": "error", "accepted": "help", "passes": "faint"}


@frozen
class Judged:
    """One change, and what comes of it."""

    entry: Entry
    fingerprint: str
    standing: Standing

    def record(self, workflow: str) -> Mapping[str, str]:
        """What is kept of the change when it is accepted."""
        return {
            "fingerprint": self.fingerprint,
            "workflow": workflow,
            "class": self.entry.change_class,
            "change": f"{self.entry.kind} {place(self.entry)}",
        }


@frozen
class Verdict:
    """All changes, by class."""

    difference: Difference
    changes: tuple[Judged, ...]

    @property
    def workflow(self) -> str:
        """The id that the workflow had before."""
        return self.difference.old.workflow

    @property
    def failed(self) -> tuple[Judged, ...]:
        """The changes that fail."""
        return tuple(each for each in self.changes if each.standing == "fails")


def judge(difference: Difference, failing: Collection[Class], accepted: Collection[str]) -> Verdict:
    """Judge the changes of a difference; `accepted` are fingerprints."""
    changes = [_judged(each, difference.old.workflow, failing, accepted) for each in difference.entries]
    return Verdict(difference, tuple(sorted(changes, key=lambda each: CLASSES.index(each.entry.change_class))))


def _judged(entry: Entry, workflow: str, failing: Collection[Class], accepted: Collection[str]) -> Judged:
    found = fingerprint(entry, workflow)
    if entry.change_class not in failing:
        return Judged(entry, found, "passes")
    return Judged(entry, found, "accepted" if found in accepted else "fails")


def render(verdict: Verdict, *, colour: bool = False) -> str:
    """The changes as text with a line end at its end."""
    return "\n".join(_lines(verdict, Style(colour))) + "\n"


def _lines(verdict: Verdict, style: Style) -> Iterator[str]:
    if not verdict.changes:
        yield f"{style.paint('strong', 'same version')}  {verdict.difference.new.version}"
        return
    for name in CLASSES:
        changes = [each for each in verdict.changes if each.entry.change_class == name]
        if not changes:
            continue
        yield style.paint("strong", name)
        for each in changes:
            first, *rest = entry_lines(each.entry, style)
            yield f"  {style.paint(_PURPOSES[each.standing], f'{each.standing:<8}')}  {first}"
            yield from (f"            {line}".rstrip() for line in rest)
        yield ""
    yield style.paint("strong", f"{escaped(verdict.workflow)}: {_summary(verdict)}")


def _summary(verdict: Verdict) -> str:
    counts = Counter(each.standing for each in verdict.changes)
    words: Mapping[Standing, tuple[str, str]] = {
        "fails": ("breaking change", "breaking changes"),
        "accepted": ("accepted", "accepted"),
        "passes": ("other change", "other changes"),
    }
    found = [f"{counts[each]} {words[each][counts[each] != 1]}" for each in words if counts[each]]
    return ", ".join(found)


def breaking_object(verdict: Verdict, old: str, new: str, *, ok: bool) -> JsonObject:
    """The changes for programs, in the shape that `onefold schema breaking` publishes."""
    difference = verdict.difference
    return {
        "onefold": "breaking/1",
        "ok": ok,
        "old": {"path": old, "workflow": difference.old.workflow, "version": difference.old.version},
        "new": {"path": new, "workflow": difference.new.workflow, "version": difference.new.version},
        "changes": [
            {"standing": each.standing, **entry_object(each.entry, verdict.workflow)} for each in verdict.changes
        ],
    }
