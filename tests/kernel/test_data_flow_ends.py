"""References to what was cut or has ended badly: what is found, in every format, and near misses."""

from __future__ import annotations

import pytest
from dataflow_documents import (
    FAILURE,
    MAYBE,
    OUTCOMES,
    OUTPUT,
    READ,
    TIMEOUT,
    conditional,
    fires,
    found,
    parallel,
    silent,
    when,
)

from onefold.frontends.frontend import Frontend
from onefold.frontends.registry import FRONTENDS

RACE = {"p": parallel("b", "y", join="any"), "b": "hi", "y": "hi"}

UNDECIDED = {
    "any": fires("OF504", "steps.d.prompt", OUTPUT, {**RACE, "d": READ}, ("p", "d")),
    "any, and its outcome is read": fires(
        "OF504", "steps.d.prompt", "steps.y.outcome", {**RACE, "d": "{{ steps.y.outcome }}"}, ("p", "d")
    ),
    "a quorum": fires(
        "OF504",
        "steps.d.prompt",
        OUTPUT,
        {**RACE, "c": "hi", "p": parallel("b", "c", "y", join={"quorum": 2}), "d": READ},
        ("p", "d"),
    ),
    "in the condition of its transition": fires(
        "OF504",
        "transitions[p→d:success:1].when",
        "steps.y.output.n",
        {**RACE, "d": "hi"},
        ("p", "d", when("steps.y.output.n > 1")),
    ),
    "any within all": fires(
        "OF504",
        "steps.d.prompt",
        OUTPUT,
        {"o": parallel("p", "c"), **RACE, "c": "hi", "d": READ},
        ("o", "d"),
    ),
    "all within any": fires(
        "OF504",
        "steps.d.prompt",
        OUTPUT,
        {"o": parallel("p", "c", join="any"), **RACE, "p": parallel("b", "y"), "c": "hi", "d": READ},
        ("o", "d"),
    ),
    "the part of a branch in the output": fires(
        "OF504", "steps.d.prompt", "steps.p.output.y.n", {**RACE, "d": "{{ steps.p.output.y.n }}"}, ("p", "d")
    ),
    "the part of a branch, asking for the output only": fires(
        "OF504",
        "steps.d.on",
        "steps.p.output.y.n",
        {**RACE, "d": conditional("has(steps.p.output) && steps.p.output.y.n > 1", "e", "f"), "e": "hi", "f": "hi"},
        ("p", "d"),
    ),
    "but not when it is optional": silent({**RACE, "d": MAYBE}, ("p", "d")),
    "but not the whole output": silent({**RACE, "d": "{{ steps.p.output }}"}, ("p", "d")),
    "but not the optional part of a branch": silent({**RACE, "d": "{{ steps.p.output.y.n? }}"}, ("p", "d")),
    "but not what has asks for": silent(
        {**RACE, "d": conditional("has(steps.y.output) && steps.y.output.n > 1", "e", "f"), "e": "hi", "f": "hi"},
        ("p", "d"),
    ),
    "but not the part of a branch that has asks for": silent(
        {**RACE, "d": conditional("has(steps.p.output.y) && steps.p.output.y.n > 1", "e", "f"), "e": "hi", "f": "hi"},
        ("p", "d"),
    ),
    "but not a quorum of all": silent(
        {**RACE, "p": parallel("b", "y", join={"quorum": 2}), "d": READ + "{{ steps.p.output.y }}"}, ("p", "d")
    ),
    "but not in the same branch": silent({**RACE, "c": READ}, ("y", "c")),
}

BAD = {
    "only a failure leads here": fires("OF506", "steps.b.prompt", OUTPUT, {"y": "hi", "b": READ}, ("y", "b", FAILURE)),
    "only a timeout leads here": fires("OF506", "steps.b.prompt", OUTPUT, {"y": "hi", "b": READ}, ("y", "b", TIMEOUT)),
    "failure and timeout lead here": fires(
        "OF506", "steps.b.prompt", OUTPUT, {"y": "hi", "b": READ}, ("y", "b", FAILURE), ("y", "b", TIMEOUT)
    ),
    "further behind": fires(
        "OF506", "steps.c.prompt", OUTPUT, {"y": "hi", "b": "hi", "c": READ}, ("y", "b", FAILURE), ("b", "c")
    ),
    "in the condition of its own transition": fires(
        "OF506",
        "transitions[y→b:failure:1].when",
        "steps.y.output.n",
        {"y": "hi", "b": "hi"},
        ("y", "b", when("steps.y.output.n > 1", on="failure")),
    ),
    "a parallel step has failed": fires(
        "OF506",
        "steps.d.prompt",
        "steps.p.output",
        {"p": parallel("b", "c"), "b": "hi", "c": "hi", "d": "{{ steps.p.output }}"},
        ("p", "d", FAILURE),
    ),
    "all branches have failed": fires("OF506", "steps.d.prompt", OUTPUT, {**RACE, "d": READ}, ("p", "d", FAILURE)),
    "in a loop that is left by a failure": fires(
        "OF506",
        "steps.b.prompt",
        OUTPUT,
        {"y": "hi", "a": "hi", "b": READ},
        ("y", "a"),
        ("a", "y"),
        ("y", "b", FAILURE),
    ),
    "asked whether it has ended": fires(
        "OF506",
        "steps.b.on",
        "steps.y.output.n",
        {"y": "hi", "b": conditional("has(steps.y.outcome) && steps.y.output.n > 1", "c", "d"), "c": "hi", "d": "hi"},
        ("y", "b", FAILURE),
    ),
    "but not its outcome": silent({"y": "hi", "b": "{{ steps.y.outcome }}"}, ("y", "b", FAILURE)),
    "but not when it is optional": silent({"y": "hi", "b": MAYBE}, ("y", "b", FAILURE)),
    "but not an outcome of its own": silent({"y": OUTCOMES, "b": READ}, ("y", "b", {"on": "odd"})),
}

EITHER = (("y", "b"), ("y", "b", FAILURE))

MAYBE_BAD = {
    "failure leads here too": fires("OF507", "steps.b.prompt", OUTPUT, {"y": "hi", "b": READ}, *EITHER),
    "timeout leads here too": fires(
        "OF507", "steps.b.prompt", OUTPUT, {"y": "hi", "b": READ}, ("y", "b"), ("y", "b", TIMEOUT)
    ),
    "by way of another step": fires(
        "OF507",
        "steps.c.prompt",
        OUTPUT,
        {"y": "hi", "b": "hi", "c": READ},
        ("y", "b", FAILURE),
        ("y", "c"),
        ("b", "c"),
    ),
    "the latest end in a loop": fires(
        "OF507",
        "steps.b.prompt",
        OUTPUT,
        {"a": "hi", "y": "hi", "b": READ},
        ("a", "y"),
        ("y", "b"),
        ("b", "y", FAILURE),
        ("y", "b", FAILURE),
    ),
    "in a condition": fires(
        "OF507",
        "steps.b.on",
        "steps.y.output.n",
        {"y": "hi", "b": conditional("steps.y.output.n > 1", "c", "d"), "c": "hi", "d": "hi"},
        *EITHER,
    ),
    "after a look at a bad outcome": fires(
        "OF507",
        "steps.b.on",
        "steps.y.output.n",
        {
            "y": "hi",
            "b": conditional('steps.y.outcome == "failure" && steps.y.output.n > 1', "c", "d"),
            "c": "hi",
            "d": "hi",
        },
        *EITHER,
    ),
    "a parallel step may have failed": fires(
        "OF507",
        "steps.d.prompt",
        "steps.p.output.b",
        {"p": parallel("b", "c"), "b": "hi", "c": "hi", "d": "{{ steps.p.output.b }}"},
        ("p", "d"),
        ("p", "d", FAILURE),
    ),
    "but not its outcome": silent({"y": "hi", "b": "{{ steps.y.outcome }}"}, *EITHER),
    "but not when it is optional": silent({"y": "hi", "b": MAYBE}, *EITHER),
    "but not when the failure leads elsewhere": silent(
        {"y": "hi", "b": READ, "c": "hi"}, ("y", "b"), ("y", "c", FAILURE)
    ),
    "but not when the failure leads back to it": silent({"y": "hi", "b": READ}, ("y", "b"), ("y", "y", FAILURE)),
    "but not what has asks for": silent(
        {"y": "hi", "b": conditional("has(steps.y.output) && steps.y.output.n > 1", "c", "d"), "c": "hi", "d": "hi"},
        *EITHER,
    ),
    "but not after a look at the outcome": silent(
        {
            "y": "hi",
            "b": conditional('steps.y.outcome == "success" && steps.y.output.n > 1', "c", "d"),
            "c": "hi",
            "d": "hi",
        },
        *EITHER,
    ),
    "but not a custom outcome": silent({"y": OUTCOMES, "b": READ}, ("y", "b"), ("y", "b", {"on": "odd"})),
}

TABLES = {"undecided": UNDECIDED, "bad": BAD, "maybe bad": MAYBE_BAD}
CASES = {f"{table}: {name}": case for table, cases in TABLES.items() for name, case in cases.items()}


@pytest.mark.parametrize("frontend", FRONTENDS, ids=lambda frontend: frontend.name)
@pytest.mark.parametrize("name", CASES)
def test_exactly_this_is_found_and_underlined(name: str, frontend: Frontend) -> None:
    workflow, expected = CASES[name]
    assert found(workflow, frontend) == expected


def test_every_rule_has_cases_that_fire_and_cases_that_do_not() -> None:
    for table, cases in TABLES.items():
        told = [found for _, found in cases.values()]
        assert len([each for each in told if each]) >= 5, table
        assert len([each for each in told if not each]) >= 3, table
