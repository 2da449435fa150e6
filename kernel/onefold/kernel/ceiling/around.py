"""What is at hand where requests are worked out: tools of a catalogue, and the workflows that others run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.ceiling.model import LEVELS
from onefold.kernel.ceiling.patterns import covers_name, projected
from onefold.kernel.classes import frozen
from onefold.kernel.globs import matches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from onefold.kernel.ceiling.dimensions import Entries
    from onefold.kernel.ir.catalog import ToolAnnotations, ToolEntry
    from onefold.kernel.ir.nodes import WorkflowDef


def _nowhere(_workflow: str, _selector: str) -> WorkflowDef | None:
    return None


@frozen(eq=False)
class Around:
    """What is known beside a bundle or a workflow."""

    tools: Mapping[str, ToolEntry] | None = None
    """The tools of the catalogues; `None` where no catalogue speaks of tools."""
    find: Callable[[str, str], WorkflowDef | None] = _nowhere
    """The workflow of an id and a version selector, where it is at hand."""


NOTHING_AROUND = Around()


def noting(around: Around) -> tuple[Around, Mapping[tuple[str, str], None]]:
    """The same, and the workflows, each with its selector, that somebody will have asked for in vain."""
    misses: dict[tuple[str, str], None] = {}

    def find(workflow: str, selector: str) -> WorkflowDef | None:
        found = around.find(workflow, selector)
        if found is None:
            misses[workflow, selector] = None
        return found

    return Around(around.tools, find), misses


def undescribed(tools: Entries, around: Around) -> tuple[str, ...]:
    """The tools among these of which nobody says what a call may do."""
    if isinstance(tools, str):
        return ()
    known = {} if around.tools is None else around.tools
    fitting = ((each, [known[name] for name in known if covers_name(each, name)]) for each in sorted(tools))
    return tuple(
        each
        for each, entries in fitting
        if (not entries and (around.tools is None or not each.endswith("*")))
        or any(level_of(entry.annotations) == LEVELS.words[-1] for entry in entries)
    )


def level_of_tools(tools: Entries, around: Around) -> str:
    """The strongest side effect of these tools; a tool that nobody describes may do anything."""
    levels = [LEVELS.words[-1] if each is None else level_of(each) for each in _described(tools, around)]
    return LEVELS.join([LEVELS.words[0], *levels])


def level_of(annotations: ToolAnnotations) -> str:
    """The strongest side effect that annotations leave possible."""
    if annotations.side_effect is not None:
        return annotations.side_effect
    if annotations.open_world:
        return "network"
    return "read_only" if annotations.read_only else LEVELS.words[-1]


def _described(tools: Entries, around: Around) -> Iterable[ToolAnnotations | None]:
    """What is known of each tool; of a pattern, of each tool that it fits."""
    if around.tools is None:
        return [None] if tools else []
    if isinstance(tools, str):
        return [each.annotations for each in around.tools.values()]
    found: list[ToolAnnotations | None] = []
    for pattern in map(projected, tools):
        fitting = [each.annotations for name, each in around.tools.items() if covers_name(pattern, name)]
        found += fitting or ([] if pattern.endswith("*") else [None])
    return found


def allowed_patterns(allow: Iterable[str], deny: Iterable[str]) -> frozenset[str]:
    """The globs of tools that are allowed, without those that one that is denied covers whole."""
    refused = tuple(deny)
    return frozenset(each for each in allow if not any(matches(glob, each) for glob in refused))
