"""What is remarked on valid YAML: words that YAML 1.1 reads differently, and line ends that nobody sees."""

from __future__ import annotations

from typing import Any

import conformance
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from readings import LIMITS, exactly, read_text

from onefold.frontends.yaml import FRONTEND
from onefold.frontends.yaml.glance import OUR_KEYS, WORDS, may_differ
from onefold.frontends.yaml.scalars import resolve
from onefold.frontends.yaml.yaml_1_1 import number_spelling, other_meaning, spelled_alike
from onefold.kernel.diagnostics import Finding
from onefold.kernel.fixes import Splices
from onefold.kernel.ir.declare import declarations
from onefold.kernel.ir.nodes import (
    STEP_KINDS,
    BudgetDef,
    Criterion,
    RetryPolicy,
    RubricDef,
    ToolSelector,
    Transition,
    VerifierRef,
    WorkflowDef,
)
from onefold.kernel.source import Source

SCALARS = "yaml-test-schema/cases.json"
DIFFERENT = [
    ("yes", "`true`"), ("NO", "`false`"), ("on", "`true`"), ("Off", "`false`"), ("y", "`true`"), ("N", "`false`"),
    ("=", "a sign of the language"), ("<<", "a sign of the language"),
    ("010", "the number 8"), ("0011", "the number 9"), ("08", "a text"), ("0o10", "a text"), ("1e3", "a text"),
    (".3e3", "a text"), ("1_000", "a number"), ("0b11", "a number"), ("1:30", "a number"), ("1:30.5", "a number"),
    ("+0x1F", "a number"), ("2024-01-01", "a time"), ("2001-12-14t21:59:43.10-05:00", "a time"),
    ("2001-12-14 21:59:43.10 -5", "a time"),
]  # fmt: skip
ALIKE = [
    "review", "Yes,", "yess", "none", "null", "~", "true", "False", "0", "7", "-5", "+5", "007", "0x1F", "1.5",
    ".5", "1.", "1.5e+3", "5m", "1h30m", "0.5s", "500ms", "2.50 USD", "1.2.3", "v1", "-x-", "+", ".", "2024",
    "2024-1-1", "1:90", "--", "-x", "0b12", "0x", "1 000", "3-4",
]  # fmt: skip


def remarks(text: str) -> tuple[Finding, ...]:
    reading = FRONTEND.read(Source("test", text), LIMITS)
    assert not read_text(FRONTEND, text).findings
    return reading.findings


def named(text: str) -> list[tuple[str, str]]:
    return [(each.code, each.place.span.text) for each in remarks(text) if each.place.span]


@pytest.mark.parametrize(("scalar", "meaning"), DIFFERENT)
def test_a_plain_scalar_that_yaml_1_1_reads_differently_is_told(scalar: str, meaning: str) -> None:
    for text in (
        f"- {scalar}\n",
        f"a: {scalar}\n",
        f"a: &x {scalar} # why\n",
        f"[1, {scalar}]\n",
        f"a: [{{b: {scalar}}}]\n",
    ):
        (finding,) = remarks(text)
        assert finding.code == "yaml-1-1-difference"
        assert finding.place.span is not None
        assert finding.place.span.text == scalar
        assert finding.arguments == {"text": scalar, "meaning": meaning}


@pytest.mark.parametrize(("scalar", "_meaning"), DIFFERENT)
def test_a_quoted_or_tagged_scalar_is_no_plain_one(scalar: str, _meaning: str) -> None:
    quoted = [
        f"- '{scalar}'\n",
        f'- "{scalar}"\n',
        f"- |-\n  {scalar}\n",
        f"- !!str {scalar}\n",
        f"- ! {scalar}\n",
        f"# {scalar}\n- 1\n",
    ]
    assert [remarks(text) for text in quoted] == [()] * len(quoted)


@pytest.mark.parametrize("scalar", ALIKE)
def test_a_plain_scalar_that_all_read_alike_is_left_alone(scalar: str) -> None:
    assert remarks(f"- {scalar}\n") == ()


def test_names_of_our_fields_are_left_alone_as_keys_only() -> None:
    records = (
        *STEP_KINDS.values(),
        WorkflowDef,
        Transition,
        RetryPolicy,
        ToolSelector,
        VerifierRef,
        RubricDef,
        Criterion,
        BudgetDef,
    )
    names = {each.name for record in records for each in declarations(record)}
    assert names & {*WORDS, *map(str.lower, WORDS)} == set(OUR_KEYS) - {"<<"}
    assert named("on: 1\nretry: {on: [failure]}\n") == []
    assert named("a: {<<: {b: 1}}\n") == []
    assert named("off: 1\ny: 2\n") == [("yaml-1-1-difference", "off"), ("yaml-1-1-difference", "y")]
    assert named("a: on\n") == [("yaml-1-1-difference", "on")]
    assert named("1:30: 1\n") == [("yaml-1-1-difference", "1:30")]


def test_the_public_suite_says_the_same() -> None:
    cases = conformance.cases(SCALARS)
    core, old = (_plain(cases, schema) for schema in ("core", "yaml11"))
    both = core.keys() & old.keys()
    assert len(both) > 60
    different = {scalar for scalar in both if core[scalar] != old[scalar]}
    assert {scalar for scalar in both if remarks(f"- {scalar}\n")} == different


def _plain(cases: list[dict[str, Any]], schema: str) -> dict[str, tuple[str, str]]:
    """Type and value of every plain scalar of a schema that is not refused."""
    return {
        case["input"]: (case["type"], case["value"])
        for case in cases
        if case["schema"] == schema
        and case["input"]
        and case["input"][0] not in "!\"'"
        and case["type"] not in ("inf", "nan")
    }


@given(
    st.text("0123456789_:.+-eExXoObBtTzZ ynNYesofOF=<", min_size=1, max_size=8).filter(
        lambda text: text == text.strip()
    )
)
def test_what_another_library_reads_differently_is_told(text: str) -> None:
    try:
        ours = resolve(text)
    except Exception:
        return
    if text[:1] in "-<=" and (len(text) == 1 or text[1] == " "):
        return
    meaning = other_meaning(text, ours)
    assert may_differ(text) or meaning is None
    # This library reads `y`, `n` and `=` as texts or not at all, and is lenient with signs; numbers it reads as the
    # standard of 1.1 has them.
    loader: Any = yaml.SafeLoader("")
    kind = loader.resolve(yaml.ScalarNode, text, (True, False)).rpartition(":")[2]
    if kind in ("int", "float", "bool", "timestamp") and isinstance(ours, str):
        assert meaning is not None
    if kind == "str" and isinstance(ours, int | float) and not isinstance(ours, bool):
        assert meaning == "a text"


@pytest.mark.parametrize(("scalar", "_meaning"), DIFFERENT)
def test_the_fix_keeps_the_value_and_ends_the_difference(scalar: str, _meaning: str) -> None:
    text = f"a: [{scalar}] # a comment\n"
    (finding,) = remarks(text)
    assert isinstance(finding.fix, Splices)
    (edit,) = finding.fix.edits
    mended = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert remarks(mended) == ()
    assert read_text(FRONTEND, mended).value == read_text(FRONTEND, text).value


@given(st.one_of(st.integers(-(2**53), 2**53), st.floats(allow_nan=False, allow_infinity=False)))
def test_a_number_is_spelled_so_that_all_read_the_same(number: float) -> None:
    spelling = number_spelling(number)
    assert exactly(yaml.safe_load(spelling)) == exactly(number)
    assert other_meaning(spelling, number) is None
    assert spelled_alike("?", number) == spelling


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a: |+\n  b\n\n\nc: 1\n", [("kept-final-newlines", "|+")]),
        ("a: >+\n  b\n\nc: 1\n", [("kept-final-newlines", ">+")]),
        ("a: |2+ # why\n   b\n\n", [("kept-final-newlines", "|2+")]),
        ("description: |+\n  b\n\n\n", [("kept-final-newlines", "|+")]),
        ("a: |+\n  b\nc: 1\n", []),
        ("a: |\n  b\n\n\nc: 1\n", []),
        ("a: |-\n  b\n\n\n", []),
        ('a: "b\\n\\n"\n', []),
        ("description: |\n  b\n", [("block-for-one-line-text", "|")]),
        ("description: >\n  b\n  c\n\nd: 1\n", [("block-for-one-line-text", ">")]),
        ("description: &x |+\n  b\n", [("block-for-one-line-text", "|+")]),
        ("rubric:\n  criteria:\n    c:\n      check: |\n        b\n", [("block-for-one-line-text", "|")]),
        ("rubric: {criteria: {c: {check: 'b\n\n  '}}}\n", []),
        ("description: |-\n  b\n", []),
        ("description: >-\n  b\n", []),
        ("description: b\n", []),
        ("meta:\n  description: |\n    b\n", []),
        ("steps:\n  description:\n    prompt: |\n      b\n", []),
        ("check: |\n  b\n", []),
        ("rubric:\n  criteria:\n    check: |\n      b\n", []),
        ("inputs:\n  description: |\n    b\n", []),
    ],
)
def test_line_ends_that_a_block_keeps_are_told(text: str, found: list[tuple[str, str]]) -> None:
    assert named(text) == found


def test_remarks_come_with_the_value_and_not_with_an_error() -> None:
    reading = FRONTEND.read(Source("test", "a: yes\n"), LIMITS)
    assert reading.value == {"a": "yes"}
    refused = FRONTEND.read(Source("test", "a: yes\nb: [\n"), LIMITS)
    assert [each.code for each in refused.findings] == ["syntax-error"]


def test_the_reference_parser_gives_the_same_remarks(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "description: |\n  b\nx: [yes, 010]\nz: >+\n  b\n\n\n"
    before = named(text)
    monkeypatch.setattr("onefold.frontends.yaml.read.fast", lambda _text: None)
    assert named(text) == before
    assert len(before) == 4
