"""From workflows to execution graphs, and predicates over recorded values."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import conformance
import pytest
from golden_cases import accept_cases, case_name, inputs

from onefold.api import compile
from onefold.frontends.frontend import Limits
from onefold.frontends.predicate.parse import parse
from onefold.kernel.bundle.canonical import canonical_graph, graph_digest
from onefold.kernel.bundle.evaluate import Evaluator, Undecided
from onefold.kernel.bundle.lowering import lower_graph
from onefold.kernel.bundle.manifest import Manifest
from onefold.kernel.bundle.parts import Trigger
from onefold.kernel.bundle.reach import reachable
from onefold.kernel.bundle.validate import validate_bundle
from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.ir.nodes import Model, Parallel

EVALUATOR = Evaluator(lambda text, pattern: re.search(pattern, text) is not None)
SCOPE: dict[str, Any] = {
    "inputs": {"n": 2, "name": "ada", "list": [1, "x", None], "on": True, "null": None},
    "steps": {"a": {"outcome": "success", "output": {"score": 0.5, "a-b": {"c": [10]}}}},
}


@pytest.mark.parametrize("case", accept_cases(), ids=case_name)
def test_every_golden_workflow_becomes_a_valid_graph_of_one_digest(case: Path) -> None:
    digests = set()
    for source in inputs(case):
        canonical = canonicalize(compile(source).ir)
        lowered = lower_graph(canonical)
        digests.add(graph_digest(lowered.graph))
        steps = canonical.workflow.steps
        assert set(steps) <= set(lowered.graph.nodes)
        joins = {f"{name}.join" for name, step in steps.items() if isinstance(step, Parallel)}
        assert joins <= set(lowered.graph.nodes)
        assert set(lowered.capsules) == {name for name, step in steps.items() if isinstance(step, Model)}
        assert canonical_graph(lowered.graph) == lowered.graph
        assert set(reachable(lowered.graph, [lowered.graph.entry])) == set(lowered.graph.nodes)
        manifest = Manifest(
            schema_version=3,
            id="b",
            version="1",
            triggers=(Trigger(id="t", kind="manual"),),
            workflow=lowered.graph,
            prompt_capsules=lowered.capsules,
        )
        assert validate_bundle(manifest, is_package=False) == ()
    assert len(digests) == 1


def test_a_change_of_anything_but_a_prompt_changes_the_graph() -> None:
    base = '{"onefold":1,"workflow":"w","steps":{"a":{"kind":"tool","tool":"t"},"m":{"kind":"model","prompt":"x"}},'
    flow = base + '"transitions":[{"from":"a","to":"m"}]}'

    def digest(text: str) -> str:
        return graph_digest(lower_graph(canonicalize(compile(text, format="json").ir)).graph)

    for old, new in (('"t"', '"u"'), ('"w"', '"v"'), ('"tool":"t"', '"tool":"t","timeout":"1s"'), ('"m"', '"n"')):
        assert digest(flow.replace(old, new)) != digest(flow)
    assert digest(flow.replace('"x"', '"y"')) == digest(flow)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("inputs.n == 2.0 && inputs.name != 'bob'", True),
        ("inputs.n + 1 > 2 && inputs.n * 3 - 6 == 0 && 7 % 4 == 3 && 1 / 2 == 0.5", True),
        ("steps.a.output['a-b'].c[0] >= 10", True),
        ("1 in inputs.list && null in inputs.list && !('y' in inputs.list)", True),
        ("'n' in inputs && size(inputs.list) == 3 && inputs.name.size() == 3", True),
        ("has(inputs.n) && !has(inputs.m) && !has(steps.b.output)", True),
        ("inputs.missing == 1 || true", True),
        ("false && inputs.missing == 1", False),
        ("inputs.missing == 1 && false", False),
        ("has(inputs.m) ? inputs.m : inputs.on", True),
        ("inputs.list.exists(x, x == 'x') && !inputs.list.all(x, x == 1)", True),
        ("inputs.name.contains('d') && inputs.name.startsWith('a') && inputs.name.endsWith('a')", True),
        ("inputs.name.matches('ad')", True),
        ("true == 1", False),
        ("[1, [true]] == [1.0, [true]] && {'a': 1} == {'a': 1}", True),
        ("'a' < 'b' && false < true && -inputs.n < 0", True),
        ("1 / 0 > 100000 && -1 / 0 < 0 && 0 / 0 != 0 / 0", True),
    ],
)
def test_a_predicate_is_evaluated(text: str, expected: bool) -> None:
    expression = parse(text, Limits()).expression
    assert expression is not None
    assert EVALUATOR.holds(expression, SCOPE) is expected


@pytest.mark.parametrize(
    "text",
    [
        *("inputs.missing", "inputs.n", "inputs.n < 'x'", "inputs.n && true", "inputs.name + 1 == 2", "1 % 0 == 0"),
        *("inputs.list[3] == 1", "inputs.list[0.5] == 1", "'x' in inputs.n", "size(inputs.n) == 1"),
        *("inputs.missing || false", "true && inputs.missing", "inputs.list.all(x, x > 0)", "!inputs['null']"),
    ],
)
def test_a_predicate_without_a_value_is_undecided(text: str) -> None:
    expression = parse(text, Limits()).expression
    assert expression is not None
    with pytest.raises(Undecided):
        EVALUATOR.holds(expression, SCOPE)


def test_what_the_language_shares_with_the_standard_has_the_standards_value() -> None:
    judged = 0
    for case in conformance.cases("cel/cases.json"):
        want = case["expect"].get("want", {})
        if (
            case["expect"]["kind"] != "value"
            or "bool_value" not in want
            or set(case) - {"name", "file", "expect", "expr"}
        ):
            continue
        expression = parse(case["expr"], Limits()).expression
        if expression is None:
            continue
        try:
            found = EVALUATOR.value(expression, {})
        except Undecided:
            found = None
        assert found == want["bool_value"], case
        judged += 1
    assert judged > 150
