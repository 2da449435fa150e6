"""Manifests are built from the objects that a session is given, whoever made them."""

from __future__ import annotations

import re

import attrs
import pytest

from onefold.api import CannotBuild, MalformedStepPath, MemoryCollision
from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.catalog import Catalog
from onefold.kernel.identity.build import orchestrator_manifest, planner_manifest, worker_manifest
from onefold.kernel.identity.capabilities import ModelSlotDef
from onefold.kernel.identity.definition import AttachedDef, DefinitionDef, MemoryDef, PlannerDef
from onefold.kernel.identity.definitions import Definition, Orchestrator
from onefold.kernel.identity.memory import pipeline_store
from onefold.kernel.identity.orchestrator import OrchestratorDef
from onefold.kernel.identity.step_path import Branch, StepPath, parse_step_path
from onefold.kernel.ir.catalog import ToolEntry
from onefold.kernel.ir.nodes import (
    BudgetDef,
    Model,
    Parallel,
    PromptTemplate,
    RetryPolicy,
    Tool,
    ToolSelector,
    Transition,
    WorkflowDef,
)

CATALOG = Catalog(tools={name: ToolEntry(description=name) for name in ("fs.read", "fs.write", "web.get")})


def definition(name: str, memory: MemoryDef | None = None) -> Definition:
    models = {"main": ModelSlotDef(provider="p", model="m")}
    planner = PlannerDef(model="main")
    record = DefinitionDef(definition=name, models=models, planner=planner, memory=memory or MemoryDef())
    return Definition(record)


def orchestrator(*workflows: str) -> Orchestrator:
    return Orchestrator(OrchestratorDef(orchestrator="o", model="main", workflows=workflows))


def test_definitions_that_would_share_a_memory_have_no_manifest() -> None:
    known = {each: definition(each) for each in ("a.b", "a-b", "c")}
    with pytest.raises(MemoryCollision, match=r"`a\.b` and `a-b` would share the memory `workflow:a-b`"):
        orchestrator_manifest(orchestrator("a.b", "c", "a-b"), known, CATALOG)
    with pytest.raises(MemoryCollision, match="would share"):
        planner_manifest(definition("a.b", MemoryDef(attached=(AttachedDef(id="a-b"),))), CATALOG)
    with pytest.raises(MemoryCollision, match="`b` is attached twice"):
        planner_manifest(definition("a", MemoryDef(attached=(AttachedDef(id="b"), AttachedDef(id="b")))), CATALOG)
    with pytest.raises(MemoryCollision, match="holds no letter or digit"):
        planner_manifest(definition("__"), CATALOG)


def test_what_is_mounted_is_named_and_what_is_not_is_left_out() -> None:
    memory = MemoryDef(workflow="none", org="none", attached=(AttachedDef(id="b"), AttachedDef(id="a")))
    assert planner_manifest(definition("w", memory), CATALOG).memory_store_ids == ("workflow:a", "workflow:b")
    assert planner_manifest(definition("w"), CATALOG).memory_store_ids == ("org", "workflow:w")
    one = definition("one")
    manifest = orchestrator_manifest(orchestrator("one"), {"one": one}, CATALOG)
    assert manifest.memory_store_ids == ("org", pipeline_store([one.hash]))


def test_a_definition_that_is_not_at_hand_is_told_with_the_nearest() -> None:
    with pytest.raises(CannotBuild, match="no definition `on` is at hand: did you mean `one`"):
        orchestrator_manifest(orchestrator("on"), {"one": definition("one")}, CATALOG)


def workflow(tools: ToolSelector) -> WorkflowDef:
    steps = {
        "all": Parallel(branches=("ask", "call")),
        "ask": Model(prompt=PromptTemplate("hi"), tools=tools),
        "call": Tool(tool="web.get"),
    }
    return WorkflowDef(onefold=1, workflow="w", start="all", steps=steps)


def allowed(tools: ToolSelector, step: str = "ask", catalog: Catalog = CATALOG) -> str:
    return worker_manifest(definition("w"), canonicalize(workflow(tools)), f"all[1].{step}", catalog).allowed_tools_hash


def test_the_tools_of_a_step_are_those_that_its_selector_admits() -> None:
    assert allowed(ToolSelector(allow=("fs.*",))) == allowed(ToolSelector(allow=("fs.read", "fs.write")))
    assert allowed(ToolSelector(allow=("*",), deny=("web.*",))) == allowed(ToolSelector(allow=("fs.*",)))
    assert allowed(ToolSelector()) == allowed(ToolSelector(allow=("nothing.*",)))
    assert allowed(ToolSelector(), "call") == allowed(ToolSelector(allow=("web.get",)))
    assert len({allowed(ToolSelector(allow=(each,))) for each in ("fs.read", "fs.write", "*")}) == 3


def test_a_tool_that_a_selector_names_and_no_catalogue_lists_is_told() -> None:
    with pytest.raises(CannotBuild, match=r"no catalogue lists the tool `fs\.raed`"):
        allowed(ToolSelector(allow=("fs.*", "fs.raed")))
    with pytest.raises(CannotBuild, match=r"no catalogue lists the tool `fs\.read`"):
        allowed(ToolSelector(allow=("fs.read",)), catalog=Catalog())
    assert allowed(ToolSelector(allow=("fs.*", "fs.raed"), deny=("fs.ra*",))) == allowed(ToolSelector(allow=("fs.*",)))


def test_a_step_is_named_with_the_branches_and_visits_it_stands_in() -> None:
    canonical = canonicalize(looped())
    path = StepPath("ask", (Branch("all", "é.1", visit=2, attempt=3),), visit=0)
    manifest = worker_manifest(definition("w"), canonical, path, CATALOG)
    assert manifest.step_path == "all.visit[2]@attempt_3[%C3%A9%2E1].ask.visit[0]"
    assert parse_step_path(manifest.step_path) == path
    assert worker_manifest(definition("w"), canonical, manifest.step_path, CATALOG) == manifest


def looped(steps: int | None = 9) -> WorkflowDef:
    """A parallel step that is tried again, in a loop; in one of its branches another loop, and a nested one."""
    once = workflow(ToolSelector())
    inner = {"more": Parallel(branches=("left", "right")), "left": Tool(tool="web.get"), "right": Tool(tool="web.get")}
    return attrs.evolve(
        once,
        steps={
            **once.steps,
            "all": Parallel(branches=("ask", "call"), retry=RetryPolicy(attempts=3)),
            "again": Tool(tool="web.get"),
            "last": Tool(tool="web.get"),
            **inner,
        },
        transitions=(
            Transition(origin="ask", target="ask", outcome="failure"),
            Transition(origin="all", target="again"),
            Transition(origin="again", target="all", outcome="failure"),
            Transition(origin="again", target="last"),
            Transition(origin="call", target="more"),
        ),
        budget=None if steps is None else BudgetDef(steps=steps),
    )


PLACES = [
    ("last", ""),
    ("last.visit[0]", "`last` is in no loop, so it has no visits"),
    ("again.visit[8]", ""),
    ("again.visit[9]", "`again` is visited 9 times at most"),
    ("again", "`again` is in a loop, so its path says which visit it is: `again.visit[0]`"),
    ("all[1].last", "`last` runs in no branch"),
    ("ask.visit[0]", "its path begins with `all[KEY].`"),
    ("all.visit[0][x].ask.visit[1]", ""),
    ("all[x].ask.visit[1]", "`all` is in a loop"),
    ("all.visit[0][call].ask.visit[1]", "the branch `call` of `all` does not come to it"),
    ("all.visit[0][ask].ask.visit[1]", ""),
    ("all.visit[0]@attempt_4[x].ask.visit[1]", "`all` is tried 3 times at most"),
    ("all.visit[0][x].call", ""),
    ("all.visit[0][x].left", "its path begins with `all[KEY].more[KEY].`"),
    ("all.visit[0][x].more[y].left", ""),
    ("all.visit[0][x].more[right].left", "the branch `right` of `more` does not come to it"),
    ("more[y].all.visit[0][x].left", "its path begins with `all[KEY].more[KEY].`"),
]


@pytest.mark.parametrize(("path", "reason"), PLACES)
def test_a_step_is_where_some_run_has_it(path: str, reason: str) -> None:
    canonical = canonicalize(looped())
    if not reason:
        assert worker_manifest(definition("w"), canonical, path, CATALOG).step_path == path
        return
    with pytest.raises(CannotBuild, match=re.escape(reason)):
        worker_manifest(definition("w"), canonical, path, CATALOG)


def test_visits_without_a_bound_have_any_number() -> None:
    path = "again.visit[99]"
    assert worker_manifest(definition("w"), canonicalize(looped(None)), path, CATALOG).step_path == path


NO_PATHS = [
    *("", ".", "a.", ".a", "a.b", "a[", "a[]", "a[1]", "a[1]b", "a[1].", "a b", "a@attempt_1[x].b"),
    *("a[x.y].b", "a[é].b", "a.visit[]", "a.visit[01]", "a.visit[-1]", "a[%zz].b", "a[%2e].b", "a[%FF].b"),
]


@pytest.mark.parametrize("text", NO_PATHS)
def test_what_is_no_path_of_a_step_is_told(text: str) -> None:
    with pytest.raises(MalformedStepPath, match="path of a step"):
        parse_step_path(text)
