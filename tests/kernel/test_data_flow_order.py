"""References to what has not run: what is found, with its place in every format, and near misses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from dataflow_documents import (
    FAILURE,
    MAYBE,
    OUTCOMES,
    OUTPUT,
    READ,
    conditional,
    document,
    fires,
    found,
    parallel,
    silent,
    when,
)

from onefold.frontends.registry import FRONTENDS

if TYPE_CHECKING:
    from typing import Any

    from onefold.frontends.frontend import Frontend
    from onefold.kernel.values import JsonObject


def tool(**args: Any) -> dict[str, Any]:
    return {"kind": "tool", "tool": "t", "timeout": "5s", "args": args}


NEVER = {
    "it runs later": fires("OF501", "steps.a.prompt", OUTPUT, {"a": READ, "y": "hi"}, ("a", "y")),
    "it runs later, read by an optional reference": fires(
        "OF501", "steps.a.prompt", OUTPUT, {"a": MAYBE, "y": "hi"}, ("a", "y")
    ),
    "it runs later, asked for by has": fires(
        "OF501",
        "steps.a.on",
        OUTPUT,
        {"a": conditional("has(steps.y.output)", "b", "y"), "b": "hi", "y": "hi"},
        ("b", "y"),
    ),
    "it runs later, and its outcome is read": fires(
        "OF501", "steps.a.prompt", "steps.y.outcome", {"a": "{{ steps.y.outcome }}", "y": "hi"}, ("a", "y")
    ),
    "the step itself": fires("OF501", "steps.y.prompt", OUTPUT, {"y": READ}),
    "the other way of a choice": fires(
        "OF501",
        "steps.b.prompt",
        OUTPUT,
        {"a": conditional("inputs.x", "y", "b"), "y": "hi", "b": READ},
    ),
    "in the system prompt": fires(
        "OF501",
        "steps.a.system",
        OUTPUT,
        {"a": {"kind": "model", "prompt": "hi", "system": READ}, "y": "hi"},
        ("a", "y"),
    ),
    "in arguments": fires(
        "OF501", "steps.a.args.k[1].z", OUTPUT, {"a": tool(k=[0, {"z": READ}]), "y": "hi"}, ("a", "y")
    ),
    "in arguments of a verifier": fires(
        "OF501",
        "steps.a.verify[0].with.source",
        OUTPUT,
        {"a": {"kind": "model", "prompt": "hi", "verify": [{"use": "v", "with": {"source": READ}}]}, "y": "hi"},
        ("a", "y"),
    ),
    "in the condition of a transition": fires(
        "OF501",
        "transitions[a→b:success:1].when",
        "steps.y.output.n",
        {"a": "hi", "b": "hi", "y": "hi"},
        ("a", "b", when("1 < steps.y.output.n")),
        ("a", "y"),
        ("b", "y"),
    ),
    "the parallel step around it": fires(
        "OF501",
        "steps.b.prompt",
        "steps.y.outcome",
        {"y": parallel("a", "b"), "a": "hi", "b": "{{ steps.y.outcome? }}"},
    ),
    "a step with a hyphen": fires(
        "OF501",
        "steps.a.prompt",
        'steps["step-2"].output',
        {"a": '{{ steps["step-2"].output }}', "step-2": "hi"},
        ("a", "step-2"),
    ),
    "one of several references": fires(
        "OF501",
        "steps.b.prompt",
        OUTPUT,
        {"a": "hi", "b": READ + "{{ steps.a.output }}", "y": "hi"},
        ("a", "b"),
        ("b", "y"),
    ),
    "but not what runs before": silent({"y": "hi", "a": READ}, ("y", "a")),
    "but not far before": silent({"y": "hi", "b": "hi", "a": READ}, ("y", "b"), ("b", "a")),
    "but not in a loop": silent({"a": MAYBE, "y": "hi"}, ("a", "y"), ("y", "a")),
    "but not the step itself in a loop": silent({"y": MAYBE}, ("y", "y", FAILURE)),
    "but not the step's own output in its transition": silent(
        {"y": "hi", "b": "hi"}, ("y", "b", when("steps.y.output.n > 1"))
    ),
    "but not the step's own output in its verifier": silent(
        {"y": {"kind": "model", "prompt": "hi", "verify": [{"use": "v", "with": {"source": READ}}]}}
    ),
    "but not the parallel step behind it": silent(
        {"y": parallel("a", "b"), "a": "hi", "b": "hi", "c": READ}, ("y", "c")
    ),
    "but not the parallel step behind it, branch by branch": silent(
        {"y": parallel("a", "b"), "a": "hi", "b": "hi", "c": "{{ steps.y.output.a }}"}, ("y", "c")
    ),
    "but not before the parallel step": silent({"y": "hi", "p": parallel("a", "b"), "a": READ, "b": READ}, ("y", "p")),
}

SKIPPED = {"a": "hi", "y": "hi", "b": "hi"}
ROUND = (("a", "y"), ("y", "b"), ("a", "b", FAILURE))

SOMETIMES = {
    "a failure goes past it": fires("OF502", "steps.b.prompt", OUTPUT, {**SKIPPED, "b": READ}, *ROUND),
    "a condition goes past it": fires(
        "OF502",
        "steps.b.prompt",
        OUTPUT,
        {**SKIPPED, "b": READ},
        ("a", "b", when("inputs.x")),
        ("a", "y"),
        ("y", "b"),
    ),
    "otherwise goes past it": fires(
        "OF502",
        "steps.b.prompt",
        OUTPUT,
        {"a": conditional("inputs.x", "y", "b"), "y": "hi", "b": READ},
        ("y", "b"),
    ),
    "an outcome of its own goes past it": fires(
        "OF502",
        "steps.b.prompt",
        OUTPUT,
        {"a": OUTCOMES, "y": "hi", "b": READ},
        ("a", "b", {"on": "odd"}),
        ("a", "y"),
        ("y", "b"),
    ),
    "its outcome is read": fires(
        "OF502", "steps.b.prompt", "steps.y.outcome", {**SKIPPED, "b": "{{ steps.y.outcome }}"}, *ROUND
    ),
    "further behind": fires("OF502", "steps.c.args.k", OUTPUT, {**SKIPPED, "c": tool(k=READ)}, *ROUND, ("b", "c")),
    "in a condition": fires(
        "OF502",
        "steps.b.on",
        "steps.y.output.n",
        {**SKIPPED, "b": conditional("steps.y.output.n > 1", "c", "d"), "c": "hi", "d": "hi"},
        *ROUND,
    ),
    "the step itself, the first time": fires("OF502", "steps.y.prompt", OUTPUT, {"y": READ}, ("y", "y", FAILURE)),
    "a later step of the loop": fires(
        "OF502", "steps.a.prompt", OUTPUT, {"a": READ, "y": "hi"}, ("a", "y"), ("y", "a")
    ),
    "the parallel step around it, in a loop": fires(
        "OF502",
        "steps.b.prompt",
        "steps.y.outcome",
        {"y": parallel("a", "b"), "a": "hi", "b": "{{ steps.y.outcome }}"},
        ("y", "y", FAILURE),
    ),
    "a branch can end before it": fires(
        "OF502",
        "steps.d.prompt",
        OUTPUT,
        {"p": parallel("b", "c"), "b": "hi", "c": "hi", "y": "hi", "d": READ},
        ("b", "y", when("inputs.x")),
        ("p", "d"),
    ),
    "its parallel step can have failed before": fires(
        "OF502",
        "steps.d.prompt",
        "steps.y.outcome",
        {"p": parallel("b", "y"), "b": "hi", "y": "hi", "d": "{{ steps.y.outcome }}"},
        ("p", "d", FAILURE),
    ),
    "its parallel step is passed by": fires(
        "OF502",
        "steps.d.prompt",
        OUTPUT,
        {"a": "hi", "p": parallel("b", "y"), "b": "hi", "y": "hi", "d": READ},
        ("a", "p"),
        ("a", "d", FAILURE),
        ("p", "d"),
    ),
    "its undecided parallel step is passed by": fires(
        "OF502",
        "steps.d.prompt",
        OUTPUT,
        {"a": "hi", "p": parallel("b", "y", join="any"), "b": "hi", "y": "hi", "d": READ},
        ("a", "p"),
        ("a", "d", FAILURE),
        ("p", "d"),
    ),
    "inside of a branch": fires(
        "OF502",
        "steps.d.prompt",
        OUTPUT,
        {"p": parallel("b", "c"), "c": "hi", "b": "hi", "y": "hi", "d": READ},
        ("b", "y"),
        ("b", "d", FAILURE),
        ("y", "d"),
    ),
    "but not when it is optional": silent({**SKIPPED, "b": MAYBE}, *ROUND),
    "but not an optional outcome": silent({**SKIPPED, "b": "{{ steps.y.outcome? }}"}, *ROUND),
    "but not when both ways pass it": silent(
        {"y": "hi", "a": "hi", "c": "hi", "b": READ}, ("y", "a"), ("a", "b", FAILURE), ("a", "c"), ("c", "b")
    ),
    "but not when the other way ends": silent(
        {"a": "hi", "y": "hi", "b": READ, "c": "hi"}, ("a", "y"), ("y", "b"), ("a", "c", FAILURE)
    ),
    "but not in a bounded loop that passed it": silent(
        {"y": "hi", "b": READ, "c": "hi"}, ("y", "b"), ("b", "c"), ("c", "b", when("inputs.x"))
    ),
    "but not every step of joined branches": silent(
        {
            "p": parallel("b", "c"),
            "b": "hi",
            "c": "hi",
            "y": "hi",
            "d": READ + "{{ steps.b.output }} {{ steps.c.output }}",
        },
        ("b", "y"),
        ("p", "d"),
    ),
    "but not from nested branches": silent(
        {
            "p": parallel("q", "c"),
            "q": parallel("y", "e"),
            "y": "hi",
            "e": "hi",
            "c": "hi",
            "d": READ + "{{ steps.e.output }} {{ steps.q.output }}",
        },
        ("p", "d"),
    ),
    "but not when all branches have failed": silent(
        {
            "p": parallel("b", "y", join="any"),
            "b": "hi",
            "y": "hi",
            "d": "{{ steps.y.outcome }} {{ steps.b.outcome }}",
        },
        ("p", "d", FAILURE),
    ),
}

CONCURRENT = {
    "another branch": fires("OF503", "steps.a.prompt", OUTPUT, {"p": parallel("a", "y"), "a": READ, "y": "hi"}),
    "another branch, optional": fires(
        "OF503", "steps.a.prompt", OUTPUT, {"p": parallel("a", "y"), "a": MAYBE, "y": "hi"}
    ),
    "another branch, guarded": fires(
        "OF503",
        "transitions[a→b:success:1].when",
        OUTPUT,
        {"p": parallel("a", "y"), "a": "hi", "b": "hi", "y": "hi"},
        ("a", "b", when("has(steps.y.output)")),
    ),
    "another branch of an earlier round": fires(
        "OF503", "steps.a.prompt", OUTPUT, {"p": parallel("a", "y"), "a": MAYBE, "y": "hi"}, ("p", "p", FAILURE)
    ),
    "further on in another branch": fires(
        "OF503",
        "steps.b.prompt",
        "steps.y.outcome",
        {"p": parallel("a", "c", join="any"), "a": "hi", "b": "{{ steps.y.outcome }}", "c": "hi", "y": "hi"},
        ("a", "b"),
        ("c", "y"),
    ),
    "inside of a nested parallel step": fires(
        "OF503",
        "steps.b.prompt",
        OUTPUT,
        {"p": parallel("q", "y"), "q": parallel("a", "b"), "a": "hi", "b": READ, "y": "hi"},
    ),
    "a nested parallel step from outside": fires(
        "OF503",
        "steps.y.prompt",
        "steps.b.output",
        {"p": parallel("q", "y"), "q": parallel("a", "b"), "a": "hi", "b": "hi", "y": "{{ steps.b.output }}"},
    ),
    "but not in the same branch": silent({"p": parallel("y", "c"), "y": "hi", "b": READ, "c": "hi"}, ("y", "b")),
    "but not after the join": silent({"p": parallel("y", "c"), "y": "hi", "c": "hi", "b": READ}, ("p", "b")),
    "but not of a parallel step before": silent(
        {
            "p": parallel("y", "c"),
            "y": "hi",
            "c": "hi",
            "q": parallel("d", "e"),
            "d": READ,
            "e": "{{ steps.c.output }}",
        },
        ("p", "q"),
    ),
    "but not before a nested parallel step of the branch": silent(
        {"p": parallel("y", "c"), "y": "hi", "c": "hi", "q": parallel("d", "e"), "d": READ, "e": READ}, ("y", "q")
    ),
}

TABLES = {"never": NEVER, "sometimes": SOMETIMES, "concurrent": CONCURRENT}
CASES = {f"{table}: {name}": case for table, cases in TABLES.items() for name, case in cases.items()}


@pytest.mark.parametrize("frontend", FRONTENDS, ids=lambda frontend: frontend.name)
@pytest.mark.parametrize("name", CASES)
def test_exactly_this_is_found_and_underlined(name: str, frontend: Frontend) -> None:
    workflow, expected = CASES[name]
    assert found(workflow, frontend) == expected


QUIET: dict[str, tuple[set[str], JsonObject]] = {
    "a step is named that does not exist": ({"OF301"}, document({"a": READ, "y": "hi"}, ("a", "y"), ("y", "nowhere"))),
    "the reader cannot be reached": ({"OF404"}, document({"a": "hi", "b": READ, "y": "hi"}, ("a", "y"))),
    "the step that is read cannot be reached": ({"OF404"}, document({"a": READ, "y": "hi"})),
    "two branches lead to one step": (
        {"OF407"},
        document({"p": parallel("a", "b"), "a": "hi", "b": READ, "y": "hi"}, ("a", "y"), ("b", "y")),
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_what_has_another_cause_is_told_once(name: str) -> None:
    codes, workflow = QUIET[name]
    assert {code for code, _, _ in found(workflow, FRONTENDS[0])} == codes


def test_every_rule_has_cases_that_fire_and_cases_that_do_not() -> None:
    for table, cases in TABLES.items():
        told = [found for _, found in cases.values()]
        assert len([each for each in told if each]) >= 5, table
        assert len([each for each in told if not each]) >= 3, table
