"""Both parsers give one tree or the text is refused; a third reader agrees with what is read."""

from __future__ import annotations

import random
from typing import Any

import conformance
import pytest
from hypothesis import given
from hypothesis import strategies as st
from readings import LIMITS, exactly, read_bytes, read_text
from strategies import texts
from yaml_changes import PIECES, changed
from yaml_parsers import NOTHING, comparable, through, through_third_party

from onefold.frontends.tree import plain
from onefold.frontends.yaml import FRONTEND, events
from onefold.kernel.source import Source

SUITE = "yaml-test-suite/cases.json"

soups = st.lists(st.sampled_from(PIECES), min_size=1, max_size=20).map("".join)


def agree(text: str) -> None:
    first, second = through("fast", text), through("reference", text)
    if NOTHING not in (first, second):
        assert exactly(first) == exactly(second)  # type: ignore[arg-type] # plain values, both


def third_party_agrees(text: str) -> None:
    """A last line without its end is read in two ways, and merges are no part of YAML 1.2, so neither is compared."""
    reading = read_text(FRONTEND, text)
    other = through_third_party(text) if text.endswith("\n") and "<<" not in text else NOTHING
    if not reading.findings and other is not NOTHING:
        assert comparable(reading.value) == other


@given(soups)
def test_the_parsers_agree_on_nearly_yaml(text: str) -> None:
    agree(text)


@given(texts())
def test_the_parsers_agree_on_any_text(text: str) -> None:
    agree(text)


@given(soups)
def test_a_third_reader_agrees_with_what_is_read(text: str) -> None:
    third_party_agrees(f"{text}\n")


@pytest.mark.parametrize("case", conformance.parameters(SUITE))
def test_the_parsers_agree_on_the_public_suite_and_near_it(case: dict[str, Any]) -> None:
    text = conformance.raw(case).decode()
    agree(text)
    chance = random.Random(case["name"])  # noqa: S311 - nothing secret
    for _ in range(20):
        near = changed(text, chance)
        agree(near)
        third_party_agrees(f"{near}\n")


def test_the_parsers_agree_on_unicode_data() -> None:
    naughty = conformance.load("unicode/naughty-strings.json")
    confusable = [case["char"] for case in conformance.load("unicode/confusables-ascii.json")]
    for text in [*naughty, *confusable]:
        for template in ("{}", "a: {}\n", "- {}\n", "[{}]\n", "a: '{}'\n", 'a: "{}"\n', "a: |\n  {}\n", "# {}\na: 1\n"):
            agree(template.replace("{}", text))


@given(soups)
def test_both_readings_of_nearly_yaml_give_one_value(text: str) -> None:
    reading = read_text(FRONTEND, text)
    node = FRONTEND.locate(Source("test", text), LIMITS)
    assert (node is None) == bool(reading.findings)
    if node is not None:
        assert exactly(plain(node)) == exactly(reading.value)


@given(st.binary(max_size=60) | soups.map(str.encode).flatmap(lambda data: st.binary(max_size=3).map(data.__add__)))
def test_any_bytes_give_a_value_or_findings_with_a_place(data: bytes) -> None:
    _, reading = read_bytes(FRONTEND, data)
    for finding in reading.findings:
        assert finding.place.span is not None or finding.code in ("nesting-too-deep", "too-many-nodes")


def test_the_reference_parser_reads_alone_where_the_fast_one_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onefold.frontends.yaml.read.fast", lambda _: None)
    assert read_text(FRONTEND, "a: [1, {b: c}]\n").value == {"a": [1, {"b": "c"}]}
    assert [finding.code for finding in read_text(FRONTEND, "a: [1\n").findings] == ["syntax-error"]
    assert [finding.code for finding in read_text(FRONTEND, "a: \x07\n").findings] == ["unreadable-character"]
    assert [finding.code for finding in read_text(FRONTEND, 'a: "\\UFFFFFFFF"\n').findings] == ["syntax-error"]


@pytest.mark.parametrize("case", conformance.parameters(SUITE))
def test_the_reference_parser_alone_reads_no_wrong_value(case: dict[str, Any]) -> None:
    value = through("reference", conformance.raw(case).decode())
    if value is not NOTHING:
        assert not case["fail"]
        assert value == case.get("json", [value])[0]


def test_what_the_fast_parser_accepts_is_not_parsed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "reference", None)
    monkeypatch.setattr("onefold.frontends.yaml.read.reference", None)
    assert read_text(FRONTEND, "a: {b: &x [1, two], c: *x}\nd: |\n  text\n").findings == ()


def test_a_long_source_is_explained_by_the_fast_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onefold.frontends.yaml.read.LONGEST_FOR_REFERENCE", 10)
    text = "a: 1\nb: [1\nc: 2\n"
    (finding,) = read_text(FRONTEND, text).findings
    assert finding.code == "syntax-error"
    assert finding.place.span is not None


def test_a_source_with_very_many_events_is_explained_by_the_fast_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onefold.frontends.yaml.read.MOST_EVENTS_OF_REFERENCE", 10)
    (finding,) = read_text(FRONTEND, "- a\n" * 20 + "@\n").findings
    assert (finding.code, finding.arguments["message"]) == ("syntax-error", "an unquoted text cannot begin with `@`")
