"""What `has()` guards: within a predicate, and behind the edges that ask for it."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from dataflow_documents import FAILURE, conditional, document, found, parallel, when
from hypothesis import given
from hypothesis import strategies as st

from onefold.frontends.registry import FRONTENDS
from onefold.kernel.guards import Guards
from onefold.kernel.ir.expression import Binary, Call, Chain, Choice, Name, Select, Unary
from onefold.kernel.ir.walk import nodes

if TYPE_CHECKING:
    from typing import Any

    from dataflow_documents import Way

    from onefold.kernel.ir.expression import Expression
    from onefold.kernel.template import TemplatePath

YAML = FRONTENDS[0]
READ = "Read {{ steps.y.output }} now."
# `y` has run before `m` on one of two ways.
STEPS = {"a": "hi", "y": "hi", "m": "hi"}
WAYS: tuple[Way, ...] = (("a", "y"), ("a", "m", FAILURE), ("y", "m"))
HAS = "has(steps.y.output)"

GUARDED = [
    "has(steps.y.output) && steps.y.output.n > 1",
    "inputs.x && has(steps.y.output) && inputs.z && steps.y.output.n > 1",
    "(inputs.x && has(steps.y.output)) && steps.y.output.n > 1",
    "has(steps.y.output) && (inputs.x || steps.y.output.n > 1)",
    "has(steps.y.output) && !(inputs.x && steps.y.output.n > 1)",
    "has(steps.y.output) && inputs.list.exists(i, i == steps.y.output.n)",
    "has(steps.y.output) && (inputs.x ? steps.y.output.n : 1) > 0",
    "has(steps.y.output) && size(steps.y.output) > 0",
    'has(steps["y"].output) && steps.y["output"].n > 1',
    "has(steps.y.output.n) && steps.y.output.n > 1",
    "has(steps.y.output.n) && steps.y.output.other > 1",
    "has(steps.y.output[inputs.k].z) && steps.y.output.n > 1",
    "has(steps.y.output.list[0].z) && steps.y.output.n > 1",
    "!!has(steps.y.output) && steps.y.output.n > 1",
    "has(steps.y.output) ? steps.y.output.n > 1 : inputs.x",
    "has(steps.y.output) && inputs.x ? steps.y.output.n > 1 : inputs.z",
    "(has(steps.y.output) ? steps.y.output.n : 0) > 1",
    "!has(steps.y.output) ? inputs.x : steps.y.output.n > 1",
    "!has(steps.y.output) || inputs.x ? inputs.z : steps.y.output.n > 1",
    "!has(steps.y.output) || steps.y.output.n > 1",
    "!has(steps.y.output) || inputs.x || steps.y.output.n > 1",
    "!(inputs.x && has(steps.y.output)) || steps.y.output.n > 1",
    "!(has(steps.y.output) && inputs.x) || !has(steps.y.output.k) || steps.y.output.n > 1",
    'has(steps.y.outcome) && steps.y.outcome == "success" && steps.y.output.n > 1',
    'has(steps.y) && steps.y.outcome != "failure"',
    "has(steps.y.output)",
    "!has(steps.y.output.n)",
    "inputs.list.all(steps, steps.y.output > 1)",
]
UNGUARDED = [
    "steps.y.output.n > 1",
    "steps.y.output.n > 1 && has(steps.y.output)",
    "has(steps.y.output) || steps.y.output.n > 1",
    "!has(steps.y.output) && steps.y.output.n > 1",
    "has(steps.y.output) ? inputs.x : steps.y.output.n > 1",
    "has(steps.y.output) && inputs.x ? inputs.z : steps.y.output.n > 1",
    "!has(steps.y.output) ? steps.y.output.n > 1 : inputs.x",
    "(!has(steps.y.output) || inputs.x) && steps.y.output.n > 1",
    "has(steps.a.output) && steps.y.output.n > 1",
    "has(inputs.y.output) && steps.y.output.n > 1",
    "has(inputs.x) && steps.y.output.n > 1",
    "[has(steps.y.output), steps.y.output.n > 1].exists(v, v)",
    "inputs.list.exists(i, has(steps.y.output)) && steps.y.output.n > 1",
    "has(inputs.map[steps.y.output.n].z)",
    "steps.y.output.n > 1 ? has(steps.y.output) : has(steps.y.output)",
]


def told(workflow: Any) -> list[tuple[str, str]]:
    return [(code, path) for code, path, _ in found(workflow, YAML)]


def within(predicate: str) -> list[tuple[str, str]]:
    step = conditional(predicate, "c", "d")
    return told(document({**STEPS, "m": step, "c": "hi", "d": "hi"}, *WAYS))


@pytest.mark.parametrize("predicate", GUARDED)
def test_a_reference_behind_a_guard_is_silent(predicate: str) -> None:
    assert within(predicate) == []


@pytest.mark.parametrize("predicate", UNGUARDED)
def test_a_reference_that_is_evaluated_without_the_guard_is_found(predicate: str) -> None:
    assert within(predicate) == [("OF502", "steps.m.on")]


GUARDED_EDGES: dict[str, tuple[dict[str, Any], list[Way]]] = {
    "a transition": ({"t": READ}, [("m", "t", when(HAS))]),
    "a part of a conjunction": ({"t": READ}, [("m", "t", when(f"inputs.x && {HAS} && inputs.z > 1"))]),
    "a part of the output": ({"t": READ}, [("m", "t", when("has(steps.y.output.n)"))]),
    "a good outcome": ({"t": READ}, [("m", "t", when('has(steps.y.outcome) && steps.y.outcome == "success"'))]),
    "a failure": ({"t": READ}, [("m", "t", when(HAS, on="failure"))]),
    "then": ({"m": conditional(HAS, "t", "o"), "t": READ, "o": "hi"}, []),
    "otherwise": ({"m": conditional(f"!{HAS}", "o", "t"), "t": READ, "o": "hi"}, []),
    "otherwise of a disjunction": (
        {"m": conditional(f"inputs.x || !{HAS}", "o", "t"), "t": READ, "o": "hi"},
        [],
    ),
    "the success of a false conditional": (
        {"m": conditional(f"!{HAS}", "o"), "t": READ, "o": "hi"},
        [("m", "t")],
    ),
    "further behind": ({"t": "hi", "u": "hi", "v": READ}, [("m", "t", when(HAS)), ("t", "u"), ("u", "v")]),
    "behind a fork and a merge": (
        {"t": "hi", "u": "hi", "v": "hi", "w": READ},
        [("m", "t", when(HAS)), ("t", "u"), ("t", "v", FAILURE), ("u", "w"), ("v", "w")],
    ),
    "two guarded ways": (
        {"n": "hi", "t": READ},
        [("m", "t", when(HAS)), ("m", "n"), ("n", "t", when("has(steps.y.output.n)"))],
    ),
    "a loop of the target": ({"t": READ}, [("m", "t", when(HAS)), ("t", "t", FAILURE)]),
    "a loop behind the target": (
        {"t": READ, "u": "hi"},
        [("m", "t", when(HAS)), ("t", "u"), ("u", "t", when("inputs.x"))],
    ),
    "branches": (
        {"t": parallel("b", "c"), "b": READ, "c": "hi", "d": READ, "e": READ},
        [("m", "t", when(HAS)), ("b", "d"), ("t", "e")],
    ),
    "the condition of a transition behind": (
        {"t": "hi", "u": "hi"},
        [("m", "t", when(HAS)), ("t", "u", when("steps.y.output.n > 1"))],
    ),
    "a way beside it that no run takes": ({"t": READ, "o": "hi"}, [("m", "t", when(HAS)), ("o", "t")]),
}
UNGUARDED_EDGES: dict[str, tuple[dict[str, Any], list[Way]]] = {
    "no condition": ({"t": READ}, [("m", "t")]),
    "another condition": ({"t": READ}, [("m", "t", when("inputs.x"))]),
    "another step": ({"t": READ}, [("m", "t", when("has(steps.a.output)"))]),
    "a disjunction": ({"t": READ}, [("m", "t", when(f"inputs.x || {HAS}"))]),
    "a negation": ({"t": READ}, [("m", "t", when(f"!{HAS}"))]),
    "a second way": ({"n": "hi", "t": READ}, [("m", "t", when(HAS)), ("m", "n"), ("n", "t")]),
    "a second way from the same step": ({"t": READ}, [("m", "t", when(HAS)), ("m", "t")]),
    "a second way with another condition": (
        {"t": READ},
        [("m", "t", when(HAS)), ("m", "t", when("inputs.x", priority=2))],
    ),
    "otherwise": ({"m": conditional(HAS, "o", "t"), "t": READ, "o": "hi"}, []),
    "then of a negation": ({"m": conditional(f"!{HAS}", "t", "o"), "t": READ, "o": "hi"}, []),
    "otherwise of a conjunction": (
        {"m": conditional(f"inputs.x && !{HAS}", "o", "t"), "t": READ, "o": "hi"},
        [],
    ),
    "the failure of a conditional": (
        {"m": conditional(HAS, "o", "p"), "t": READ, "o": "hi", "p": "hi"},
        [("m", "t", FAILURE)],
    ),
    "a way round further behind": (
        {"t": "hi", "u": READ},
        [("m", "t", when(HAS)), ("t", "u"), ("m", "u", FAILURE)],
    ),
    "the other way of the fork": ({"t": READ, "u": "hi"}, [("m", "u", when(HAS)), ("m", "t")]),
}


@pytest.mark.parametrize("name", GUARDED_EDGES)
def test_an_edge_guards_what_can_only_be_reached_through_it(name: str) -> None:
    steps, ways = GUARDED_EDGES[name]
    assert [each for each in told(document({**STEPS, **steps}, *WAYS, *ways)) if each[0] >= "OF5"] == []


@pytest.mark.parametrize("name", UNGUARDED_EDGES)
def test_an_edge_guards_nothing_that_is_reached_otherwise(name: str) -> None:
    steps, ways = UNGUARDED_EDGES[name]
    assert {code for code, _ in told(document({**STEPS, **steps}, *WAYS, *ways))} == {"OF502"}


def test_the_first_step_is_entered_without_an_edge() -> None:
    steps = {"t": READ, "y": "hi"}
    assert told(document(steps, ("t", "y"), ("y", "t", when(HAS)))) == [("OF502", "steps.t.prompt")]


def _path(step: str) -> Expression:
    return Select(Select(Name("steps"), step), "output")


ATOMS: list[Expression] = [
    *(Call("has", None, (_path(step),)) for step in "ab"),
    *(_path(step) for step in "ab"),
    Select(Name("inputs"), "x"),
]


def _composed(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    operands = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Chain, st.sampled_from(["&&", "||"]), operands),
        st.builds(Unary, st.just("!"), inner),
        st.builds(Choice, inner, inner, inner),
        st.builds(Binary, st.sampled_from(["==", "!="]), inner, inner),
    )


EXPRESSIONS: st.SearchStrategy[Any] = st.recursive(st.sampled_from(ATOMS), _composed, max_leaves=8)


class _Evaluation:
    """Evaluates from left to right with what is there, and remembers where it was."""

    def __init__(self, there: dict[str, bool], output: bool, x: bool) -> None:
        self.there, self.output, self.x = there, output, x
        self.visited: set[tuple[int, ...]] = set()

    def value(self, expression: Any, node: tuple[int, ...] = ()) -> bool:
        self.visited.add(node)
        match expression:
            case Call("has", None, (Select(Select(_, step)),)):
                return self.there[step]
            case Select(Select(_, step)):
                return self.there[step] and self.output
            case Chain("&&", operands):
                return all(self.value(each, (*node, index)) for index, each in enumerate(operands))
            case Chain("||", operands):
                return any(self.value(each, (*node, index)) for index, each in enumerate(operands))
            case Unary(_, operand):
                return not self.value(operand, (*node, 0))
            case Choice(condition, then, otherwise):
                if self.value(condition, (*node, 0)):
                    return self.value(then, (*node, 1))
                return self.value(otherwise, (*node, 2))
            case Binary(operator, left, right):
                same = self.value(left, (*node, 0)) == self.value(right, (*node, 1))
                return same == (operator == "==")
            case _:
                return self.x


@given(EXPRESSIONS)
def test_what_is_proven_at_a_place_is_there_whenever_that_place_is_evaluated(expression: Expression) -> None:
    guards = Guards(expression)
    evaluations = [
        (there, _visited(expression, there, output, x))
        for *present, output, x in product([False, True], repeat=4)
        for there in [dict(zip("ab", present, strict=True))]
    ]
    for node, each in nodes(expression):
        for step in "ab":
            path: TemplatePath = ("steps", step, "output")
            if each == _path(step) and not _asked(expression, node) and guards.proves(node, path):
                assert all(there[step] for there, visited in evaluations if node in visited)


def _visited(expression: Expression, there: dict[str, bool], output: bool, x: bool) -> set[tuple[int, ...]]:
    evaluation = _Evaluation(there, output, x)
    evaluation.value(expression)
    return evaluation.visited


def _asked(expression: Expression, node: tuple[int, ...]) -> bool:
    return any(isinstance(each, Call) and node[: len(path)] == path for path, each in nodes(expression))
