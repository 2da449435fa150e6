"""Reading JSON: the public suite, this project's own refusals, and what is said about a fault."""

from __future__ import annotations

import json
from typing import Any

import conformance
import pytest
from hypothesis import given
from hypothesis import strategies as st
from readings import LIMITS, codes, exactly, located, only_finding, read_bytes, read_text, span_text
from strategies import json_values, texts

from onefold.frontends.json import FRONTEND
from onefold.frontends.json.locate import explain
from onefold.frontends.tree import plain
from onefold.kernel.source import Source
from onefold.kernel.values import JsonValue


@pytest.mark.parametrize("case", conformance.parameters("json-test-suite/parsing.json"))
def test_the_public_suite_is_judged_as_it_says(case: dict[str, Any]) -> None:
    _, reading = read_bytes(FRONTEND, conformance.raw(case))
    if case["expect"] == "y" and set(codes(reading)) != {"duplicate-key"}:
        assert exactly(reading.value) == exactly(json.loads(conformance.raw(case)))
        assert not reading.findings
    elif case["expect"] == "n":
        assert reading.findings


@pytest.mark.parametrize("case", conformance.parameters("json-test-suite/parsing.json"))
def test_both_readings_give_one_value_in_the_public_suite(case: dict[str, Any]) -> None:
    source, reading = read_bytes(FRONTEND, conformance.raw(case))
    if not reading.findings:
        node = FRONTEND.locate(source, LIMITS)
        assert node is not None
        assert exactly(plain(node)) == exactly(reading.value)


@pytest.mark.parametrize("case", conformance.parameters("json-test-suite/transform.json"))
def test_what_parsers_disagree_on_is_read_exactly_or_refused(case: dict[str, Any]) -> None:
    _, reading = read_bytes(FRONTEND, conformance.raw(case))
    if reading.findings:
        assert set(codes(reading)) <= {"duplicate-key", "inexact-integer", "lone-surrogate", "not-utf8"}
    else:
        assert exactly(reading.value) == exactly(json.loads(conformance.raw(case)))


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ('{"a": 1, "b": {"c": 2, "\\u0063": 3}}', "duplicate-key", '"\\u0063"'),
        ("[NaN]", "not-finite-number", "NaN"),
        ("[-Infinity]", "not-finite-number", "-Infinity"),
        ("[1e400]", "not-finite-number", "1e400"),
        ("[-" + "9" * 5000 + "]", "not-finite-number", "-" + "9" * 5000),
        ("[9007199254740992]", "inexact-integer", "9007199254740992"),
        ("[1e16]", "inexact-integer", "1e16"),
        ("[-100000000000000000000.0]", "inexact-integer", "-100000000000000000000.0"),
        ('["a\\ud83d"]', "lone-surrogate", "\\ud83d"),
        ('["\\\\ud83d\\ude00"]', "lone-surrogate", "\\ude00"),
        ('{"\\udc00": 1}', "lone-surrogate", "\\udc00"),
        ('["\ud800"]', "lone-surrogate", "\ud800"),
        ("", "empty-document", ""),
        (" \r\n\t", "empty-document", ""),
        ("[" * 129 + "]" * 129, "nesting-too-deep", ""),
    ],
)
def test_what_json_says_but_a_workflow_cannot_hold_is_refused(text: str, code: str, place: str) -> None:
    if code == "nesting-too-deep":
        _, reading = read_bytes(FRONTEND, text.encode())
        assert codes(reading) == [code]
    else:
        finding = only_finding(FRONTEND, text)
        assert (finding.code, span_text(finding)) == (code, place)


def test_a_repeated_key_is_shown_with_the_first_one() -> None:
    finding = only_finding(FRONTEND, '{"a": 1, "b": 2, "a": 3}')
    (related,) = finding.related
    assert finding.arguments["key"] == "a"
    assert finding.place.span is not None
    assert related.place.span is not None
    assert (finding.place.span.start, related.place.span.start) == (17, 1)


@pytest.mark.parametrize(
    ("text", "place", "said", "help_line"),
    [
        ('{"a": 1,}', ",", "a comma stands before the closing `}`", "remove the comma"),
        ("[1,]", ",", "a comma stands before the closing `]`", "remove the comma"),
        ("[1 2]", "2", "a comma or `]` was expected, not `2`", None),
        ('{"a" 1}', "1", "a colon after the key was expected, not `1`", None),
        ("{a: 1}", "a", "a key or `}` was expected, not `a`", "put the key in double quotes"),
        ("['a']", "'", "a value was expected, not `'`", 'quote with `"`'),
        ("[hello]", "hello", "a value was expected, not `hello`", "put a text in double quotes"),
        ("[True]", "True", "a value was expected, not `True`", "write `true`"),
        ("[01]", "01", "`01` is not a number", "leave out the leading zeros"),
        ("[1 /* one */]", "/*", "not a comment, which JSON does not have", "remove the comment"),
        ("// one\n[1]", "//", "not a comment, which JSON does not have", "remove the comment"),
        ('["a\tb"]', "\t", "the control character U+0009 stands raw in a string", r"write it as `\t`"),
        ('["a\\x"]', "\\x", r"`\x` is no escape", r"write a backslash as `\\`"),
        ('["\\u12"]', "\\u12", r"`\u12` lacks some of its four hexadecimal digits", None),
        ('["a\n"]', "", "a string is not closed before the end of its line", None),
        ("[1", "", "a comma or `]` was expected, not the end of the file", None),
        ("[1] x", "x", "the end of the document was expected, not `x`", None),
        ("[1\u00a0]", "\u00a0", "not the character U+00A0", None),
    ],
)
def test_a_fault_is_named_where_it_is(text: str, place: str, said: str, help_line: str | None) -> None:
    finding = only_finding(FRONTEND, text)
    assert finding.code == "syntax-error"
    assert span_text(finding) == place
    assert str(finding.arguments["message"]).endswith(said)
    assert help_line is None or finding.help == help_line


def test_an_open_bracket_is_shown_at_the_end_of_the_text() -> None:
    (related,) = only_finding(FRONTEND, '{"a": [1').related
    assert related.place.span is not None
    assert related.place.span.start == 6


def test_all_findings_before_the_first_syntax_error_are_told() -> None:
    reading = read_text(FRONTEND, '{"a": NaN, "a": 1e16, "b" }')
    assert codes(reading) == ["not-finite-number", "duplicate-key", "inexact-integer", "syntax-error"]


@given(json_values(texts()), st.booleans(), st.sampled_from([None, 1, "\t"]))
def test_the_standard_library_writes_what_is_read(value: JsonValue, ascii_only: bool, indent: Any) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert exactly(read_text(FRONTEND, text).value) == exactly(value)
    assert exactly(plain(located(FRONTEND, text))) == exactly(value)


# Words of JSON and near it, so that random texts come close to the grammar.
_WORDS = ["[", "]", "{", "}", ",", ":", '"', '"a"', "\\", "\\ud83d", "\\ude00", "1", "-0", "1.5e3", "1e400", "true"]
_WORDS += ["null", " ", "\n", "\r", "\t", "NaN", "x", "é", "\x00", "\ufeff", "\u2028", "/", "'", ".", "9" * 18]


@given(st.lists(st.sampled_from(_WORDS), max_size=14).map("".join))
def test_the_explaining_reading_objects_exactly_when_the_first_does(text: str) -> None:
    source = Source("test", text)
    reading = FRONTEND.read(source, LIMITS)
    explained = explain(source, LIMITS)
    assert bool(explained.findings) == bool(reading.findings)
    assert exactly(explained.value) == exactly(reading.value)


@given(st.binary(max_size=60) | st.lists(st.sampled_from([word.encode() for word in _WORDS])).map(b"".join))
def test_any_bytes_give_a_value_or_findings_with_a_place(data: bytes) -> None:
    source, reading = read_bytes(FRONTEND, data)
    for finding in reading.findings:
        span = finding.place.span
        assert span is not None
        assert 0 <= span.start <= span.end <= len(source.text)
