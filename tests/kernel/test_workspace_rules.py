"""Documents that are checked together, as values: no file is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onefold.kernel.globs import matches
from onefold.kernel.ir.catalog import CatalogDef, ModelEntry, ToolEntry
from onefold.kernel.ir.nodes import (
    Model,
    PromptTemplate,
    SubWorkflow,
    ToolSelector,
    VersionSelector,
    WorkflowDef,
)
from onefold.kernel.member import Member
from onefold.kernel.rules.missing_workflow import is_slip
from onefold.kernel.validate_workspace import validate_workspace
from onefold.kernel.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onefold.kernel.ir.nodes import (
        StepDef,
    )
    from onefold.kernel.workspace import Document, Sighting

VERSION = f"blake3:{'0' * 64}"


def member(name: str, *runs: str, version: str | None = VERSION, selector: str = "latest") -> Member:
    steps: dict[str, StepDef] = {
        f"s{number}": SubWorkflow(workflow=each, version=VersionSelector(selector)) for number, each in enumerate(runs)
    }
    steps = steps or {"a": Model(prompt=PromptTemplate("hi"))}
    return Member.of(WorkflowDef(onefold=1, workflow=name, start=None, steps=steps), lambda: version)


def sightings(code: str, *documents: Document, is_whole: bool = False) -> list[Sighting]:
    return [each for each in validate_workspace(Workspace(documents, is_whole)) if each.code == code]


def spots(found: Iterable[Sighting]) -> list[int]:
    return [each.spot.document for each in found]


def test_a_circle_of_many_workflows_is_one_finding_with_every_step() -> None:
    size = 3000
    ring = [member(f"w{number}", f"w{(number + 1) % size}") for number in range(size)]
    (found,) = sightings("workflow-cycle", *ring)
    assert found.spot.document == 0
    assert len(found.related) == size - 1


def test_two_circles_are_two_findings_and_the_shortest_way_is_told() -> None:
    documents = [
        member("a", "b", "c"),
        member("b", "a"),
        member("c", "b"),
        member("d", "e"),
        member("e", "d"),
        member("f", "a"),
    ]
    found = sightings("workflow-cycle", *documents)
    assert spots(found) == [0, 3]
    assert [each.arguments["others"] for each in found] == ["`b`", "`e`"]


@pytest.mark.parametrize(("selector", "count"), [("latest", 1), ("stable", 1), (VERSION, 1), (f"blake3:{'1' * 64}", 0)])
def test_a_step_with_another_full_version_closes_no_circle(selector: str, count: int) -> None:
    documents = [member("a", "b", selector=selector), member("b", "a", selector=selector)]
    assert len(sightings("workflow-cycle", *documents)) == count


def test_a_workflow_that_runs_itself_is_no_matter_of_several_documents() -> None:
    assert sightings("workflow-cycle", member("a", "a"), member("a", "a")) == []


def test_versions_that_are_not_known_conflict_with_nothing() -> None:
    one, other = member("a"), member("a", version=f"blake3:{'1' * 64}")
    assert spots(sightings("conflicting-versions", one, other)) == [1]
    assert sightings("conflicting-versions", one, member("a", version=None), one) == []


def test_a_glob_uses_every_tool_that_it_matches() -> None:
    catalog = CatalogDef(
        catalog="c", tools={"a.x": ToolEntry(), "a.y": ToolEntry(), "b": ToolEntry()}, models={"m": ModelEntry()}
    )
    step = Model(prompt=PromptTemplate("hi"), tools=ToolSelector(allow=("a.*",), deny=("b",)))
    workflow = WorkflowDef(onefold=1, workflow="w", start=None, steps={"s": step})
    found = sightings("unused-entry", Member.of(workflow, lambda: None), catalog, is_whole=True)
    assert [each.arguments["id"] for each in found] == ["b", "m"]
    assert sightings("unused-entry", Member.of(workflow, lambda: None), catalog) == []


def test_an_id_that_probably_means_an_entry_uses_it() -> None:
    catalog = CatalogDef(catalog="c", models={"writer": ModelEntry(), "painter": ModelEntry()})
    workflow = WorkflowDef(
        onefold=1, workflow="w", start=None, steps={"s": Model(prompt=PromptTemplate("hi"), model="wirter")}
    )
    found = sightings("unused-entry", Member.of(workflow, lambda: None), catalog, is_whole=True)
    assert [each.arguments["id"] for each in found] == ["painter"]


@pytest.mark.parametrize(
    ("name", "other", "slip"),
    [
        ("ops.merge", "ops/merge", True),
        ("ops.merge", "OPS.merge", True),
        ("ops.merge", "ops.mergee", True),
        ("ops.merge", "ops.merg", True),
        ("ops.merge", "ops.marge", True),
        ("ops.merge", "ops.egrem", False),
        ("report-2024", "report-2025", False),
        ("report-1", "report-12", False),
        ("etl", "ett", False),
        ("a", "b", False),
    ],
)
def test_a_slip_is_one_letter_a_separator_or_case(name: str, other: str, slip: bool) -> None:
    assert is_slip(name, other) is slip
    assert is_slip(other, name) is slip


@given(st.text("ab.*", min_size=1, max_size=8), st.text("ab.", max_size=8))
def test_a_glob_matches_as_a_regular_expression_would(glob: str, name: str) -> None:
    import re

    assert matches(glob, name) == bool(re.fullmatch(".*".join(map(re.escape, glob.split("*"))), name))


def test_a_glob_of_many_stars_takes_no_exponential_time() -> None:
    assert not matches("*a" * 90 + "b", "a" * 200)
