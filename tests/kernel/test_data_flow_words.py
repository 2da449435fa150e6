"""How the data-flow rules tell what they found: messages, the way round, other places, cures."""

from __future__ import annotations

from typing import Any

import flows
import pytest
from dataflow_documents import FAILURE, TIMEOUT, Way, conditional, document, parallel, when

from onefold.api import check
from onefold.frontends.registry import FRONTENDS
from onefold.kernel.dataflow.detour import Detours, Skip
from onefold.kernel.diagnostics import Diagnostic
from onefold.kernel.flow import Flow, Point
from onefold.kernel.ir.nodes import StepDef

YAML = FRONTENDS[0]
READ = "Read {{ steps.y.output }} now."


def only(steps: dict[str, Any], *ways: Any) -> Diagnostic:
    assert YAML.print is not None
    (diagnostic,) = check(YAML.print(document(steps, *ways)), format="yaml").diagnostics
    return diagnostic


SKIPPED: dict[str, Any] = {"a": "hi", "y": "hi", "b": READ}
REASONS: dict[str, tuple[dict[str, Any], list[Way], str]] = {
    "the transition from `a` to `b` on `failure` goes past it": (
        SKIPPED,
        [("a", "y"), ("y", "b"), ("a", "b", FAILURE)],
        "transitions[a→b:failure:0].to",
    ),
    "the transition from `c` to `b` goes past it": (
        {**SKIPPED, "c": "hi", "d": "hi"},
        [("a", "c"), ("c", "y", when("inputs.x")), ("c", "b"), ("y", "d"), ("d", "b")],
        "transitions[c→b:success:0].to",
    ),
    "the transition from `a` to `c` on `timeout` goes past it": (
        {**SKIPPED, "c": "hi", "d": "hi"},
        [("a", "y"), ("y", "b"), ("a", "c", TIMEOUT), ("c", "d"), ("d", "b")],
        "transitions[a→c:timeout:0].to",
    ),
    "`then` of `a` goes past it": (
        {**SKIPPED, "a": conditional("inputs.x", "b", "y")},
        [("y", "b")],
        "steps.a.then",
    ),
    "`otherwise` of `a` goes past it": (
        {**SKIPPED, "a": conditional("inputs.x", "y", "b")},
        [("y", "b")],
        "steps.a.otherwise",
    ),
    "the transition from `a` to `b` on `timeout` goes past `p`, where it runs": (
        {**SKIPPED, "p": parallel("y", "c"), "c": "hi"},
        [("a", "p"), ("p", "b"), ("a", "b", TIMEOUT)],
        "transitions[a→b:timeout:0].to",
    ),
    "the branch `c` of `p` can end before it": (
        {"p": parallel("c", "d"), "c": "hi", "d": "hi", "y": "hi", "b": READ},
        [("c", "y", when("inputs.x")), ("p", "b")],
        "steps.p.branches[0]",
    ),
}


@pytest.mark.parametrize("reason", REASONS)
def test_the_way_round_is_named_and_shown(reason: str) -> None:
    steps, ways, path = REASONS[reason]
    diagnostic = only(steps, *ways)
    assert diagnostic.message == f"`b` can run without `y` having run before: {reason}."
    assert [each.ir_path for each in diagnostic.related] == [path]
    assert all(each.span is not None for each in diagnostic.related)


def test_what_only_comes_back_is_told_so() -> None:
    later = only({"e": "hi", "a": READ, "y": "hi"}, ("e", "a"), ("a", "y"), ("y", "a"))
    assert later.message == "`a` can run without `y` having run before: `y` only runs later and leads back to it."
    first = only({"y": READ}, ("y", "y", FAILURE))
    assert first.message == "`y` can run without `y` having run before: the first time it has not ended yet."


def test_a_transition_is_named_by_what_it_connects() -> None:
    ways = [("a", "b", when('steps.y.outcome == "success"')), ("b", "y"), ("a", "y")]
    diagnostic = only({"a": "hi", "b": "hi", "y": "hi"}, *ways)
    reader = "The transition from `a` to `b` refers to `y`"
    assert diagnostic.message == f"{reader}, which can never have run before: `y` only runs after `a`."


def test_in_a_template_the_help_is_the_optional_reference() -> None:
    steps = {"a": "hi", "step-2": "hi", "b": '{{ steps["step-2"].output.list[0] }}'}
    diagnostic = only(steps, ("a", "step-2"), ("step-2", "b"), ("a", "b", FAILURE))
    assert diagnostic.help == 'write `{{ steps["step-2"].output.list[0]? }}` if it may be absent'


def test_in_a_predicate_the_help_is_a_guard() -> None:
    steps = {
        "a": "hi",
        "step-2": "hi",
        "b": conditional('steps["step-2"].output.n > 1', "c", "d"),
        "c": "hi",
        "d": "hi",
    }
    diagnostic = only(steps, ("a", "step-2"), ("step-2", "b"), ("a", "b", FAILURE))
    assert diagnostic.help == 'guard it: `has(steps["step-2"].output) && …`'


def test_references_of_one_reader_to_one_step_are_one_finding() -> None:
    steps = {"b": {"kind": "model", "system": READ, "prompt": f"{READ} {{{{ steps.y.outcome }}}}"}, "y": "hi"}
    diagnostic = only(steps, ("b", "y"))
    assert diagnostic.ir_path == "steps.b.prompt"
    assert [(each.message, each.ir_path) for each in diagnostic.related] == [
        ("it is read here too", "steps.b.prompt"),
        ("it is read here too", "steps.b.system"),
    ]


def test_the_bad_ends_that_lead_to_the_reader_are_shown() -> None:
    ways: list[Way] = [("y", "b"), ("y", "b", FAILURE), ("y", "c", TIMEOUT), ("c", "b"), ("a", "y")]
    diagnostic = only({"a": "hi", "y": "hi", "b": READ, "c": "hi"}, *ways)
    assert diagnostic.code == "OF507"
    assert [(each.message, each.ir_path) for each in diagnostic.related] == [
        ("`y` leads here when it ends with `failure`", "transitions[y→b:failure:0].to"),
        ("`y` leads here when it ends with `timeout`", "transitions[y→c:timeout:0].to"),
    ]


def test_when_searching_would_take_too_long_the_way_round_is_left_out() -> None:
    steps: dict[str, StepDef] = {name: flows.model() for name in "ayb"}
    ways = [flows.transition("a", "y"), flows.transition("y", "b"), flows.transition("a", "b", "failure")]
    detours = Detours(Flow(flows.workflow("a", steps, ways)))
    kinds = {detours.skip("y", Point("b")).reason for _ in range(20_000)}
    assert kinds == {"edge", "unknown"}
    assert detours.skip("y", Point("b")) == Skip("unknown", "y")
