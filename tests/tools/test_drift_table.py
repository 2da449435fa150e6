"""What counts as drift: every row of the table, from documents in the three data formats."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from identity_documents import (
    NAMES,
    WORKFLOW,
    catalog,
    definition,
    orchestrator,
    scoring,
    skill,
    spelled,
    workspace,
    write,
)

from onefold.api import (
    CapabilityDriftError,
    EventLog,
    Manifest,
    build_manifest,
    check_manifest_drift,
    start_session,
)

Change = Callable[[Path, str], object]


def offering(**fields: Any) -> Change:
    """The orchestrator with other fields."""
    return lambda folder, format_name: write(folder, "hiring", orchestrator(**fields), format_name)


def defining(**fields: Any) -> Change:
    """The first definition with other fields."""
    return lambda folder, format_name: write(folder, "review", definition(**fields), format_name)


def planning(**fields: Any) -> Change:
    """The first definition with another planner."""
    return defining(planner={**definition()["planner"], **fields})


def listing(**tools: Any) -> Change:
    """The catalogue with other tools."""
    return lambda folder, _: (folder / "catalog.yaml").write_text(spelled(catalog(**tools), "yaml"))


def unlisting(folder: Path, _format_name: str) -> object:
    document = catalog()
    del document["tools"]["crm.update"]
    return (folder / "catalog.yaml").write_text(spelled(document, "yaml"))


def telling(name: str, text: str) -> Change:
    """A skill with another text."""
    return lambda folder, _: skill(folder, name, text)


def remembering(folder: Path, _format_name: str) -> object:
    memory = folder / "memory" / "pipelines" / "note.md"
    memory.parent.mkdir(parents=True)
    return memory.write_text("something new")


def stepping(**steps: Any) -> Change:
    """The workflow with other steps."""
    changed = {**WORKFLOW, "steps": {**WORKFLOW["steps"], **steps}}
    return lambda folder, format_name: write(folder, "plan", changed, format_name)


OTHER = {"provider": "another", "model": "large"}
OBJECT = {"type": "object"}
REVIEW = WORKFLOW["steps"]["review"]
MORE = {"definition": "candidate.more", "models": {"m": {"provider": "p", "model": "x"}}, "planner": {"model": "m"}}


def offering_more(folder: Path, format_name: str) -> object:
    write(folder, "more", MORE, format_name)
    offered = ["candidate.more", "candidate.review", "candidate.scoring"]
    return write(folder, "hiring", orchestrator(workflows=offered), format_name)


# Row, change, whether it is drift, and the members that differ.
ORCHESTRATOR: list[tuple[str, Change, bool, set[str]]] = [
    ("nothing", lambda *_: None, False, set()),
    ("model slot", offering(model="cheap"), True, {"orchestratorModelSlotId"}),
    ("system prompt text", offering(system="Choose well!"), True, {"systemPromptHash"}),
    ("harness", offering(harness="otherHarness@2.0.0"), True, {"harnessId"}),
    ("order of workflows", offering(workflows=["candidate.scoring", "candidate.review"]), True, {"workflowOrderHash"}),
    (
        "set of workflows, one less",
        offering(workflows=["candidate.review"]),
        True,
        {"availableWorkflows", "memoryStoreIds"},
    ),
    ("set of workflows, one more", offering_more, True, {"availableWorkflows", "memoryStoreIds"}),
    (
        "definition of a sub-workflow",
        defining(description="Another."),
        True,
        {"availableWorkflows", "memoryStoreIds"},
    ),
    ("tool added", listing(crm__read={"description": "Reads."}), True, {"globalToolsHash"}),
    ("tool removed", unlisting, True, {"globalToolsHash"}),
    (
        "schema of a tool",
        listing(web__search={"description": "Finds pages.", "input": {"type": "object", "required": ["q"]}}),
        True,
        {"globalToolsHash"},
    ),
    ("own tools", offering(tools=["web.search"]), True, {"globalToolsHash"}),
    ("network of bash", offering(bash={"network": {"allowed_methods": ["GET"]}}), True, {"bashCapabilitiesHash"}),
    ("bash", offering(bash={"python": False}), True, {"bashCapabilitiesHash"}),
    ("memory that is mounted", offering(memory={"org": "none"}), True, {"memoryStoreIds"}),
    ("contents of memory", remembering, False, set()),
    (
        "body of a skill",
        telling("triage", "---\nname: triage\ndescription: What triage does.\n---\nAnother body.\n"),
        False,
        set(),
    ),
    (
        "front matter of a skill of its own and of a definition",
        telling("triage", "---\nname: triage\ndescription: Another.\n---\n# Body\n"),
        True,
        {"skillsHash", "availableWorkflows", "memoryStoreIds"},
    ),
    ("skill added", offering(skills=["skills/triage", "skills/read"]), True, {"skillsHash"}),
    ("skill removed", offering(skills=[]), True, {"skillsHash"}),
    ("concurrency", offering(max_concurrent_sub_runs=11), True, {"maxConcurrentSubRuns"}),
]
DEFINED = {"workflowDefinitionHash"}
PLANNER: list[tuple[str, Change, bool, set[str]]] = [
    ("nothing", lambda *_: None, False, set()),
    ("model slot", planning(model="cheap"), True, {"plannerModelSlotId", *DEFINED}),
    ("system prompt", planning(system="x"), True, {"systemPromptHash", *DEFINED}),
    ("skill removed", planning(skills=[]), True, {"skillsHash", *DEFINED}),
    ("harness", planning(harness="h@2"), True, {"harnessId", *DEFINED}),
    ("tool added", listing(crm__read={}), True, {"globalToolsHash"}),
    ("bash", defining(bash={}), True, {"bashCapabilitiesHash", *DEFINED}),
    ("memory", defining(memory={"org": "none"}), True, {"memoryStoreIds", *DEFINED}),
    ("description", defining(description="x"), True, DEFINED),
    ("model behind a slot", defining(models={"main": OTHER, "cheap": OTHER}), True, DEFINED),
]  # fmt: skip
VERSIONED = {"workflowVersionId", "stepConfigHash"}
WORKER: list[tuple[str, Change, bool, set[str]]] = [
    ("nothing", lambda *_: None, False, set()),
    ("prompt of the step", stepping(review={**REVIEW, "prompt": "Review!"}), True, VERSIONED),
    ("system of the step", stepping(review={**REVIEW, "system": "x"}), True, {*VERSIONED, "systemPromptHash"}),
    ("model of the step", stepping(review={**REVIEW, "model": "cheap"}), True, {*VERSIONED, "modelSlotId"}),
    ("tools of the step", stepping(review={**REVIEW, "tools": ["crm.*"]}), True, {*VERSIONED, "allowedToolsHash"}),
    (
        "another step",
        stepping(extract={**WORKFLOW["steps"]["extract"], "timeout": "31s"}),
        True,
        {"workflowVersionId"},
    ),
    ("a tool it may not call", listing(crm__read={}), False, set()),
    ("a tool that it may call", listing(web__fetch={}), True, {"allowedToolsHash"}),
    ("schema of a tool that it may call", listing(web__search={"input": OBJECT}), True, {"allowedToolsHash"}),
    ("skill of workers", defining(worker={"skills": ["skills/read"]}), True, {"skillsHash", *DEFINED}),
    ("fixers", defining(fixers={}), False, set()),
]  # fmt: skip


def manifest_of(kind: str, folder: Path, format_name: str) -> Manifest:
    suffix = f".fold.{format_name}"
    if kind == "orchestrator":
        return build_manifest(kind, folder / f"hiring{suffix}")
    if kind == "planner":
        return build_manifest(kind, folder / f"review{suffix}")
    step = "candidates[3].review" if kind == "worker" else "candidates[3].extract"
    return build_manifest(kind, folder / f"review{suffix}", workflow=folder / f"plan{suffix}", step=step)


@cache
def before(kind: str, format_name: str) -> Manifest:
    """The manifest of a session in the unchanged workspace, wherever that is: paths count for nothing."""
    with TemporaryDirectory() as folder:
        return manifest_of(kind, workspace(Path(folder), format_name), format_name)


def judged(kind: str, change: Change, format_name: str, folder: Path) -> set[str] | None:
    """The members that drifted after a change; `None` where the session may go on."""
    workspace(folder, format_name)
    with EventLog(folder / "events.db") as log:
        start_session(log, "run_1", before(kind, format_name))
        change(folder, format_name)
        current = manifest_of(kind, folder, format_name)
        try:
            check_manifest_drift(log, "run_1", current)
        except CapabilityDriftError as drifted:
            with pytest.raises(CapabilityDriftError):
                start_session(log, "run_1", current)
            assert len([*log.events("run_1")]) == 1
            return {str(each.path[0]) for each in drifted.diff}
        start_session(log, "run_1", current)
        return None


ROWS = [
    pytest.param(kind, change, is_drift, members, id=f"{kind}: {row}")
    for kind, table in (("orchestrator", ORCHESTRATOR), ("planner", PLANNER), ("worker", WORKER))
    for row, change, is_drift, members in table
]


@pytest.mark.parametrize("format_name", NAMES)
@pytest.mark.parametrize(("kind", "change", "is_drift", "members"), ROWS)
def test_a_row_of_the_table(
    kind: str, change: Change, is_drift: bool, members: set[str], format_name: str, quick_path: Path
) -> None:
    assert judged(kind, change, format_name, quick_path) == (members if is_drift else None)


@pytest.mark.parametrize("change", [{"model": "main"}, {"system": "Other."}, {"max_attempts": 3}])
def test_what_a_fixer_is_drifts_in_its_own_manifest(change: dict[str, Any], quick_path: Path) -> None:
    fixer = {**definition()["fixers"]["extract"], **change}
    found = judged("fixer", defining(fixers={"extract": fixer}), "toml", quick_path)
    assert found
    assert found <= {"modelSlotId", "systemPromptHash", "fixerModelSlotId", "fixerSystemHash", "fixerMaxAttempts"}


def test_planning_again_is_drift_and_a_first_plan_is_none(quick_path: Path) -> None:
    folder = workspace(quick_path, "json")
    file = folder / "review.fold.json"
    first = folder / "first.toml"
    first.write_text("cycleNumber = 1\nmaxCycles = 3\n")
    again = folder / "again.yaml"
    again.write_text("cycleNumber: 2\nmaxCycles: 3\npriorCycles: [{cycleNumber: 1, status: completed}]\n")
    with EventLog(folder / "events.db") as log:
        start_session(log, "run_1", build_manifest("planner", file))
        check_manifest_drift(log, "run_1", build_manifest("planner", file, outer_loop=first))
        with pytest.raises(CapabilityDriftError, match="outerLoopContextHash: undefined → "):
            check_manifest_drift(log, "run_1", build_manifest("planner", file, outer_loop=again))


def test_scoring_is_a_definition_of_its_own(quick_path: Path) -> None:
    # The table changes one definition; the other must not be reached by that.
    folder = workspace(quick_path, "yaml")
    before = build_manifest("planner", folder / "scoring.fold.yaml")
    write(folder, "review", definition(description="x"), "yaml")
    assert build_manifest("planner", folder / "scoring.fold.yaml") == before
    write(folder, "scoring", scoring(description="x"), "yaml")
    assert build_manifest("planner", folder / "scoring.fold.yaml") != before
