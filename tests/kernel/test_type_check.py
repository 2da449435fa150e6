"""What can never work in predicates and templates, and what must stay silent."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import expressions

from onefold.api import check
from onefold.kernel.diagnostics import Diagnostic
from onefold.kernel.ir.expression import Expression
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.ir.walk import nodes
from onefold.kernel.rules.of_types import TYPE_RULES
from onefold.kernel.type_check.evaluate import evaluate
from onefold.kernel.type_check.fields import FieldFault
from onefold.kernel.type_check.references import ReferenceTypes
from onefold.kernel.values import JsonValue

WORKFLOW = """
onefold: 1
workflow: w
inputs:
  type: object
  properties:
    count: {type: integer}
    name: {type: string}
    flag: {type: boolean}
    tags: {type: array, items: {type: string}}
    pair: {type: array, prefixItems: [{type: number}, {type: string}], items: false}
    people:
      type: array
      items: {type: object, properties: {name: {type: string}, age: {type: number}}, additionalProperties: false}
    scores: {type: object, additionalProperties: {type: number}}
    mode: {enum: [fast, slow]}
    level: {enum: [1, 2]}
    maybe: {type: [string, "null"]}
    either: {type: [string, array]}
    text_or_count: {type: [string, number]}
    free: {}
    empty: {type: array, maxItems: 0}
steps:
  a:
    kind: model
    prompt: PROMPT
    outcomes: [hopeless]
    output:
      type: object
      properties: {score: {type: number}, verdict: {type: string}}
      additionalProperties: false
  b: {kind: model, prompt: Guess.}
  both: {kind: parallel, branches: [left, right]}
  left: {kind: model, prompt: Look left., output: {type: object, properties: {x: {type: number}}}}
  right: {kind: model, prompt: Look right., output: {type: string}}
  further: {kind: model, prompt: Look further., output: {type: number}}
  gate: {kind: conditional, on: PREDICATE, then: z}
  z: {kind: model, prompt: Report.}
transitions:
  - {from: a, to: b}
  - {from: a, to: z, on: hopeless}
  - {from: b, to: both}
  - {from: right, to: further}
  - {from: both, to: gate}
"""
# A predicate, what is reported, and what is underlined.
FAULTS = [
    ("-1.b", "impossible-operation", "1"),
    ("(-inputs.name) && inputs.flag", "impossible-operation", "inputs.name"),
    ("inputs.count == 1.5", "never-equal", "1.5"),
    ("inputs.count in [0.5, 1.5]", "never-equal", "inputs.count in [0.5, 1.5]"),
    ('inputs.count == "3"', "never-equal", '"3"'),
    ('"3" != inputs.count', "never-equal", '"3"'),
    ("3 in inputs.empty", "never-equal", "3 in inputs.empty"),
    ("inputs.name == null", "never-equal", "null"),
    ('inputs.mode == "fats"', "never-equal", '"fats"'),
    ("inputs.level == 3", "never-equal", "3"),
    ("inputs.level == -1", "never-equal", "inputs.level == -1"),
    ("inputs.level == inputs.mode", "never-equal", "inputs.level == inputs.mode"),
    ("(inputs.tags) == (inputs.count)", "never-equal", "(inputs.tags) == (inputs.count)"),
    ('steps.a.outcome == "hopless"', "never-equal", '"hopless"'),
    ('steps.b.outcome != "hopeless"', "never-equal", '"hopeless"'),
    ('inputs.mode in ["fast", "slwo"]', "never-equal", '"slwo"'),
    ("inputs.mode in [1, 2]", "never-equal", "inputs.mode in [1, 2]"),
    ("inputs.count in inputs.tags", "never-equal", "inputs.count in inputs.tags"),
    ("inputs.count in inputs.scores", "never-equal", "inputs.count in inputs.scores"),
    ('inputs.tags.exists(t, t == 1)', "never-equal", "1"),
    ('[1, 2].all(v, v != "x")', "never-equal", '"x"'),
    ('size(inputs.tags) == "0"', "never-equal", '"0"'),
    ('(inputs.flag ? 1 : 2) == "1"', "never-equal", '"1"'),
    ("(inputs.flag ? 1 : 2) == 3", "never-equal", "3"),
    ("(inputs.count + 1) == inputs.name", "never-equal", "(inputs.count + 1) == inputs.name"),
    ("1 == 2", "never-equal", "1 == 2"),
    ("steps.both.output.right == true", "never-equal", "true"),
    ("inputs.flag < 1", "unordered-comparison", "inputs.flag"),
    ("1 >= inputs.tags", "unordered-comparison", "inputs.tags"),
    ("null < inputs.free", "unordered-comparison", "null"),
    ("inputs.free > {}", "unordered-comparison", "{}"),
    ("inputs.free <= [1]", "unordered-comparison", "[1]"),
    ("inputs.count > inputs.name", "unordered-comparison", "inputs.count > inputs.name"),
    ('steps.a.output.score > "0.8"', "unordered-comparison", 'steps.a.output.score > "0.8"'),
    ("inputs.scores.all(k, k > 1)", "unordered-comparison", "k > 1"),
    ("inputs.people.exists(p, p.age > p.name)", "unordered-comparison", "p.age > p.name"),
    ("inputs.scores.all(k, inputs.scores[k] > 1) && inputs.flag > true", "unordered-comparison", "inputs.flag"),
    ("1 + 2", "impossible-operation", "1 + 2"),
    ('"true"', "impossible-operation", '"true"'),
    ("inputs.name", "impossible-operation", "inputs.name"),
    ("inputs.flag ? 1 : 2", "impossible-operation", "inputs.flag ? 1 : 2"),
    ("!inputs.name", "impossible-operation", "inputs.name"),
    ("inputs.flag && inputs.name", "impossible-operation", "inputs.name"),
    ("inputs.flag || (inputs.count)", "impossible-operation", "inputs.count"),
    ("inputs.count ? true : false", "impossible-operation", "inputs.count"),
    ("-inputs.name == 1", "impossible-operation", "inputs.name"),
    ("inputs.name - 1 == 1", "impossible-operation", "inputs.name"),
    ("inputs.count % inputs.flag == 1", "impossible-operation", "inputs.flag"),
    ("inputs.count + inputs.name == inputs.free", "impossible-operation", "inputs.count + inputs.name"),
    ("inputs.flag + 1 == 1", "impossible-operation", "inputs.flag"),
    ("size(inputs.count) > 1", "impossible-operation", "inputs.count"),
    ("inputs.flag.size() > 1", "impossible-operation", "inputs.flag"),
    ('inputs.tags.contains("x")', "impossible-operation", "inputs.tags"),
    ("inputs.name.contains(1)", "impossible-operation", "1"),
    ('inputs.count.startsWith("x")', "impossible-operation", "inputs.count"),
    ('inputs.flag.endsWith("x")', "impossible-operation", "inputs.flag"),
    ('inputs.count.matches("x")', "impossible-operation", "inputs.count"),
    ('matches(inputs.name, inputs.count)', "impossible-operation", "inputs.count"),
    ("inputs.name.all(c, true)", "impossible-operation", "inputs.name"),
    ("inputs.count.exists(c, true)", "impossible-operation", "inputs.count"),
    ("inputs.tags.all(t, t)", "impossible-operation", "t"),
    ("inputs.name in inputs.name", "impossible-operation", "inputs.name"),
    ('"abc"[0] == "a"', "impossible-operation", '"abc"'),
    ('"abc".x == "a"', "impossible-operation", '"abc"'),
    ("inputs.people[inputs.name].age > 1", "impossible-operation", "inputs.people[inputs.name]"),
    ("inputs.people[inputs.flag].age > 1", "impossible-operation", "inputs.flag"),
    ("inputs.count[inputs.level] > 1", "impossible-operation", "inputs.count"),
    ("steps.a.score > 1", "forbidden-field", "score"),
    ("steps.a.outputs.score > 1", "forbidden-field", "outputs"),
    ("steps[0].output == 1", "forbidden-field", "[0]"),
    ("steps.a.output.scoer > 1", "forbidden-field", "scoer"),
    ('steps["a"].output["scoer"] > 1', "forbidden-field", '["scoer"]'),
    ("steps.a.output.score.x > 1", "forbidden-field", "x"),
    ("steps.a.output[0] > 1", "forbidden-field", "[0]"),
    ('steps.a.outcome.code == "x"', "forbidden-field", "code"),
    ("has(steps.a.output.scoer)", "forbidden-field", "scoer"),
    ("inputs.pair[2] == 1", "forbidden-field", "[2]"),
    ('inputs.tags.name == "x"', "forbidden-field", "name"),
    ('inputs.tags["0"] == "x"', "forbidden-field", '["0"]'),
    ('inputs.people[0].nmae == "x"', "forbidden-field", "nmae"),
    ('inputs.people[inputs.count].nmae == "x"', "forbidden-field", "nmae"),
    ("inputs.people.all(p, p.nmae == 'x')", "forbidden-field", "nmae"),
    ("inputs.people.all(p, inputs.people.exists(q, q.name == p.nmae))", "forbidden-field", "nmae"),
    ("steps.both.output.middle == 1", "forbidden-field", "middle"),
    ("steps.both.output.right.x == 1", "forbidden-field", "x"),
    ("steps.both.output.left.x == 1 && steps.both.output.right.x", "forbidden-field", "x"),
    ("inputs.cuont > 1", "near-field-name", "cuont"),
    ("has(inputs.pepole)", "near-field-name", "pepole"),
]  # fmt: skip
SILENT = [
    "inputs.count == 3",
    "inputs.count == 3.0",
    "inputs.maybe == null",
    "inputs.free == null",
    'inputs.mode == "fast"',
    "inputs.level != 2.0",
    'inputs.text_or_count == "3" || inputs.text_or_count == 3',
    'steps.a.outcome == "hopeless"',
    'steps.a.outcome in ["success", "hopeless", "failure", "timeout"]',
    'steps.b.outcome == "timeout"',
    "inputs.name in inputs.tags",
    "inputs.name in inputs.scores",
    "inputs.name in inputs.free",
    "inputs.count in []",
    "inputs.free in inputs.tags",
    "inputs.tags == []",
    "inputs.scores == {}",
    "inputs.count < 3",
    'inputs.name < "m"',
    "inputs.text_or_count < 3 || inputs.text_or_count < inputs.name",
    "inputs.free < inputs.unsaid",
    "inputs.flag",
    "inputs.free",
    "inputs.flag ? inputs.flag : inputs.free",
    "inputs.flag ? 1 == 1 : true",
    "!inputs.free && (inputs.unsaid || inputs.flag)",
    'inputs.name + "x" == inputs.name',
    "inputs.tags + inputs.tags == inputs.tags",
    "inputs.count * 2 - 1 / inputs.count % 3 == -inputs.count",
    "inputs.text_or_count + inputs.text_or_count == 2",
    "size(inputs.either) > 1 && size(inputs.scores) > 1 && size(inputs.name) > 1",
    'inputs.either.contains("x")',
    "inputs.either.all(e, e == 1)",
    "inputs.scores.all(k, inputs.scores[k] > 1)",
    "inputs.tags[inputs.count] == inputs.name",
    "inputs.free[inputs.name] == 1 && inputs.free[inputs.count] == 1",
    "inputs.pair[0] == 1 && inputs.pair[1] == inputs.name",
    "inputs.pair[inputs.count] == 1 || inputs.pair[inputs.count] == inputs.name",
    "inputs.people.all(p, p.age > 1 && p.name.startsWith('x'))",
    "inputs.people.all(inputs, inputs.age > 1)",
    "inputs.empty.all(e, e.x > 1 && e)",
    "inputs.scores.nmae > 1",
    "inputs.undeclared.x[0] > 1",
    "steps.a.output.score > 0.5",
    "steps.b.output.anything[0].x > 1",
    "steps.both.output.left.y == 1",
    "steps.both.output.left.x > 1",
    "[[1], [2]].all(v, v[0] > 1)",
    "{'a': 1}.all(k, k == 'a')",
    "{'a': 1}.a == 1",
    "has(inputs.free.x) && has(steps.a.output.score)",
]


def found(predicate: str, prompt: str = "Go.") -> list[tuple[str, str]]:
    """The findings of types in a workflow with this predicate and this prompt, with what is underlined."""
    text = WORKFLOW.replace("PREDICATE", json.dumps(predicate)).replace("PROMPT", json.dumps(prompt))
    diagnostics = [each for each in check(text, format="yaml").diagnostics if each.code in CODES]
    return [(each.name, underlined(each)) for each in sorted(diagnostics, key=lambda each: each.code)]


def underlined(diagnostic: Diagnostic) -> str:
    assert diagnostic.span is not None
    return diagnostic.span.text.replace('\\"', '"')


CODES = {"OF505", "OF508", "OF509", "OF510", "OF511"}


@pytest.mark.parametrize(("predicate", "name", "place"), FAULTS, ids=[each[0] for each in FAULTS])
def test_what_can_never_work_is_told_once_at_its_place(predicate: str, name: str, place: str) -> None:
    assert found(predicate) == [(name, place)]


@pytest.mark.parametrize("predicate", SILENT)
def test_what_may_work_is_let_be(predicate: str) -> None:
    assert found(predicate) == []


TEMPLATES = [
    ("{{ inputs.count.x }}", [("forbidden-field", "x")]),
    ("{{ inputs.pair[7] }} {{ inputs.pair[1] }}", [("forbidden-field", "[7]")]),
    ('{{ inputs["people"][0]["nmae"]? }}', [("forbidden-field", '["nmae"]')]),
    ("{{ workflow.name }} {{ workflow.id }}", [("forbidden-field", "name")]),
    ("{{ workflow.id.x }}", [("forbidden-field", "x")]),
    ("{{ inputs[0] }}", [("forbidden-field", "[0]")]),
    ("{{ inputs.cuont }}", [("near-field-name", "cuont")]),
    ("{{ inputs.cuont }} and {{ inputs.cuont }} and {{ inputs.cuont.x }}", [("near-field-name", "cuont")]),
    ("{{ inputs.cuont }} {{ inputs.nmae }}", [("near-field-name", "cuont"), ("near-field-name", "nmae")]),
    ("{{ inputs.nowhere.x[0].y }} {{ inputs.scores.nmae }} {{ inputs.free.cuont }} {{ inputs }}", []),
    ("{{ inputs" + ".x" * 5000 + " }}", []),
]


@pytest.mark.parametrize(("prompt", "findings"), TEMPLATES, ids=range(len(TEMPLATES)))
def test_a_reference_in_a_template_is_followed(prompt: str, findings: list[tuple[str, str]]) -> None:
    assert found("inputs.flag", prompt) == findings


def test_the_same_mistake_in_several_places_is_one_finding() -> None:
    prompt = json.dumps("{{ inputs.cuont }} {{ inputs.cuont? }}")
    text = WORKFLOW.replace("PREDICATE", "inputs.cuont > 1").replace("PROMPT", prompt)
    (one,) = [each for each in check(text, format="yaml").diagnostics if each.code in CODES]
    assert one.ir_path == "steps.a.prompt"
    assert [each.ir_path for each in one.related] == ["steps.a.prompt", "steps.gate.on"]
    assert {each.span.text for each in one.related if each.span} == {"cuont"}


HELP = [
    ("steps.a.score > 1", "write `steps.a.output.score`"),
    ("steps.a.outputs.score > 1", "did you mean `output`?"),
    ("steps.a.output.scoer > 1", "did you mean `score`?"),
    ("steps.a.output.zzzz > 1", "its fields are `score` and `verdict`"),
    ('steps.a.outcome == "hopless"', "did you mean `hopeless`?"),
    ('inputs.count == "3"', "write `3` without quotes"),
    ('inputs.flag == "true"', "write `true` without quotes"),
    ("inputs.name == 3", 'write `"3"`'),
    ("inputs.name == null", "to ask whether it is there, write `has(inputs.name)`"),
    ('inputs.tags.contains("x")', 'write `"x" in inputs.tags`'),
    ('"x" in inputs.name', 'write `inputs.name.contains("x")`'),
    ("steps.a.output.score.x > 1", None),
]


@pytest.mark.parametrize(("predicate", "help_line"), HELP)
def test_the_help_line_says_what_was_probably_meant(predicate: str, help_line: str | None) -> None:
    text = WORKFLOW.replace("PREDICATE", json.dumps(predicate)).replace("PROMPT", "Go.")
    (one,) = [each for each in check(text, format="yaml").diagnostics if each.code in CODES]
    assert one.help == help_line


def test_while_a_step_is_unknown_types_are_not_judged() -> None:
    assert found('steps.nobody.output == 1 && inputs.count == "3"') == []


@pytest.mark.parametrize(
    "schema", ["{type: [objekt]}", '{$ref: "#/$defs/x"}', '{$schema: "https://x.test/s", type: string}']
)
def test_a_schema_that_is_wrong_itself_has_no_further_findings(schema: str) -> None:
    text = WORKFLOW.replace("further., output: {type: number}", f"further., output: {schema}")
    text = text.replace("PREDICATE", "steps.both.output.right.x == 1")
    names = {each.name for each in check(text.replace("PROMPT", "Go."), format="yaml").diagnostics}
    assert names
    assert not names & {"forbidden-field", "never-equal"}


def test_inputs_that_no_value_can_be_are_not_looked_into() -> None:
    steps = "{a: {kind: model, prompt: '{{ inputs.x }}'}}"
    text = f"onefold: 1\nworkflow: w\ninputs: {{type: object, enum: [1]}}\nsteps: {steps}\n"
    assert [each.name for each in check(text, format="yaml").diagnostics if each.severity == "error"] == []


@given(expressions(), st.sampled_from([None, {"properties": {"a": {"type": "string"}, "b": {"items": {"enum": [1]}}}}]))
def test_every_finding_in_any_predicate_has_a_place_in_its_text(expression: Expression, inputs: JsonValue) -> None:
    workflow = WorkflowDef(onefold=1, workflow="w", start=None, steps={}, inputs=inputs)
    known = {node for node, _ in nodes(expression)}
    for fault in evaluate(ReferenceTypes(workflow), ("steps", "a", "on"), expression):
        finding = fault.finding if isinstance(fault, FieldFault) else fault
        assert finding.code in {"forbidden-field", "near-field-name", *(rule.name for rule in TYPE_RULES)}
        assert finding.place.node in known


def test_a_long_chain_and_a_deep_predicate_are_looked_through() -> None:
    assert found(" && ".join(["inputs.flag"] * 3000)) == []
    assert found("!" * 100 + "inputs.name") == [("impossible-operation", "inputs.name")]
    assert found("(" * 60 + "inputs.name" + ")" * 60) == [("impossible-operation", "inputs.name")]
