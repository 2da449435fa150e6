"""What steps share is canonicalized and written once; that it is shared leaves no trace."""

from __future__ import annotations

import gc
from copy import deepcopy
from typing import Any
from weakref import ref

import pytest

from onefold.frontends.frontend import Limits
from onefold.frontends.lower import lower_workflow
from onefold.kernel import remembered
from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.document import document
from onefold.kernel.encode import encode
from onefold.kernel.ir.nodes import Tool, WorkflowDef
from onefold.kernel.jcs import encode_value
from onefold.kernel.passes import PASSES


def step(kind: int) -> dict[str, Any]:
    """One of many steps: those of one kind are alike, and hold what every pass changes."""
    number = float(kind % 300)
    return {
        "kind": "tool",
        "tool": "t",
        "args": {"n": number, "list": [number, {"x": -0.0}]},
        "tools": {"allow": ["z", f"a{kind % 300}"], "deny": ["y", "x"]},
        "verify": [{"use": "v", "with": {"n": number}}],
        "retry": {"attempts": 2.0 + kind % 3, "on": ["timeout", "failure"]},
        "output": {"type": ["object", "null"], "required": ["b", "a"], "maxProperties": number},
    }


def workflow(count: int, when: str = "1.0 < 2.0") -> WorkflowDef:
    steps = {f"s{index}": step(index // 2) for index in range(count)}
    transitions = [{"from": f"s{index}", "to": f"s{index + 1}", "when": when} for index in range(count - 1)]
    lowered = lower_workflow({"onefold": 1, "workflow": "w", "steps": steps, "transitions": transitions}, Limits())
    assert lowered.workflow is not None
    return lowered.workflow


def apart(shared: WorkflowDef) -> WorkflowDef:
    """The same workflow, no two steps of which share anything."""
    steps = {name: deepcopy(each) for name, each in shared.steps.items()}
    return WorkflowDef(
        onefold=shared.onefold, workflow=shared.workflow, steps=steps, transitions=deepcopy(shared.transitions)
    )


def test_that_parts_are_shared_makes_no_difference() -> None:
    shared = workflow(900)
    first, second = shared.steps["s0"], shared.steps["s1"]
    assert isinstance(first, Tool)
    assert isinstance(second, Tool)
    assert first.args is second.args  # Otherwise there is nothing to remember.
    data = encode(canonicalize(shared))
    assert data == encode(canonicalize(apart(shared)))
    one_by_one = shared
    for each in PASSES:
        one_by_one = each(one_by_one)
    canonical = canonicalize(shared)
    assert repr(canonical.workflow) == repr(one_by_one)
    assert data == encode_value(document(one_by_one))


def test_nothing_is_remembered_of_a_workflow_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "_are_shared", False)  # Else parts of it stand for those of the next one.
    shared = workflow(4)
    canonical = canonicalize(shared)
    encode(canonical)
    parts = [ref(each.retry) for each in (shared.steps["s0"], canonical.workflow.steps["s0"])]
    del shared, canonical
    gc.collect()
    assert [each() for each in parts] == [None, None]


def test_nothing_is_remembered_of_a_long_condition_that_is_gone() -> None:
    shared = workflow(4, " && ".join(["1.0 < 2.0"] * 200))
    canonical = canonicalize(shared)
    encode(canonical)
    conditions = [each.transitions[0].when for each in (shared, canonical.workflow)]
    parts = [ref(each.expression) for each in conditions if each is not None]
    assert len(parts) == 2
    del shared, canonical, conditions
    gc.collect()
    assert [each() for each in parts] == [None, None]
