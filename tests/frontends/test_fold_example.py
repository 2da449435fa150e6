"""The specification's example of a fold file, and what it says in other words."""

from __future__ import annotations

from typing import Any

from readings import located, read_text

from onefold.frontends.fold import FRONTEND

EXAMPLE = '''\
fold 1
workflow pr-review

description "Reviews a pull request."
inputs { type: "object", properties: { pr: { type: "integer" } }, required: ["pr"] }
budget { tokens 200_000  cost 2.50 USD  wall_time 1h  steps 50 }

tool fetch = github.get_diff {
  args { pr: "{{ inputs.pr }}" }
  timeout 30s
  retry 3 { backoff linear  initial 2s  max 30s  on [failure, timeout] }
}

model review {
  effort high
  tools { allow [github.read_*, "fs/*"]  deny [github.merge] }
  verify [json_schema, citations { min: 2 }]
  outcomes [hopeless]
  output { type: "object", properties: { score: { type: "number" } }, required: ["score"] }
  prompt """
    Review this diff:
    {{ steps.fetch.output }}
    """
}

parallel checks { branches [lint, unit-test]  join all }
tool lint = ci.lint { timeout 5m }
tool unit-test = ci.test { timeout 5m }

conditional gate {
  on steps.review.output.score >= 0.8 && steps["unit-test"].output.failed == 0
  then approve
  otherwise revise
}
model revise { prompt "Revise: {{ steps.review.output }}" }
subworkflow approve = ops.merge @ stable { with { pr: "{{ inputs.pr }}" }  timeout 5m }
model escalate { prompt "Ask a person."  meta { owner: "on-call" } }

fetch -> checks -> review -> gate
revise -> review
review -> escalate on failure
review -> escalate on hopeless
review -> revise when steps.review.output.score < 0.2 priority 1

rubric pass 0.8 {
  correct weight 2 "Is every finding right?"
  polite "Is it polite?"
}

meta { owner: "platform" }
'''

STEPS: dict[str, Any] = {
    "fetch": {
        "kind": "tool",
        "tool": "github.get_diff",
        "args": {"pr": "{{ inputs.pr }}"},
        "timeout": "30s",
        "retry": {
            "attempts": 3,
            "backoff": "linear",
            "initial": "2s",
            "max": "30s",
            "on": ["failure", "timeout"],
        },
    },
    "review": {
        "kind": "model",
        "effort": "high",
        "tools": {"allow": ["github.read_*", "fs/*"], "deny": ["github.merge"]},
        "verify": ["json_schema", {"use": "citations", "with": {"min": 2}}],
        "outcomes": ["hopeless"],
        "output": {"type": "object", "properties": {"score": {"type": "number"}}, "required": ["score"]},
        "prompt": "Review this diff:\n{{ steps.fetch.output }}\n",
    },
    "checks": {"kind": "parallel", "branches": ["lint", "unit-test"], "join": "all"},
    "lint": {"kind": "tool", "tool": "ci.lint", "timeout": "5m"},
    "unit-test": {"kind": "tool", "tool": "ci.test", "timeout": "5m"},
    "gate": {
        "kind": "conditional",
        "on": 'steps.review.output.score >= 0.8 && steps["unit-test"].output.failed == 0',
        "then": "approve",
        "otherwise": "revise",
    },
    "revise": {"kind": "model", "prompt": "Revise: {{ steps.review.output }}"},
    "approve": {
        "kind": "subworkflow",
        "workflow": "ops.merge",
        "version": "stable",
        "with": {"pr": "{{ inputs.pr }}"},
        "timeout": "5m",
    },
    "escalate": {"kind": "model", "prompt": "Ask a person.", "meta": {"owner": "on-call"}},
}

TRANSITIONS: list[dict[str, Any]] = [
    {"from": "fetch", "to": "checks"},
    {"from": "checks", "to": "review"},
    {"from": "review", "to": "gate"},
    {"from": "revise", "to": "review"},
    {"from": "review", "to": "escalate", "on": "failure"},
    {"from": "review", "to": "escalate", "on": "hopeless"},
    {"from": "review", "to": "revise", "when": "steps.review.output.score < 0.2", "priority": 1},
]

DOCUMENT: dict[str, Any] = {
    "onefold": 1,
    "workflow": "pr-review",
    "description": "Reviews a pull request.",
    "inputs": {"type": "object", "properties": {"pr": {"type": "integer"}}, "required": ["pr"]},
    "budget": {"tokens": 200000, "cost": "2.50 USD", "wall_time": "1h", "steps": 50},
    "steps": STEPS,
    "transitions": TRANSITIONS,
    "rubric": {
        "pass": 0.8,
        "criteria": {
            "correct": {"weight": 2, "check": "Is every finding right?"},
            "polite": {"check": "Is it polite?"},
        },
    },
    "meta": {"owner": "platform"},
}


def test_the_example_gives_the_value_that_other_formats_give() -> None:
    reading = read_text(FRONTEND, EXAMPLE)
    assert reading.findings == ()
    assert reading.value == DOCUMENT


def test_the_example_has_the_same_value_with_spans() -> None:
    located(FRONTEND, EXAMPLE)


def test_line_ends_of_the_file_leave_no_trace() -> None:
    reading = read_text(FRONTEND, EXAMPLE.replace("\n", "\r\n"))
    assert reading.value == DOCUMENT


def test_steps_and_transitions_may_stand_anywhere_after_the_heading() -> None:
    heading, *sections = EXAMPLE.split("\n\n")
    reading = read_text(FRONTEND, "\n\n".join([heading, *reversed(sections)]).replace('"""\n}\n', '"""\n}\n'))
    assert isinstance(reading.value, dict)
    assert reading.value["steps"] == STEPS
    transitions = reading.value["transitions"]
    assert isinstance(transitions, list)
    assert sorted(map(repr, transitions)) == sorted(map(repr, TRANSITIONS))
