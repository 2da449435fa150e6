"""The rules about the graph and the budget: what fires, where exactly in each format, and what stays silent."""

from __future__ import annotations

import re
from typing import Any

import pytest

from onefold.api import check
from onefold.frontends.frontend import Frontend
from onefold.frontends.registry import FRONTENDS
from onefold.kernel.diagnostics import Diagnostic

BUDGET = {"steps": 100, "tokens": 1000}
JUDGED = re.compile("OF40[4-9]|OF41[0-2]|OF60[1-4]")
EDGE = re.compile(r"(\S+) -> (\S+)(?: on (\w+))?( maybe)?")
Steps = dict[str, dict[str, Any]]
Case = tuple[dict[str, Any], str, str, list[str]]
"""A document, the IR path of the finding, what it points at, and the IR paths of the related places."""


def model(**fields: Any) -> dict[str, Any]:
    return {"kind": "model", "prompt": "hi", **fields}


def models(names: str) -> Steps:
    return {name: model() for name in names.split()}


def parallel(*branches: str, **fields: Any) -> dict[str, Any]:
    return {"kind": "parallel", "branches": list(branches), **fields}


def gate(then: str, otherwise: str | None = None, **fields: Any) -> dict[str, Any]:
    chosen = {"then": then} if otherwise is None else {"then": then, "otherwise": otherwise}
    return {"kind": "conditional", "on": "inputs.x == 1", **chosen, **fields}


def call(workflow: str, **fields: Any) -> dict[str, Any]:
    return {"kind": "subworkflow", "workflow": workflow, "timeout": "5m", **fields}


def document(steps: Steps, *edges: str, **fields: Any) -> dict[str, Any]:
    """A document that starts with its first step. Edges are `a -> b on failure`; one with `maybe` has a condition."""
    transitions = []
    for index, edge in enumerate(edges):
        match = EDGE.fullmatch(edge)
        assert match, edge
        transition = {"from": match[1], "to": match[2], "on": match[3] or "success"}
        transitions.append({**transition, "when": "inputs.x == 2", "priority": index} if match[4] else transition)
    found = {"onefold": 1, "workflow": "w", "start": next(iter(steps)), "steps": steps, **fields}
    return {**found, "transitions": transitions} if transitions else found


def retried(*steps: str) -> list[str]:
    """Edges that make steps start anew on every bad end."""
    return [f"{step} -> {step} on {outcome}" for step in steps for outcome in ("failure", "timeout")]


def found(frontend: Frontend, source: dict[str, Any]) -> list[Diagnostic]:
    """The findings of the rules of this file."""
    assert frontend.print is not None
    diagnostics = check(frontend.print(source), format=frontend.name).diagnostics
    return [each for each in diagnostics if JUDGED.fullmatch(each.code)]


AB = {"p": parallel("a", "b"), **models("a b")}
ABC = {"p": parallel("a", "b"), **models("a b c")}
ABCD = {"p": parallel("a", "b", "d"), **models("a b c d")}
NESTED = {"p": parallel("q", "b"), "q": parallel("c", "d"), **models("b c d e")}

UNREACHABLE: list[Case] = [
    (document(models("a b")), "steps.b", "b", []),
    (document(models("a c b"), "b -> c"), "steps.b", "b", ["steps.c"]),
    (document(models("a c d b"), "b -> c", "c -> d", "d -> b"), "steps.b", "b", ["steps.c", "steps.d"]),
    (document(models("a c d b"), "b -> c", "c -> d", "d -> c"), "steps.b", "b", ["steps.c", "steps.d"]),
    (document({**models("z"), **AB}), "steps.p", "p", ["steps.a", "steps.b"]),
    (document({**models("a b c"), "g": gate("b", "c")}), "steps.g", "g", ["steps.b", "steps.c"]),
    # One branch only goes round while all is well, so the join of all is never met.
    (document(ABC, "p -> c", "a -> a", budget=BUDGET), "steps.c", "c", ["transitions[p→c:success:0].to"]),
    # Both branches always end well, so the join is never lost.
    (
        document(ABC, *retried("a", "b"), "p -> c on failure", budget=BUDGET),
        "steps.c", "c", ["transitions[p→c:failure:0].on"],
    ),
    # What has no limit does not run out of time.
    (document(ABC, "p -> c on timeout"), "steps.c", "c", ["transitions[p→c:timeout:0].on"]),
    (
        document({"g": gate("b"), **models("b c d")}, "g -> c on timeout", "c -> d"),
        "steps.c", "c", ["transitions[g→c:timeout:0].on", "steps.d"],
    ),
]  # fmt: skip
ENDLESS: list[Case] = [
    (document(models("a"), "a -> a", *retried("a"), budget=BUDGET), "steps.a", "a", []),
    (
        document(models("z a b"), "z -> b", "a -> b", "b -> a", *retried("a", "b"), budget=BUDGET),
        "steps.b", "b", ["steps.a"],
    ),
    # What follows a parallel step that waits for a branch without end is not told a second time.
    (document(ABC, "a -> a", *retried("a", "b"), "p -> c", budget=BUDGET), "steps.p", "p", ["steps.a"]),
]  # fmt: skip
UNBOUNDED: list[Case] = [
    (document(models("a b"), "a -> b", "b -> a on failure"), "steps.a", "a", []),
    (document(models("a b"), "a -> b", "b -> b on failure"), "steps.b", "b", []),
    (document(models("a b"), "a -> b", "b -> b on failure", budget={"tokens": 5}), "budget", "budget", ["steps.b"]),
    (document(models("a b c"), "a -> b", *retried("b", "c"), "b -> c"), "steps.b", "b", ["steps.c"]),
    (document(AB, "a -> a on failure maybe"), "steps.a", "a", []),
    (document(AB, "p -> p on failure"), "steps.p", "p", []),
    (document({"g": gate("a"), **models("a")}, "a -> g"), "steps.g", "g", []),
]
OVERLAPPING: list[Case] = [
    (
        document({**ABC, "p": parallel("b", "a")}, "a -> c", "b -> c"),
        "steps.p.branches[1]", "a", ["transitions[b→c:success:0].to", "transitions[a→c:success:0].to"],
    ),
    (
        document(ABCD, "d -> c on failure", "b -> c"),
        "steps.p.branches[2]", "d", ["transitions[b→c:success:0].to", "transitions[d→c:failure:0].to"],
    ),
    (
        document(ABCD, "a -> c", "b -> c", "d -> c", "p -> c"),
        "steps.p.branches[1]", "b",
        [*(f"transitions[{step}→c:success:0].to" for step in "abd"), "steps.p.branches[2]"],
    ),
    # While branches overlap nothing is said about the shortest way: what they share would count twice.
    (
        document(AB, "a -> b", budget={"steps": 2}),
        "steps.p.branches[1]", "b", ["transitions[a→b:success:0].to"],
    ),
    (
        document(AB, "a -> p on failure", budget=BUDGET),
        "steps.p.branches[1]", "b", ["transitions[a→p:failure:0].to"],
    ),
    (
        document(NESTED, "c -> e", "b -> e"),
        "steps.p.branches[1]", "b", ["transitions[c→e:success:0].to", "transitions[b→e:success:0].to"],
    ),
    # One step is told once, at the outermost parallel step that it hurts.
    (
        document(NESTED, "c -> e", "d -> e", "b -> e"),
        "steps.p.branches[1]", "b", ["transitions[c→e:success:0].to", "transitions[b→e:success:0].to"],
    ),
]  # fmt: skip
ENTERED: list[Case] = [
    (
        document(ABC, "a -> c", "p -> c"),
        "transitions[p→c:success:0].to", "c", ["transitions[a→c:success:0].to"],
    ),
    (
        document({**models("z"), **AB}, "z -> p", "z -> a on failure"),
        "transitions[z→a:failure:0].to", "a", ["steps.p.branches[0]"],
    ),
    (document(AB, "p -> a"), "transitions[p→a:success:0].to", "a", ["steps.p.branches[0]"]),
    (
        document({"g": gate("p", "a"), **AB}),
        "steps.g.otherwise", "a", ["steps.p.branches[0]"],
    ),
    (
        document({"g": gate("p", "q"), **ABC, "q": parallel("c", "a")}),
        "steps.q.branches[1]", "a", ["steps.p.branches[0]"],
    ),
    (
        document(NESTED, "c -> e", "q -> e"),
        "transitions[q→e:success:0].to", "e", ["transitions[c→e:success:0].to"],
    ),
    # Several ways in are one finding.
    (
        document({**models("z"), **ABC}, "z -> p", "z -> c on failure", "a -> c", "p -> c"),
        "transitions[z→c:failure:0].to", "c", ["transitions[p→c:success:0].to", "transitions[a→c:success:0].to"],
    ),
]  # fmt: skip
QUORUM: list[Case] = [
    (
        document({**AB, "p": parallel("a", "b", join={"quorum": 3})}),
        "steps.p.join.quorum", "3", ["steps.p.branches"],
    ),
    # What follows is reached as soon as the quorum is mended.
    (
        document({**ABC, "p": parallel("a", "b", join={"quorum": 9})}, "p -> c"),
        "steps.p.join.quorum", "9", ["steps.p.branches"],
    ),
]  # fmt: skip
UNHANDLED: list[Case] = [
    (document({**models("a b"), "a": model(outcomes=["odd", "x"])}, "a -> b on x"), "steps.a.outcomes[0]", "odd", []),
    (document({**AB, "p": parallel("a", "b", outcomes=["odd"])}), "steps.p.outcomes[0]", "odd", []),
]  # fmt: skip
RECURSIVE: list[Case] = [
    (document({"a": call("w")}), "steps.a.workflow", "w", ["workflow"]),
    (document({"a": call("w", version="stable")}), "steps.a.workflow", "w", ["workflow"]),
]
TIMEOUTS: list[Case] = [
    (document({"a": model(timeout="61s")}, budget={"wall_time": "1m"}), "steps.a.timeout", "61s", ["budget.wall_time"]),
    (
        document({**AB, "p": parallel("a", "b", timeout="10m")}, budget={"wall_time": "2m"}),
        "steps.p.timeout", "10m", ["budget.wall_time"],
    ),
]  # fmt: skip


def waits(backoff: str, **fields: Any) -> dict[str, Any]:
    retry = {"attempts": 4, "backoff": backoff, "initial": "10s", "max": "25s", **fields}
    return document({"a": model(retry=retry)}, budget={"wall_time": "45s"})


BACKOFF: list[Case] = [
    (waits("constant", attempts=6), "steps.a.retry", "retry", ["budget.wall_time"]),  # 5 times 10s
    (waits("constant", initial="15s"), "steps.a.retry", "retry", ["budget.wall_time"]),  # 3 times 15s: no time left
    (waits("linear"), "steps.a.retry", "retry", ["budget.wall_time"]),  # 10s, 20s, 25s
    (waits("exponential"), "steps.a.retry", "retry", ["budget.wall_time"]),  # 10s, 20s, 25s
    (waits("exponential", max="15s", attempts=5), "steps.a.retry", "retry", ["budget.wall_time"]),  # 10s, 3 times 15s
]
SHORT: list[Case] = [
    (document(models("a b c"), "a -> b", "b -> c", budget={"steps": 2}), "budget.steps", "2", []),
    # All branches must run, then the step behind them.
    (document(ABC, "p -> c", "a -> a on timeout", budget=BUDGET | {"steps": 3}), "budget.steps", "3", []),
    (
        document({**ABCD, "p": parallel("a", "b", "d", join={"quorum": 2})}, "p -> c", budget={"steps": 3}),
        "budget.steps", "3", [],
    ),
    # The way on after a refusal is shorter than that after a good end.
    (
        document(
            {**ABC, "p": parallel("a", "b", verify=[{"use": "check", "with": {}}]), **models("d e f")},
            *retried("a", "b"), "p -> c on failure", "p -> d", "d -> e", "e -> f", budget=BUDGET | {"steps": 3},
        ),
        "budget.steps", "3", [],
    ),
    # A bad end is nearer, but it is none.
    (document({"g": gate("a", "a"), **models("a b")}, "a -> b", budget={"steps": 2}), "budget.steps", "2", []),
]  # fmt: skip
COSTLESS: list[Case] = [
    (document(models("a b"), "a -> b", "b -> a on failure", budget={"steps": 9}), "budget", "budget", ["steps.a"]),
    (document(models("a"), "a -> a", budget={"steps": 9, "wall_time": "1d"}), "budget", "budget", ["steps.a"]),
]  # fmt: skip
FIRES = {
    "OF404": UNREACHABLE,
    "OF405": ENDLESS,
    "OF406": UNBOUNDED,
    "OF407": OVERLAPPING,
    "OF408": ENTERED,
    "OF409": QUORUM,
    "OF410": UNHANDLED,
    "OF411": RECURSIVE,
    "OF601": TIMEOUTS,
    "OF602": BACKOFF,
    "OF603": SHORT,
    "OF604": COSTLESS,
}
CASES = [
    pytest.param(code, *case, id=f"{code}-{index}") for code, cases in FIRES.items() for index, case in enumerate(cases)
]

SILENT = {
    "the only step": document(models("a")),
    "a start that others lead to": document(models("a b"), "a -> b", "b -> a on failure", budget=BUDGET),
    "reached by failure only": document(models("a b"), "a -> b on failure"),
    "reached by a timeout only": document(models("a b"), "a -> b on timeout"),
    "reached when a step runs out of time": document(
        {**ABC, "p": parallel("a", "b", timeout="1h")}, "p -> c on timeout"
    ),
    "reached on success, whatever never comes": document(ABC, "p -> c", "p -> c on timeout"),
    "reached by a condition only": document({"g": gate("a", "b"), **models("a b")}),
    "reached when a condition does not hold": document({"g": gate("a"), **models("a b")}, "g -> b"),
    "reached when a condition cannot be read": document({"g": gate("a", "a"), **models("a b")}, "g -> b on failure"),
    "reached by a branch only": document(AB),
    "reached by an outcome of its own": document({"a": model(outcomes=["odd"]), **models("b")}, "a -> b on odd"),
    "reached by a join that one branch can meet": document(
        {**ABC, "p": parallel("a", "b", join="any")}, "p -> c", "a -> a", budget=BUDGET
    ),
    "reached by a refusal of the verifier alone": document(
        {**ABC, "p": parallel("a", "b", verify=[{"use": "check", "with": {}}])},
        *retried("a", "b"),
        "p -> c on failure",
        budget=BUDGET,
    ),
    "a loop with a bad end": document(models("a b"), "a -> b", "b -> a", budget=BUDGET),
    "a loop with a condition": document(models("a"), "a -> a maybe", *retried("a"), budget=BUDGET),
    "a loop with an outcome of its own": document(
        {"a": model(outcomes=["odd"]), "b": model()}, "a -> a", *retried("a"), "a -> b on odd", budget=BUDGET
    ),
    "a parallel step without time limit that never fails": document(AB, *retried("a", "b"), budget=BUDGET),
    "no loop and no budget": document(models("a b c"), "a -> b", "b -> c", "a -> c on failure"),
    "two ways that meet, without a loop": document({"g": gate("a", "b"), **models("a b c")}, "a -> c", "b -> c"),
    "a retry is no loop": document({"a": model(retry={"attempts": 5})}),
    "a loop with tokens": document(models("a"), "a -> a on failure", budget={"steps": 5, "tokens": 5}),
    "a loop with cost": document(models("a"), "a -> a on failure", budget={"steps": 5, "cost": "1 USD"}),
    "no loop, steps alone": document(models("a b"), "a -> b", budget={"steps": 5}),
    "an unreachable loop is told once, elsewhere": document({"p": parallel("a", "b"), **models("a b")}),
    "branches of several steps": document(NESTED, "c -> e", "q -> b2", "b2 -> b2 on failure", budget=BUDGET)
    | {"steps": {**NESTED, "b2": model()}},
    "a loop inside a branch": document(ABC, "a -> c", "c -> a on failure", budget=BUDGET),
    "a loop around a parallel step": document(ABC, "p -> c", "c -> p on failure", budget=BUDGET),
    "a branch that starts anew": document(AB, "a -> a on failure", budget=BUDGET),
    "one handler for each branch": document(ABCD | {"p": parallel("a", "b")}, "a -> c on failure", "b -> d on failure"),
    "a handler for the parallel step": document(ABC, "p -> c on failure", "p -> c"),
    "a handler inside the branch of a nested parallel step": document(NESTED, "q -> e on failure"),
    "a quorum of all branches": document({**AB, "p": parallel("a", "b", join={"quorum": 2})}),
    "an outcome that is taken up": document({"a": model(outcomes=["odd"]), **models("b")}, "a -> b on odd"),
    "an outcome taken up on a condition": document(
        {"a": model(outcomes=["odd"]), **models("b")}, "a -> b on odd maybe"
    ),
    "another workflow": document({"a": call("w2")}),
    "an earlier version of the same workflow": document({"a": call("w", version=f"blake3:{'0' * 64}")}),
    "a conditional with one way and a transition": document({"g": gate("a"), **models("a b")}, "g -> b"),
    "a conditional that fails": document({"g": gate("a", "b"), **models("a b c")}, "g -> c on failure"),
    "a timeout of the whole run": document({"a": model(timeout="2m")}, budget={"wall_time": "2m"}),
    "a default timeout": document({"a": model()}, budget={"wall_time": "2m"}),
    "a default timeout that is written down": document({"a": model(timeout="10m")}, budget={"wall_time": "2m"}),
    "waits just below the time of the run": waits("constant", attempts=5),
    "no waits": waits("none", attempts=100),
    "waits that are cut": waits("exponential", max="11s", attempts=5),
    "nothing is tried again": waits("constant", attempts=100, on=[]),
    "one attempt": waits("constant", attempts=1, initial="1h"),
    "as many steps as the shortest way": document(models("a b c"), "a -> b", "b -> c", budget={"steps": 3}),
    "a shorter way past the rest": document({"g": gate("b", "a"), **models("a b")}, "a -> b", budget={"steps": 2}),
    "a way out at any time": document(models("a b"), "a -> b maybe", budget={"steps": 1}),
    "one branch is enough": document({**AB, "p": parallel("a", "b", join="any")}, budget={"steps": 2}),
    "a failure is a shorter way to a good end": document(
        {"p": parallel("a", "b"), **models("a b c d")}, "a -> d", "p -> c on failure", budget={"steps": 3}
    ),
    "a refusal is a shorter way to a good end": document(
        {**ABC, "p": parallel("a", "b", verify=[{"use": "check", "with": {}}]), **models("d e f g")},
        *retried("a", "b"),
        *("p -> c on failure", "c -> g", "p -> d", "d -> e", "e -> f"),
        budget=BUDGET | {"steps": 5},
    ),
    "no way to a good end at all": document(models("a b"), "a -> b", "b -> a", budget={"steps": 1, "tokens": 1}),
}


@pytest.mark.parametrize("frontend", FRONTENDS, ids=lambda frontend: frontend.name)
@pytest.mark.parametrize(("code", "source", "path", "text", "related"), CASES)
def test_a_fault_is_found_once_and_at_its_place(
    frontend: Frontend, code: str, source: dict[str, Any], path: str, text: str, related: list[str]
) -> None:
    (finding,) = found(frontend, source)
    assert (finding.code, finding.ir_path) == (code, path)
    assert finding.span is not None
    assert finding.span.text.strip("\"'") == text
    assert [each.ir_path for each in finding.related] == related
    assert all(each.span is not None for each in finding.related)


@pytest.mark.parametrize("frontend", FRONTENDS, ids=lambda frontend: frontend.name)
def test_a_transition_that_is_never_taken_is_shown_whole(frontend: Frontend) -> None:
    source = document({"g": gate("a", "b"), **models("a b c")}, "g -> c")
    (finding,) = found(frontend, source)
    assert (finding.code, finding.ir_path) == ("OF412", "transitions[g→c:success:0]")
    assert finding.span is not None
    assert [word for word in re.findall(r"\w+", finding.span.text) if len(word) == 1] == ["g", "c"]
    assert [each.ir_path for each in finding.related] == ["steps.g.otherwise"]


@pytest.mark.parametrize("frontend", FRONTENDS, ids=lambda frontend: frontend.name)
@pytest.mark.parametrize("name", SILENT)
def test_a_near_miss_is_silent(frontend: Frontend, name: str) -> None:
    assert found(frontend, SILENT[name]) == []


def test_while_a_name_leads_nowhere_the_graph_is_not_judged() -> None:
    source = document(models("a b"), "a -> c", "a -> a on failure")
    assert {found_ for frontend in FRONTENDS for found_ in found(frontend, source)} == set()


def test_while_it_is_not_clear_where_runs_start_nothing_is_called_unreachable() -> None:
    source = document(models("a b"))
    del source["start"]
    assert [found(frontend, source) for frontend in FRONTENDS] == [[]] * len(FRONTENDS)


def test_findings_come_in_the_same_order_whatever_the_order_of_the_source() -> None:
    steps = {**ABCD, **models("x y")}
    edges = ["a -> c", "b -> c", "p -> d on failure", "x -> x"]
    one, other = document(steps, *edges), document(dict(reversed(steps.items())), *reversed(edges), start="p")
    codes = [{(each.code, each.message) for each in found(FRONTENDS[0], source)} for source in (one, other)]
    assert codes[0] == codes[1]
    assert len(codes[0]) == 4
