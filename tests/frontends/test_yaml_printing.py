"""Printing YAML: what is printed is read back as the same value, by every reader."""

from __future__ import annotations

import json
from typing import Any

import conformance
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from readings import LIMITS, exactly, read_text
from strategies import json_values, texts
from yaml_parsers import NOTHING, comparable, through, through_third_party

from onefold.frontends.yaml import FRONTEND
from onefold.frontends.yaml.render import render
from onefold.frontends.yaml.spelling import read_alike

documents = st.dictionaries(texts(), json_values(texts()), max_size=5)


def check(document: dict[str, Any]) -> str:
    printed = render(document)
    assert read_text(FRONTEND, printed).findings == ()
    assert exactly(through("fast", printed)) == exactly(document)  # type: ignore[arg-type] # a plain value
    assert exactly(through("reference", printed)) == exactly(document)  # type: ignore[arg-type] # a plain value
    other = through_third_party(printed)
    assert other is NOTHING or other == comparable(document)
    return printed


@given(documents)
def test_what_is_printed_is_read_back_by_every_reader(document: dict[str, Any]) -> None:
    check(document)


@given(documents)
def test_a_reader_of_yaml_1_1_reads_the_same_strings(document: dict[str, Any]) -> None:
    # What PyYAML does not read is no matter here; numbers are spelled as in JSON, which YAML 1.1 reads otherwise.
    strings = {key: value for key, value in document.items() if isinstance(value, str)}
    assert yaml.safe_load(render(strings)) == strings


_TAKEN_FOR_VALUES = (
    *("y", "n", "yes", "no", "on", "off", "true", "null", "~", "=", "<<", "1", "1_000", "0b11", "010", "0o10", "0x1f"),
    *("1:30", "1e3", ".5", "+1", "1.", ".inf", ".NaN", "2024-01-01", "2001-12-14t21:59:43.10-05:00", "1:30 -5", ""),
)
_TAKEN_FOR_STRUCTURE = (
    *("-", "- a", "a: b", "a #b", "a:", " a", "a ", "---", "...", "*a", "&a", "!a", "%a", "@a", "`a", "{a", "[a", "|"),
    *(">", "#a", "a\tb", "\ufeffa", "{{ a }}"),
)


@pytest.mark.parametrize("word", [*_TAKEN_FOR_VALUES, *_TAKEN_FOR_STRUCTURE])
def test_a_word_that_some_reader_takes_for_something_else_is_quoted(word: str) -> None:
    _, item, _, _, entry, _ = check({"a": [word], "b": {word: 1}}).split("\n")
    assert item.startswith('  - "')
    assert entry.startswith('  "')


@pytest.mark.parametrize(
    "word", ["review", "2.50 USD", "5m", "1h30m", "fs/*", "github.read_*", "Is it hot?", "a-b", "é"]
)
def test_a_plain_word_stays_plain(word: str) -> None:
    assert check({"a": word}) == f"a: {word}\n"


def test_the_specification_of_yaml_1_1_is_kept_in_view() -> None:
    for case in conformance.cases("yaml-test-schema/cases.json"):
        is_plain = not case["input"].startswith(("!", "'", '"'))
        if case["schema"] == "yaml11" and case["type"] != "str" and is_plain:
            assert not read_alike(case["input"]), case


def test_a_field_of_ours_is_not_quoted_where_it_is_one() -> None:
    document = {
        "steps": {
            "a": {"kind": "conditional", "on": "true", "retry": {"on": ["on"]}},
            "on": {"kind": "tool", "args": {"on": 1}},
        },
        "transitions": [{"from": "a", "on": "off"}],
        "meta": {"on": 1},
    }
    printed = check(document)
    assert printed.splitlines().count('    on: "true"') == 1  # the lines of this text end at LF only
    assert '      on:\n        - "on"\n' in printed
    assert '  "on":\n    kind: tool\n' in printed
    assert '      "on": 1\n' in printed
    assert '    on: "off"\n' in printed
    assert 'meta:\n  "on": 1\n' in printed


def test_a_document_is_printed_for_people() -> None:
    document = {
        "a": {"b": [1, -0.5, None, True], "c": [], "d": {}},
        "e": [[1, [2]], {"f": "g", "h": {"i": "j"}}, "k\nl\n"],
        "m": "n\n\n  o",
    }
    assert check(document) == (
        "a:\n  b:\n    - 1\n    - -0.5\n    - null\n    - true\n  c: []\n  d: {}\n"
        "\ne:\n  - - 1\n    - - 2\n  - f: g\n    h:\n      i: j\n  - |\n    k\n    l\n\nm: |-\n  n\n\n    o\n"
    )


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("a\nb", "|-"),
        ("a\nb\n", "|"),
        ("a\nb\n\n", '"'),
        (" a\nb\n", "|2"),
        ("\na\nb", "|2-"),
        ("\ta\nb\n\n\n", '"'),
        ("#a\n---\n...\n", "|"),
        ("a \nb\n", "|"),
        ("a\r\nb", '"'),
        ("a\n \nb", '"'),
        ("a\n\u2028b", '"'),
        ("a\n\x85b", '"'),
        ("a\n\x07", '"'),
        ("\n", '"'),
        ("\n\n\n", '"'),
        ("a\n\uffff", '"'),
    ],
)
def test_a_text_of_several_lines_is_a_block_where_a_block_is_exact(text: str, header: str) -> None:
    printed = check({"a": text, "b": [text, {"c": text}]})
    assert printed.startswith(f"a: {header}")
    assert check({"a": text}).startswith(f"a: {header}")


def test_a_key_that_is_too_long_for_a_line_is_announced() -> None:
    long = "k" * 1100
    check({long: 1, long + "1": "a\nb\n", long + "2": [1], long + "3": {"a": [{long: {}}]}, "é" * 1010: "\n"})


def test_nothing_is_ever_wrapped() -> None:
    assert check({"a": "word " * 500 + "end"}).count("\n") == 1


def test_a_deep_document_is_printed_and_read() -> None:
    document: Any = "leaf"
    for level in range(LIMITS.depth - 2):
        document = {"k": document} if level % 2 else [document]
    check({"a": document})


def test_json_values_of_the_public_suite_are_printed_and_read() -> None:
    for case in conformance.cases("yaml-test-suite/cases.json"):
        for value in case.get("json", []):
            check({"a": json.loads(json.dumps(value))})


def test_naughty_strings_are_printed_and_read() -> None:
    naughty = conformance.load("unicode/naughty-strings.json")
    check({f"k{number}": [text, {text: f"{text}\n{text}"}] for number, text in enumerate(naughty)})
