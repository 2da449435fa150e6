"""Hypothesis strategies for the shapes of workflows: which steps, which edges, and little else."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from onefold.kernel.ir.expression import Literal
from onefold.kernel.ir.nodes import (
    BudgetDef,
    Conditional,
    Duration,
    JoinPolicy,
    Model,
    Parallel,
    Predicate,
    PromptTemplate,
    RetryPolicy,
    StepDef,
    Transition,
    VerifierRef,
    WorkflowDef,
)

MAYBE = Predicate(Literal(True))
"""A condition; the graph takes every condition as one that may hold or not."""
JOINS = [JoinPolicy("all"), JoinPolicy("any"), JoinPolicy("quorum", 1), JoinPolicy("quorum", 2)]
RETRIES = [RetryPolicy()] * 3 + [RetryPolicy(attempts=2), RetryPolicy(attempts=2, outcomes=("timeout", "odd"))]


def model(**fields: Any) -> Model:
    """A model step of which only the place in the graph matters."""
    return Model(prompt=PromptTemplate("hi"), **fields)


def transition(origin: str, target: str, outcome: str = "success", when: Predicate | None = None) -> Transition:
    """A transition; with a condition it may be passed over."""
    return Transition(origin=origin, target=target, outcome=outcome, when=when)


def workflow(start: str | None, steps: dict[str, StepDef], transitions: list[Transition], **fields: Any) -> WorkflowDef:
    """A workflow of these steps, allowed a million executions."""
    fields.setdefault("budget", BudgetDef(steps=1_000_000))
    return WorkflowDef(onefold=1, workflow="w", start=start, steps=steps, transitions=tuple(transitions), **fields)


@st.composite
def regular(draw: st.DrawFn, steps: int = 8) -> WorkflowDef:
    """Workflows of all kinds of steps whose branches are apart: edges stay within a region, loops included."""
    return _Drawing(draw, steps).workflow()


@st.composite
def racing(draw: st.DrawFn, steps: int = 8) -> WorkflowDef:
    """Regular workflows that are mostly parallel steps in parallel steps, with limits, and little that follows."""
    return _Drawing(draw, steps, parallels=8, longest=1).workflow()


@st.composite
def irregular(draw: st.DrawFn, steps: int = 8) -> WorkflowDef:
    """Workflows with edges between any steps, so that regions may overlap or be entered from outside."""
    drawing = _Drawing(draw, steps)
    drawing.workflow()
    names = list(drawing.steps)
    for origin, target in draw(st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=3)):
        drawing.link(origin, target)
    return drawing.workflow_of(draw(st.sampled_from([names[0]] * 4 + names)))


class _Drawing:
    """Draws regions one after another until the steps are used up."""

    def __init__(self, draw: st.DrawFn, steps: int, parallels: int = 2, longest: int = 3) -> None:
        self.draw, self.left = draw, steps
        self.parallels, self.longest = parallels, longest
        self.steps: dict[str, StepDef] = {}
        self.transitions: list[Transition] = []

    def workflow(self) -> WorkflowDef:
        start = self.region(4, 0)
        return self.workflow_of(start)

    def workflow_of(self, start: str) -> WorkflowDef:
        return workflow(start, self.steps, self.transitions)

    def region(self, most: int, depth: int) -> str:
        """A head and what follows it."""
        count = self.draw(st.integers(1, max(1, min(most, self.left))))
        self.left -= count
        names = [f"s{len(self.steps) + index}" for index in range(count)]
        for name in names:
            self.steps[name] = model()
        for name in names:
            self.steps[name] = self.step(names, depth)
        for origin, target in pairwise(names):
            if self.draw(st.integers(0, 3)):
                self.link(origin, target)
        for outcome in self.draw(st.sampled_from([(), (), (), ("failure", "timeout"), ("success",)])):
            # A region that never ends badly, or hardly ever well.
            self.transitions.extend(transition(name, name, outcome) for name in names)
        for origin in names:
            for target in self.draw(st.lists(st.sampled_from(names), max_size=2)):
                self.link(origin, target)
        return names[0]

    def step(self, region: list[str], depth: int) -> StepDef:
        kinds = ["model", "model", "conditional"] + ["parallel"] * (
            self.parallels if self.left >= 2 and depth < 2 else 0
        )
        kind = self.draw(st.sampled_from(kinds))
        outcomes = self.draw(st.sampled_from([(), (), ("odd",)]))
        if kind == "model":
            return model(outcomes=outcomes)
        limit = self.draw(st.sampled_from([None, None, Duration(1000)]))
        if kind == "conditional":
            then = self.draw(st.sampled_from(region))
            otherwise = self.draw(st.none() | st.sampled_from(region))
            return Conditional(on=MAYBE, then=then, otherwise=otherwise, outcomes=outcomes, timeout=limit)
        branches = [self.region(self.longest, depth + 1)]
        while len(branches) < 2 or (self.left and len(branches) < 3 and self.draw(st.booleans())):
            self.left = max(self.left, 1)
            branches.append(self.region(2, depth + 1))
        return Parallel(
            branches=tuple(branches),
            join=self.draw(st.sampled_from(JOINS)),
            outcomes=outcomes,
            timeout=limit,
            verify=self.draw(st.sampled_from([(), (VerifierRef(use="check"),)])),
            retry=self.draw(st.sampled_from(RETRIES)),
        )

    def link(self, origin: str, target: str) -> None:
        outcome = self.draw(st.sampled_from(["success", "success", "failure", "timeout", "odd"]))
        if outcome == "odd" and "odd" not in self.steps[origin].outcomes:
            outcome = "failure"
        when = self.draw(st.sampled_from([None, MAYBE]))
        self.transitions.append(transition(origin, target, outcome, when))
