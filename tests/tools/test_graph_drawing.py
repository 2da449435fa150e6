"""What is drawn can be read: no boxes overlap, no line leads through a box, and everything is there."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest
from drawings import Drawing, faults, read_drawing
from flows import MAYBE, irregular, model, regular, transition, workflow
from golden_cases import accept_cases, case_name, check_input
from hypothesis import HealthCheck, given, settings

from onefold.kernel.ir.nodes import Conditional, Parallel, StepDef, Tool, Transition, WorkflowDef
from onefold.tools.graph.compose import compose
from onefold.tools.graph.scenery import Overlay, scene_of, scene_of_difference
from onefold.tools.graph.svg import draw

SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def drawing_of(drawn: WorkflowDef) -> Drawing:
    return read_drawing(draw(scene_of(drawn)))


class _Author:
    """Writes large workflows of the shapes that people write: chains, handlers, loops, branches within branches."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - nothing here is a secret
        self.steps: dict[str, StepDef] = {}
        self.transitions: list[Transition] = []

    def workflow(self, count: int) -> WorkflowDef:
        start = self.region(count, 0)
        return workflow(start, self.steps, self.transitions)

    def region(self, count: int, depth: int) -> str:
        """A chain of steps; the name of its first."""
        names: list[str] = []
        while count > 0:
            names.append(f"step-{len(self.steps):02d}")
            self.steps[names[-1]] = model()
            count -= 1
            if count >= 3 and depth < 3 and self.random.random() < 0.2:
                share = self.random.randint(1, max(1, count // 3))
                heads = tuple(self.region(share, depth + 1) for _ in range(self.random.randint(2, 3)))
                self.steps[names[-1]] = Parallel(branches=heads)
                count -= share * len(heads)
        self._link(names)
        return names[0]

    def _link(self, names: list[str]) -> None:
        for name, following in pairwise(names):
            index = names.index(name)
            if isinstance(self.steps[name], Parallel) or self.random.random() < 0.7:
                self.transitions.append(transition(name, following))
            elif self.random.random() < 0.5:
                near = self.random.choice(names[max(0, index - 4) : index + 5])
                self.steps[name] = Conditional(on=MAYBE, then=following, otherwise=near)
            else:
                self.steps[name] = Tool(tool=f"service.do_{name}".replace("-", "_"))
                self.transitions.append(transition(name, following))
            if self.random.random() < 0.4:
                self.transitions.append(transition(name, names[-1], "failure"))
            if self.random.random() < 0.15:
                self.transitions.append(transition(name, self.random.choice(names), "timeout", MAYBE))


@pytest.mark.parametrize("seed", range(12))
def test_a_graph_of_sixty_steps_can_be_read(seed: int) -> None:
    large = _Author(seed).workflow(60)
    assert len(large.steps) >= 60
    drawing = drawing_of(large)
    assert faults(drawing) == []
    assert drawing.boxes.keys() == large.steps.keys()
    parallels = {name for name, step in large.steps.items() if isinstance(step, Parallel)}
    assert drawing.regions.keys() == parallels
    for name in parallels:
        step = large.steps[name]
        assert isinstance(step, Parallel)
        assert all(drawing.regions[name].contains(drawing.boxes[head]) for head in step.branches)


@pytest.mark.parametrize("case", accept_cases(), ids=case_name)
def test_the_golden_workflows_can_be_read(case: Path) -> None:
    checked = check_input(case / "input.fold.yaml")
    if checked.ir is None:
        pytest.skip("it does not compile")
    drawing = drawing_of(checked.ir)
    assert faults(drawing) == []
    ways = {(line.origin, line.target) for line in drawing.lines}
    assert {(each.origin, each.target) for each in checked.ir.transitions} <= ways


@given(regular(14))
@settings(SLOW, max_examples=40)
def test_any_workflow_can_be_read(drawn: WorkflowDef) -> None:
    drawing = drawing_of(drawn)
    assert faults(drawing) == []
    assert drawing.boxes.keys() == drawn.steps.keys()


@given(irregular(10), irregular(10))
@settings(SLOW, max_examples=40)
def test_two_workflows_laid_over_each_other_can_be_read(old: WorkflowDef, new: WorkflowDef) -> None:
    scene = scene_of_difference(new, Overlay(old, {}, frozenset()))
    drawing = read_drawing(draw(scene))
    assert faults(drawing) == []
    assert drawing.boxes.keys() == old.steps.keys() | new.steps.keys()
    ways = {(line.origin, line.target) for line in drawing.lines}
    assert ways == {(arrow.origin, arrow.target) for arrow in scene.arrows}


def _to_one_handler(outcome: str) -> Drawing:
    steps: dict[str, StepDef] = {"handler": model(), **{f"s{index}": model() for index in range(40)}}
    chain = [transition(f"s{index}", f"s{index + 1}") for index in range(39)]
    handled = [transition(f"s{index}", "handler", outcome) for index in range(40)]
    drawing = drawing_of(workflow("s0", steps, chain + handled))
    assert faults(drawing) == []
    assert len([line for line in drawing.lines if line.target == "handler"]) == 40
    assert len(drawing.labels) == 40
    return drawing


def test_many_lines_to_one_step_keep_apart() -> None:
    drawing = _to_one_handler("odd")
    assert len({line.points[-1] for line in drawing.lines if line.target == "handler"}) == 40


def test_lines_of_failures_to_one_handler_run_together() -> None:
    drawing = _to_one_handler("failure")
    assert len({line.points[-1] for line in drawing.lines if line.target == "handler"}) == 2
    assert drawing.width < 600


def test_regions_deep_inside_each_other_are_drawn_to_a_depth_and_no_fault() -> None:
    steps: dict[str, StepDef] = {}
    for index in range(300):
        steps[f"p{index}"] = Parallel(branches=(f"p{index + 1}" if index < 299 else "last", f"side{index}"))
        steps[f"side{index}"] = model()
    steps["last"] = model()
    found = compose(scene_of(workflow("p0", steps, [])))
    assert found.boxes.keys() == steps.keys()
    assert 0 < len(found.regions) < 300


def test_a_box_is_as_wide_as_its_words_and_long_words_are_cut() -> None:
    name = "-".join(["long"] * 20)
    drawn = draw(scene_of(workflow(name, {name: model(), "b": model()}, [transition(name, "b")])))
    box = read_drawing(drawn).boxes[name]
    assert 200 < box.width < 400
    assert f"<title>{name}: model, start</title>" in drawn
    assert "long-long-long-lo…" in drawn


def test_what_became_of_each_step_and_arrow_is_seen() -> None:
    old = workflow("a", {"a": model(), "b": model(), "c": model()}, [transition("a", "b"), transition("b", "c")])
    new = workflow("a", {"a": model(), "b": model(), "d": model()}, [transition("a", "b"), transition("b", "d")])
    scene = scene_of_difference(new, Overlay(old, {"a": "first"}, frozenset({"b"})))
    assert {name: box.status for name, box in scene.boxes.items()} == {
        "a": "renamed",
        "b": "changed",
        "c": "removed",
        "d": "added",
    }
    assert {(each.origin, each.target): each.status for each in scene.arrows} == {
        ("a", "b"): "same",
        ("b", "c"): "removed",
        ("b", "d"): "added",
    }
    assert "was first" in draw(scene)


def test_a_line_through_a_box_would_be_seen() -> None:
    # The check itself: two boxes and a line across one of them.
    step = '<rect class="box" x="{x}" y="0" width="10" height="10" data-step="{name}"/>'
    line = '<path class="line" d="M-5 5C0 5 20 5 30 5" data-from="a" data-to="b"/>'
    boxes = step.format(x=0, name="a") + step.format(x=5, name="b")
    found = faults(read_drawing(f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{boxes}{line}</svg>'))
    assert "a overlaps b" in found
    assert "the line from a to b leads through a" in found
