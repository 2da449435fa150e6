"""Make scenes of workflows: of one, or of two laid over each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from onefold.kernel.canonicalize import Canonical
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.diff import Difference
from onefold.kernel.diff.compare import with_renames
from onefold.kernel.document import predicate_text
from onefold.kernel.flow import Edge, Flow, edges
from onefold.kernel.ir.nodes import Conditional, Model, Parallel, StepDef, SubWorkflow, Tool, WorkflowDef
from onefold.tools.graph.scene import Arrow, Box, Scene, Status

_KIND_LABELS: Final[Mapping[str, str]] = {"then": "then", "otherwise": "else"}
_BAD: Final = ("failure", "timeout")


@frozen
class Overlay:
    """How two workflows are laid over each other; ids are those of the new one."""

    old: WorkflowDef
    """With the ids that steps have now."""
    renamed: Mapping[str, str]
    """Old ids by new ids."""
    touched: frozenset[str]
    """The steps of which some field changed."""


def scene_of(workflow: WorkflowDef) -> Scene:
    """The scene of one workflow whose references all resolve."""
    places = _places(workflow)
    boxes = {name: _box(name, step, workflow, places) for name, step in workflow.steps.items()}
    return _scene(workflow.workflow, boxes, [_arrow(each) for each in edges(workflow)])


def scene_of_difference(new: WorkflowDef, overlay: Overlay) -> Scene:
    """Both workflows in one scene: what is gone is still there, and everything says what became of it."""
    old = overlay.old
    before, after = _places(old), _places(new)
    boxes = {name: _box(name, step, new, after) for name, step in new.steps.items()}
    boxes = {
        name: evolve(box, status=_status(name, overlay), before=overlay.renamed.get(name))
        for name, box in boxes.items()
    }
    gone = {name: _box(name, step, old, before) for name, step in old.steps.items() if name not in boxes}
    boxes |= {name: evolve(box, status="removed", is_start=False) for name, box in gone.items()}
    boxes = {name: _outside_of_nobody(box, boxes) for name, box in boxes.items()}
    arrows = [*_compared(edges(old), edges(new))]
    return _scene(new.workflow, boxes, arrows)


def scene_of_versions(difference: Difference, old: Canonical, new: Canonical) -> Scene:
    """The scene of the two workflows that a difference is about."""
    renames = difference.renames
    touched = {str(each.path[1]) for each in difference.entries if each.path[0] == "steps" and len(each.path) > 2}
    was = {name: before for before, name in renames.items()}
    return scene_of_difference(new.workflow, Overlay(with_renames(old, renames).workflow, was, frozenset(touched)))


def _status(name: str, overlay: Overlay) -> Status:
    if name not in overlay.old.steps:
        return "added"
    if name in overlay.renamed:
        return "renamed"
    return "changed" if name in overlay.touched else "same"


def _outside_of_nobody(box: Box, boxes: Mapping[str, Box]) -> Box:
    """A box whose parallel step is not drawn stands by itself."""
    return box if box.inside in boxes and box.lane in boxes else evolve(box, inside=None, lane=None)


def _compared(old: Iterable[Edge], new: Iterable[Edge]) -> Iterator[Arrow]:
    before, after = _ways(old), _ways(new)
    for way, arrow in after.items():
        if way not in before:
            yield evolve(arrow, status="added")
        else:
            yield evolve(arrow, status="same" if before[way].label == arrow.label else "changed")
    yield from (evolve(arrow, status="removed") for way, arrow in before.items() if way not in after)


def _ways(found: Iterable[Edge]) -> dict[tuple[str, str, str, str | None, int], Arrow]:
    """Arrows by what they connect and when; of several with conditions of their own, the first is the first."""
    ways: dict[tuple[str, str, str, str | None, int], Arrow] = {}
    counted = Counter[tuple[str, str, str, str | None]]()
    for edge in found:
        way = (edge.origin, edge.target, edge.kind, edge.outcome)
        ways[(*way, counted[way])] = _arrow(edge)
        counted[way] += 1
    return ways


def _arrow(edge: Edge) -> Arrow:
    words = [edge.outcome] if edge.outcome and edge.outcome != "success" else []
    if edge.kind in _KIND_LABELS:
        words.append(_KIND_LABELS[edge.kind])
    elif edge.condition is not None:
        words.append(f"when {predicate_text(edge.condition)}")
    return Arrow(edge.origin, edge.target, edge.kind, " ".join(words), is_bad=edge.outcome in _BAD)


def _scene(title: str, boxes: Mapping[str, Box], arrows: Iterable[Arrow]) -> Scene:
    """The start stands first, and ways that are taken when things go well before those of failures."""
    ordered = sorted(boxes.values(), key=lambda box: not box.is_start)
    by_course = sorted(_together(arrows), key=lambda arrow: (arrow.status == "removed", arrow.is_bad))
    return Scene(title, {box.name: box for box in ordered}, tuple(by_course))


def _together(arrows: Iterable[Arrow]) -> Iterator[Arrow]:
    """The arrows, with those made one that lead the same way for different bad outcomes."""
    groups: dict[object, list[Arrow]] = {}
    for index, arrow in enumerate(arrows):
        is_plain = arrow.is_bad and arrow.label in _BAD
        groups.setdefault((arrow.origin, arrow.target, arrow.status) if is_plain else index, []).append(arrow)
    for group in groups.values():
        yield evolve(group[0], label=", ".join(arrow.label for arrow in group))


def _places(workflow: WorkflowDef) -> Mapping[str, tuple[str, str]]:
    """The innermost parallel step around each step, and the first step of the branch that it lies in."""
    flow = Flow(workflow)
    found = {}
    for name in workflow.steps:
        region = flow.region(name)
        if region:
            found[name] = (region[-1].parallel, region[-1].head)
    return found


def _box(name: str, step: StepDef, workflow: WorkflowDef, places: Mapping[str, tuple[str, str]]) -> Box:
    inside, lane = places.get(name, (None, None))
    return Box(name, step.kind, _detail(step), is_start=name == workflow.start, inside=inside, lane=lane)


def _detail(step: StepDef) -> str:
    match step:
        case Model():
            return f"model {step.model}" if step.model else "model"
        case Tool():
            return step.tool
        case Parallel():
            wanted = f"{step.join.quorum}" if step.join.mode == "quorum" else step.join.mode
            return f"{wanted} of {len(step.branches)} branches"
        case Conditional():
            return predicate_text(step.on)
        case SubWorkflow():
            return f"{step.workflow} @ {step.version.text}"
        case _:
            return step.kind
