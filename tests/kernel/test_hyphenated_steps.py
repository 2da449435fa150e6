"""Finding subtractions that are step ids."""

from __future__ import annotations

import pytest

from onefold.frontends.frontend import Limits
from onefold.frontends.predicate import parse
from onefold.kernel.hyphenated_steps import hyphenated_steps


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("steps.my-step.output >= 0.8", [("my-step",)]),
        ("steps.my-step", [("my-step",)]),
        ("steps.a-b-c.output", [("a-b-c", "a-b")]),
        ("steps.gpt-5.output", [("gpt-5",)]),
        ("steps.a-b.output.contains('x')", [("a-b",)]),
        ("size(steps.a-b.output[0].c) > 0 && steps.c-d.outcome == 'x'", [("a-b",), ("c-d",)]),
        ("x - steps.a-b.output", [("a-b",)]),
        ("1 + 2 * steps.a-b.output * 3", [("a-b",)]),
        ("-steps.a-b.output", [("a-b",)]),
        ("steps.a - b.x - c.y", [("a-b",)]),
        ("steps.a-b - 'x'", [("a-b",)]),
        ("steps.x.y ? steps.a-b.c : [steps.d-e]", [("a-b",), ("d-e",)]),
        ("steps.a.output - steps.b.output", []),
        ("steps.a.output - b", []),
        ('steps["a-b"].output - 1', []),
        ("steps.a + b", []),
        ("inputs.a - b", []),
        ("steps - b", []),
        ("steps.a - true", []),
        ("steps.a - 0.5", []),
        ("a - b", []),
    ],
)
def test_a_subtraction_from_a_step_may_be_an_id(text: str, found: list[tuple[str, ...]]) -> None:
    expression = parse(text, Limits()).expression
    assert expression is not None
    assert [ids for _, ids in hyphenated_steps(expression)] == found
