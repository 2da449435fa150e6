"""Documents printed as fold read back as they were, and read well."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from readings import LIMITS, exactly, read_text
from strategies import json_values, texts, workflows

from onefold.frontends.fold import FRONTEND
from onefold.frontends.predicate import parse
from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.document import document, record_document
from onefold.kernel.expression_text import expression_text

if TYPE_CHECKING:
    from typing import Any

    from onefold.kernel.ir.nodes import WorkflowDef
    from onefold.kernel.values import JsonObject, JsonValue


def printed(value: JsonObject) -> str:
    assert FRONTEND.print is not None
    return FRONTEND.print(value)


def read_back(value: JsonObject) -> Any:
    """What a printed document reads as."""
    reading = read_text(FRONTEND, printed(value))
    assert reading.findings == ()
    return reading.value


def without_sugar(value: Any) -> Any:
    """A document in which the short forms of tools and verifiers are written out, and conditions are canonical."""
    steps = {}
    for name, step in value.get("steps", {}).items():
        step = dict(step)
        if isinstance(step.get("tools"), list):
            step["tools"] = {"allow": step["tools"]}
        if "verify" in step:
            step["verify"] = [{"use": each} if isinstance(each, str) else each for each in step["verify"]]
        if step["kind"] == "conditional":
            step["on"] = _canonical(step["on"])
        steps[name] = step
    transitions = [
        {**each, "when": _canonical(each["when"])} if each.get("when") else each
        for each in value.get("transitions", [])
    ]
    return {**value, "steps": steps, **({"transitions": transitions} if transitions else {})}


def _canonical(condition: str) -> str:
    """A condition as it was before the printer cut it where it is long, and escaped what nobody would see."""
    expression = parse(condition, LIMITS).expression
    assert expression is not None
    return expression_text(expression)


def smallest(**step: JsonValue) -> dict[str, JsonValue]:
    return {"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi", **step}}}


@given(workflows())
def test_a_canonical_document_reads_back_equal(workflow: WorkflowDef) -> None:
    canonical = dict(document(canonicalize(workflow).workflow))
    assert exactly(without_sugar(read_back(canonical))) == exactly(without_sugar(canonical))


@given(workflows())
def test_a_document_with_its_defaults_reads_back_equal(workflow: WorkflowDef) -> None:
    whole = record_document(workflow, defaults=True)
    if not whole["transitions"]:
        del whole["transitions"]  # Fold has no words for transitions that are not there.
    assert exactly(without_sugar(read_back(whole))) == exactly(without_sugar(whole))


NASTY = st.text(st.sampled_from('a \t\r\n"\\{/*`\x00\x0b\x7f\x85\u2028\ufeff\u202e\U000e0001😀'), max_size=14)


@given(NASTY | texts())
def test_any_text_reads_back_character_by_character(text: str) -> None:
    value = {
        **smallest(prompt=text, system=text, args={text: [text, {text: text}]}, output={"const": text}),
        "description": text,
        "rubric": {"criteria": {"c": {"check": text}}},
        "inputs": {"type": "object", "title": text},
        "meta": {"x": {"y": [{"z": text * 9}]}},
    }
    assert exactly(read_back(value)) == exactly(value)


@given(st.dictionaries(texts(), json_values(texts()), max_size=5))
def test_any_json_reads_back_equal(arguments: dict[str, JsonValue]) -> None:
    value = {**smallest(args=arguments, meta=arguments), "meta": arguments}
    assert exactly(read_back(value)) == exactly(value)


@given(st.dictionaries(texts(), json_values(texts()), max_size=5), NASTY)
def test_what_is_printed_shows_every_character_and_ends_with_a_line_end(
    arguments: dict[str, JsonValue], text: str
) -> None:
    written = printed(smallest(args=arguments, prompt=text))
    assert written.endswith("\n")
    assert not written.endswith("\n\n")
    hidden = "\x00\x07\x0b\x0c\r\x1b\x7f\x85\u2028\u2029\u202e\u2066\u200f\ufeff"
    assert not set(hidden) & set(written)
    assert all(line == line.rstrip(" \t") for line in written.split("\n"))


def test_json_as_deep_as_a_document_may_be_is_printed() -> None:
    value: JsonValue = "x"
    for level in range(300):
        value = [value] if level % 2 else {"key": value}
    assert exactly(read_back_deep(value)) == exactly(value)


def read_back_deep(value: JsonValue) -> JsonValue:
    from onefold.frontends.frontend import Limits
    from onefold.kernel.source import Source

    reading = FRONTEND.read(Source("test", printed(smallest(meta={"x": value}))), Limits(depth=400))
    document: Any = reading.value
    deep: JsonValue = document["steps"]["a"]["meta"]["x"]
    return deep


def test_a_document_is_printed_as_people_would_write_it() -> None:
    value: dict[str, JsonValue] = {
        "onefold": 1,
        "workflow": "pr-review",
        "description": "Reviews\npull requests.",
        "inputs": {"type": "object", "properties": {"pr": {"type": "integer"}}},
        "budget": {"tokens": 200000, "cost": "2.5 USD", "wall_time": "1h"},
        "start": "fetch",
        "steps": {
            "fetch": {"kind": "tool", "tool": "github.get", "args": {"pr": "{{ inputs.pr }}"}, "timeout": "30s"},
            "lint": {"kind": "tool", "tool": "ci.lint"},
            "test": {"kind": "parallel", "branches": ["lint", "fetch"], "join": {"quorum": 1}},
            "review": {
                "kind": "model",
                "prompt": "Review this:\n  {{ steps.fetch.output }}\n",
                "system": "Be brief.\n\nBe \\ kind.",
                "tools": {"allow": ["fs/*", "github.*"]},
                "verify": [{"use": "schema"}, {"use": "cites", "with": {"min": 2}}],
                "retry": {"attempts": 3, "on": ["failure"]},
            },
            "gate": {"kind": "conditional", "on": "inputs.pr > 1", "then": "lint"},
            "merge": {"kind": "subworkflow", "workflow": "ops.merge", "version": "stable"},
        },
        "transitions": [
            {"from": "fetch", "to": "lint"},
            {"from": "lint", "to": "review"},
            {"from": "review", "to": "fetch", "on": "failure", "when": "inputs.pr < 9", "priority": 2},
        ],
        "rubric": {"pass": 0.5, "criteria": {"good": {"check": "Good?", "weight": 2}}},
    }
    assert printed(value) == textwrap.dedent(
        '''\
        fold 1
        workflow pr-review

        description """
          Reviews
          pull requests."""
        inputs { type: "object", properties: { pr: { type: "integer" } } }
        budget { tokens 200_000  cost 2.5 USD  wall_time 1h }

        tool fetch = github.get {
          args { pr: "{{ inputs.pr }}" }
          timeout 30s
        }

        tool lint = ci.lint

        parallel test {
          branches [lint, fetch]
          join quorum 1
        }

        model review {
          tools ["fs/*", github.*]
          verify [schema, cites { min: 2 }]
          retry 3 { on [failure] }
          system """
            Be brief.

            Be \\\\ kind."""
          prompt """
            Review this:
              {{ steps.fetch.output }}
            """
        }

        conditional gate {
          on inputs.pr > 1
          then lint
        }

        subworkflow merge = ops.merge @ stable

        start fetch
        fetch -> lint -> review
        review -> fetch on failure when inputs.pr < 9 priority 2

        rubric pass 0.5 {
          good weight 2 "Good?"
        }
        '''
    )
    assert exactly(without_sugar(read_back(value))) == exactly(without_sugar(value))


BLOCKS = [
    ("a\nb", 'prompt """\n    a\n    b"""'),
    ("a\nb\n", 'prompt """\n    a\n    b\n    """'),
    ("a\n b", 'prompt """\n    a\n     b\\\n    """'),
    ('a\nb"', 'prompt """\n    a\n    b"\\\n    """'),
    ("a \n\n\tb\t\n", 'prompt """\n    a\\u0020\n\n    \tb\\t\n    """'),
    ("a\n\n", 'prompt """\n    a\n\n    """'),
    ('"""\n""""""x\n', 'prompt """\n    ""\\"\n    ""\\"""\\"x\n    """'),
    ("\\{{ x\r\ny\n", 'prompt """\n    \\\\{{ x\\r\n    y\n    """'),
    ("a\n", 'prompt "a\\n"'),
    ("\ta", 'prompt "\\ta"'),
]


@pytest.mark.parametrize(("text", "written"), BLOCKS)
def test_texts_of_several_lines_are_blocks(text: str, written: str) -> None:
    value = smallest(prompt=text, effort="low")
    assert printed(value).split("effort low\n")[1] == f"  {written}\n}}\n"
    assert exactly(read_back(value)) == exactly(value)
