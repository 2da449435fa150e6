"""The example of a whole pipeline: it is what a reader can run, and what it prints never changes unseen."""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from typing import Any

import pytest

from onefold.api import EventLog, check_all, lineage
from onefold.kernel.identity.events import SESSION_STARTED

FOLDER = Path(__file__).parents[2] / "golden" / "runs" / "hiring"
HOW = "python golden/runs/hiring/run.py > golden/runs/hiring/expected.txt"


@pytest.fixture(scope="module")
def printed() -> Any:
    """What the example prints, and the log that it leaves behind; it is run once."""
    from contextlib import redirect_stdout
    from io import StringIO
    from tempfile import TemporaryDirectory

    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112, S108 - a folder of one's own in it
    with TemporaryDirectory(dir=memory) as folder, redirect_stdout(StringIO()) as out:
        path = Path(folder, "events.db")
        runpy.run_path(str(FOLDER / "run.py"), run_name="example")["main"](path)
        yield out.getvalue(), path


def test_the_example_prints_what_it_did(printed: Any) -> None:
    assert printed[0] == (FOLDER / "expected.txt").read_text(encoding="utf-8"), HOW


def test_the_example_has_fifty_reviews_and_one_that_was_planned_again(printed: Any) -> None:
    with EventLog(printed[1]) as log:
        runs = log.runs()
        assert len([each for each in runs if each.startswith("run_review-") and not each.endswith("again")]) == 50
        assert log.verify() == ()
        for run_id in runs:
            found = lineage(log, run_id)
            assert found
            assert found.is_whole, run_id
        planners = {
            run_id: next(
                each.payload["manifest"]
                for each in log.events(run_id, SESSION_STARTED)
                if each.payload["role"] == "planner"
            )
            for run_id in runs
            if run_id != "run_hiring"
        }
        again = [run_id for run_id, manifest in planners.items() if "outerLoopContextHash" in str(manifest)]
        assert again == ["run_review-07-again"]
        assert len(check_all(log, "run_review-01", [])) == 3


def test_the_documents_of_the_example_are_clean(onefold: Any) -> None:
    outcome = onefold("check", str(FOLDER))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.endswith(" files checked: nothing found\n")


def test_every_step_of_the_example_is_led_back_to_the_pipeline(onefold: Any, printed: Any) -> None:
    outcome = onefold("lineage", "run_review-42", "extract", "--log", str(printed[1]))
    assert outcome.code == 0
    kinds = [line.lstrip(" └─").partition(" ")[0] for line in outcome.out.splitlines()]
    assert kinds == ["run", "step", "WorkflowVersion", "WorkflowDefinitionHash", "orchestrator", "run"]
    assert outcome.out.rstrip().endswith("run run_hiring")
