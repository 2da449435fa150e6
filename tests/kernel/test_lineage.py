"""What led to what: every edge comes from the log, and one that does not hold says why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from onefold.kernel.identity.events import Event, event_id
from onefold.kernel.identity.lineage import Lineage, lineage
from onefold.tools.show.lineage import lineage_object, mermaid, tree
from onefold.tools.show.style import Style

DEFINITION = "sha256:d"
VERSION = "blake3:v"
Log = dict[str, list[tuple[str, dict[str, Any]]]]


def session(role: str, manifest: dict[str, Any], parent: str | None = None) -> tuple[str, dict[str, Any]]:
    payload = {"role": role, "parentRunId": parent, "manifest": manifest, "manifestHash": f"sha256:{role}"}
    return "harness.session.started", payload


def orchestrating(*hashes: str, parent: str | None = None) -> tuple[str, dict[str, Any]]:
    offered = [{"id": f"d{index}", "definitionHash": each} for index, each in enumerate(hashes)]
    manifest = {"orchestratorModelSlotId": "m", "availableWorkflows": offered}
    return session("orchestrator", manifest, parent)


def working(step: str, parent: str | None = "run_top") -> tuple[str, dict[str, Any]]:
    manifest = {"workflowVersionId": VERSION, "stepPath": step, "workflowDefinitionHash": DEFINITION}
    return session("worker.ai-generate", manifest, parent)


def planning(parent: str | None = "run_top", **members: Any) -> tuple[str, dict[str, Any]]:
    return session("planner", {"plannerModelSlotId": "m", "workflowDefinitionHash": DEFINITION, **members}, parent)


def registering(definition: str = DEFINITION) -> tuple[str, dict[str, Any]]:
    return "WorkflowVersionRegistered", {"workflowVersionId": VERSION, "workflowDefinitionHash": definition}


WHOLE: Log = {
    "run_top": [orchestrating("sha256:other", DEFINITION)],
    "run_a": [planning(), registering(), working("a"), working("b")],
}


def events_of(log: Mapping[str, Sequence[tuple[str, dict[str, Any]]]], run_id: str) -> tuple[Event, ...]:
    return tuple(
        Event(run_id, number, kind, payload, event_id(run_id, number, kind, payload), "t")
        for number, (kind, payload) in enumerate(log.get(run_id, ()), 1)
    )


def traced(log: Log, step: str | None = None, run_id: str = "run_a") -> Lineage:
    found = lineage(run_id, lambda each: events_of(log, each), step)
    assert found
    return found


def chain(found: Lineage) -> list[str]:
    """The kinds and names from the root on, where there is one way."""
    names = [f"{found.root.kind} {found.root.name}"]
    node = found.root
    while nexts := [each.target for each in found.edges if each.origin == node]:
        (node,) = nexts
        names.append(f"{node.kind} {node.name}")
    return names


def broken(log: Log, step: str | None = "a") -> list[str]:
    return [each.broken for each in traced(log, step).edges if each.broken]


def test_a_step_is_led_back_to_the_pipeline() -> None:
    found = traced(WHOLE, "a")
    assert found.is_whole
    assert chain(found) == [
        "run run_a",
        "step a",
        f"version {VERSION}",
        f"definition {DEFINITION}",
        "orchestrator sha256:orchestrator",
        "run run_top",
    ]
    assert {each.target.detail for each in found.edges} >= {
        "d1",
        "worker.ai-generate, event 3, manifest sha256:worker.ai-generate",
    }


def test_all_sessions_of_a_run_share_what_led_to_them() -> None:
    found = traced(WHOLE)
    assert found.is_whole
    below = [f"{each.target.kind} {each.target.name}" for each in found.edges if each.origin == found.root]
    assert below == ["planner sha256:planner", "step a", "step b"]
    assert len([each for each in found.edges if each.target.kind == "orchestrator"]) == 1


def test_a_step_that_never_ran_has_no_lineage() -> None:
    assert lineage("run_a", lambda each: events_of(WHOLE, each), "c") is None
    assert traced(WHOLE, None, "run_none").edges == ()


def test_a_run_that_nobody_started_ends_with_its_definition() -> None:
    log: Log = {"run_a": [registering(), working("a", None)]}
    assert chain(traced(log, "a"))[-1] == f"definition {DEFINITION}"
    assert broken(log) == []


def test_what_the_log_does_not_bear_out_is_broken() -> None:
    run_a = [planning(), registering(), working("a")]
    assert broken({"run_top": WHOLE["run_top"], "run_a": [planning(), working("a")]}) == [
        "no event of run_a registers this version"
    ]
    assert broken({**WHOLE, "run_a": [planning(), registering("sha256:x"), working("a")]}) == [
        "the version was registered for sha256:x"
    ]
    assert broken({"run_a": run_a}) == ["the log has no run run_top"]
    assert broken({"run_top": [registering()], "run_a": run_a}) == ["run_top has no session of an orchestrator"]
    assert broken({"run_top": [orchestrating("sha256:other")], "run_a": run_a}) == [
        "the orchestrator offers no such definition"
    ]


def test_the_latest_session_of_a_step_counts() -> None:
    log = {**WHOLE, "run_a": [*WHOLE["run_a"], working("a")]}
    (step,) = [each.target for each in traced(log, "a").edges if each.target.kind == "step"]
    assert "event 5" in step.detail


def test_pipelines_of_pipelines_are_followed_to_the_top() -> None:
    log: Log = {
        "run_root": [orchestrating()],
        "run_top": [orchestrating(DEFINITION, parent="run_root")],
        "run_a": [registering(), working("a")],
    }
    assert chain(traced(log, "a"))[-2:] == ["run run_top", "run run_root"]
    assert broken(log) == []
    del log["run_root"]
    assert broken(log) == ["the log has no run run_root"]


@pytest.mark.parametrize(
    "log",
    [
        {"run_a": [("RunStarted", {"parentRunId": "run_top"}), registering(), working("a", None)]},
        {"run_a": [registering(), working("a", "run_other"), ("RunStarted", {"parentRunId": "run_top"})]},
        {"run_a": [planning("run_top"), registering(), working("a", "run_other")]},
        {"run_a": [planning("run_top"), registering(), working("a", None)]},
    ],
)
def test_a_session_that_contradicts_what_started_its_run_is_broken(log: Log) -> None:
    found = traced({"run_top": WHOLE["run_top"], **log}, "a")
    assert chain(found)[-1] == "run run_top"
    (reason,) = [each.broken for each in found.edges if each.broken]
    named = "run_other" if "run_other" in str(log) else "no run"
    assert reason.endswith(f"names {named} as what started run_a, not run_top")


def test_the_run_that_the_start_of_a_run_names_is_followed() -> None:
    started = ("RunStarted", {"parentRunId": "run_root"})
    log: Log = {"run_root": [orchestrating()], "run_top": [started, orchestrating(DEFINITION, parent="run_root")]}
    log["run_a"] = [("RunStarted", {"parentRunId": "run_top"}), registering(), working("a")]
    assert chain(traced(log, "a"))[-2:] == ["run run_top", "run run_root"]
    assert broken(log) == []
    log["run_top"][1] = orchestrating(DEFINITION)
    assert broken(log) == ["the session of event 2 names no run as what started run_top, not run_root"]
    log["run_root"] = []
    assert len(broken(log)) == 1
    del log["run_top"][1]
    assert broken(log) == ["run_top has no session of an orchestrator"]


@pytest.mark.parametrize("tampered", ["run_a", "run_top", "run_root"])
def test_a_run_that_is_not_what_was_appended_breaks_the_edges_to_it(tampered: str) -> None:
    log: Log = {
        "run_root": [orchestrating()],
        "run_top": [orchestrating(DEFINITION, parent="run_root")],
        "run_a": [registering(), working("a")],
    }
    found = lineage("run_a", lambda each: events_of(log, each), "a", lambda each: "why" if each == tampered else "")
    assert found
    assert not found.is_whole
    assert (found.fault == "why") is (tampered == "run_a")
    assert {each.broken for each in found.edges} == {"", "why"}


def test_runs_may_be_nested_without_a_limit() -> None:
    log: Log = {f"run_{n}": [orchestrating(parent=f"run_{n - 1}" if n else None)] for n in range(3000)}
    found = traced(log, None, "run_2999")
    assert (len(found.edges), found.is_whole) == (3000, True)
    assert tree(found, Style(False)).count("\n") == mermaid(found).count("-->") + 1 == 3001
    assert len(lineage_object(found)["nodes"]) == 3001  # type: ignore[arg-type]  # it is a list


def test_a_run_that_is_its_own_ancestor_is_told_and_ends_there() -> None:
    log: Log = {"run_top": [orchestrating(DEFINITION, parent="run_a")], "run_a": [registering(), working("a")]}
    assert broken(log) == ["it would be its own ancestor"]


def test_a_planner_that_plans_again_says_so() -> None:
    log: Log = {"run_top": WHOLE["run_top"], "run_a": [planning(outerLoopContextHash="sha256:1")]}
    assert next(each.target.detail for each in traced(log).edges if each.target.kind == "planner").endswith(
        ", plans again"
    )
    assert chain(traced(log))[1:3] == ["planner sha256:planner", f"definition {DEFINITION}"]


def test_an_orchestrator_is_led_back_to_the_run_above() -> None:
    log: Log = {"run_root": [orchestrating()], "run_top": [orchestrating(parent="run_root")]}
    assert chain(traced(log, None, "run_top")) == [
        "run run_top",
        "orchestrator sha256:orchestrator",
        "run run_root",
    ]
