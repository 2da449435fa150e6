"""A hiring pipeline, from its first session to the moment when it must not be resumed.

    .venv/bin/python golden/runs/hiring/run.py [LOG]

One orchestrator, two definitions, fifty reviews as runs of their own, one of which is planned again, and a scoring.
Nothing calls a model: what a runtime would do is appended to an event log, and the log is asked what led to what.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

from onefold.api import (
    CapabilityDriftError,
    EventLog,
    build_manifest,
    check_all,
    check_manifest_drift,
    compile,
    lineage,
    start_session,
)
from onefold.tools.show.lineage import tree
from onefold.tools.show.style import Style

HERE = Path(__file__).parent
REVIEWS = 50
PIPELINE = "run_hiring"
# The documents stay what they are while the pipeline runs, so each manifest is built once.
built = cache(build_manifest)
compiled = cache(compile)


def main(path: Path) -> None:
    """Run the pipeline against the log in a file, and say what can be known afterwards."""
    with EventLog(path, clock=ticking()) as log:
        orchestrator = build_manifest("orchestrator", HERE / "hiring.fold.toml")
        start_session(log, PIPELINE, orchestrator)
        log.append(PIPELINE, "RunStarted", {"workflowVersionId": "orchestrated", "input": {"applications": REVIEWS}})

        for number in range(1, REVIEWS + 1):
            review(log, f"run_review-{number:02}", f"applications/{number:02}.md")
        plan_again(log, "run_review-07", "run_review-07-again")
        score(log)
        log.append(PIPELINE, "RunCompleted", {"output": {"ranked": REVIEWS}})

        events = sum(len([*log.events(run_id)]) for run_id in log.runs())
        print(f"{len(log.runs())} runs, {events} events, {len(log.verify())} faults")
        print()
        print("What led to the second review of application 07:")
        print(tree(lineage(log, "run_review-07-again", "review"), Style()))
        resume(log)


def review(log: EventLog, run_id: str, application: str, plan: str = "plan-review", loop: Path | None = None) -> None:
    """One review: plan it, register what was planned, and run its two steps."""
    definition = HERE / "review.fold.yaml"
    workflow = HERE / f"{plan}.fold.yaml"
    planner = built("planner", definition, outer_loop=loop)
    start_session(log, run_id, planner, parent=PIPELINE)
    version = compiled(workflow).version
    registered = {"workflowVersionId": version, "workflowDefinitionHash": planner.workflow_definition_hash}
    log.append(run_id, "WorkflowVersionRegistered", registered)
    started = {"workflowVersionId": version, "input": {"application": application}, "parentRunId": PIPELINE}
    log.append(run_id, "RunStarted", started, key="started")
    for step in ("extract", "review"):
        worker = built("worker", definition, workflow=workflow, step=step)
        start_session(log, run_id, worker, parent=PIPELINE)
        log.append(run_id, "StepCompleted", {"stepPath": step}, key=f"completed {step}")
    log.append(run_id, "RunCompleted", {"output": {"score": 0.9}})


def plan_again(log: EventLog, first: str, again: str) -> None:
    """Supervise a review, find no evidence in it, and plan it again: each cycle is a run of its own."""
    log.append(first, "OuterLoopCycleCompleted", {"cycleNumber": 1, "status": "rejected"})
    review(log, again, "applications/07.md", "plan-review-again", HERE / "cycle-2.yaml")
    log.append(again, "OuterLoopCycleCompleted", {"cycleNumber": 2, "status": "accepted"})


def score(log: EventLog) -> None:
    """Rank the reviews."""
    definition, workflow = HERE / "scoring.fold.json", HERE / "plan-scoring.fold.yaml"
    planner = built("planner", definition)
    start_session(log, "run_scoring", planner, parent=PIPELINE)
    version = compiled(workflow).version
    registered = {"workflowVersionId": version, "workflowDefinitionHash": planner.workflow_definition_hash}
    log.append("run_scoring", "WorkflowVersionRegistered", registered)
    worker = built("worker", definition, workflow=workflow, step="rank")
    start_session(log, "run_scoring", worker, parent=PIPELINE)
    log.append("run_scoring", "RunCompleted", {"output": {"first": "applications/07.md"}})


def resume(log: EventLog) -> None:
    """Resume the pipeline as it was; then with a definition that somebody has changed, which is refused."""
    check_all(log, PIPELINE, [build_manifest("orchestrator", HERE / "hiring.fold.toml")])
    print("Nothing has changed: the pipeline may go on.")
    print()
    with TemporaryDirectory() as folder:
        changed = Path(folder, "hiring")
        copytree(HERE, changed, ignore=ignore_patterns("*.db*", "__pycache__"))
        definition = changed / "scoring.fold.json"
        definition.write_text(definition.read_text().replace("gpt-5", "gpt-4o-mini"))
        try:
            check_manifest_drift(log, PIPELINE, build_manifest("orchestrator", changed / "hiring.fold.toml"))
        except CapabilityDriftError as drifted:
            print(drifted)


def ticking():
    """A clock that shows a second more every time, so that every run of this script writes the same log."""
    seconds = iter(range(10**6))
    return lambda: "2026-10-06T{:02}:{:02}:{:02}.000Z".format(*divided(next(seconds)))


def divided(second: int) -> tuple[int, int, int]:
    """Hours, minutes and seconds."""
    return second // 3600, second // 60 % 60, second % 60


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        with TemporaryDirectory() as scratch:
            main(Path(scratch, "events.db"))
