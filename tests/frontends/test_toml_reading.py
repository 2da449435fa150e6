"""Reading TOML: the public suite, this project's own refusals, and what is said about a fault."""

from __future__ import annotations

from typing import Any

import conformance
import pytest
import toml_spellings
import tomli
from hypothesis import given
from hypothesis import strategies as st
from readings import LIMITS, codes, exactly, located, only_finding, read_bytes, read_text, span_text

from onefold.frontends.toml import FRONTEND
from onefold.frontends.toml.locate import explain
from onefold.frontends.tree import plain
from onefold.kernel.source import Source
from onefold.kernel.values import JsonValue

# What TOML allows and a workflow cannot hold, each with a code of its own.
_OWN_REFUSALS = {"date-value", "not-finite-number", "inexact-integer"}


def expected(tagged: Any) -> JsonValue:
    """A value of the public suite, which writes every scalar as its type and a string."""
    if isinstance(tagged, list):
        return [expected(item) for item in tagged]
    if set(tagged) == {"type", "value"} and isinstance(tagged["value"], str):
        text: str = tagged["value"]
        readers: dict[str, Any] = {"integer": int, "float": float, "bool": "true".__eq__, "string": str}
        return readers[tagged["type"]](text)  # type: ignore[no-any-return] # each gives a JSON value
    return {key: expected(item) for key, item in tagged.items()}


def skip_other_versions(case: dict[str, Any]) -> None:
    if "1.1.0" not in case["toml"]:
        pytest.skip("not in the list of TOML 1.1.0")


@pytest.mark.parametrize("case", conformance.parameters("toml-test/cases.json"))
def test_the_public_suite_is_judged_as_it_says(case: dict[str, Any]) -> None:
    skip_other_versions(case)
    _, reading = read_bytes(FRONTEND, conformance.raw(case))
    if not case["valid"]:
        assert reading.findings
    elif reading.findings:
        assert set(codes(reading)) <= _OWN_REFUSALS
    else:
        assert exactly(reading.value) == exactly(expected(case["json"]))


@pytest.mark.parametrize("case", conformance.parameters("toml-test/cases.json"))
def test_valid_texts_are_refused_only_for_what_no_other_format_has(case: dict[str, Any]) -> None:
    skip_other_versions(case)
    _, reading = read_bytes(FRONTEND, conformance.raw(case))
    if case["valid"]:
        types = str(case["json"])
        assert ("date-value" in codes(reading)) == any(word in types for word in ("'datetime", "'date-", "'time-"))
        assert ("not-finite-number" in codes(reading)) == ("'value': 'inf'" in types or "'value': 'nan'" in types)


@pytest.mark.parametrize("case", conformance.parameters("toml-test/cases.json"))
def test_both_readings_give_one_value_in_the_public_suite(case: dict[str, Any]) -> None:
    source, reading = read_bytes(FRONTEND, conformance.raw(case))
    if not reading.findings:
        node = FRONTEND.locate(source, LIMITS)
        assert node is not None
        assert exactly(plain(node)) == exactly(reading.value)


@given(toml_spellings.texts_and_values())
def test_every_spelling_of_a_value_is_read_as_that_value(spelled: tuple[str, JsonValue]) -> None:
    text, value = spelled
    assert exactly(read_text(FRONTEND, text).value) == exactly(value)
    assert exactly(plain(located(FRONTEND, text))) == exactly(value)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("a = 2024-01-31", "date-value", "2024-01-31"),
        ("a = [1979-05-27 07:32:00Z]", "date-value", "1979-05-27 07:32:00Z"),
        ("a = 07:32", "date-value", "07:32"),
        ("a = 2024-13-45", "date-value", "2024-13-45"),
        ("a = inf", "not-finite-number", "inf"),
        ("a = -nan", "not-finite-number", "-nan"),
        ("a = 1e400", "not-finite-number", "1e400"),
        ("a = " + "9" * 5000, "not-finite-number", "9" * 5000),
        ("a = 0x" + "f" * 5000, "not-finite-number", "0x" + "f" * 5000),
        ("a = 9_007_199_254_740_992", "inexact-integer", "9_007_199_254_740_992"),
        ("a = 0xffffffffffffff", "inexact-integer", "0xffffffffffffff"),
        ("a = 1e16", "inexact-integer", "1e16"),
        ('a = "\\ud800"', "lone-surrogate", "\\ud800"),
        ('a = "\ud800"', "lone-surrogate", "\ud800"),
        ("a = " + "[" * 200 + "]" * 200, "nesting-too-deep", ""),
        ("a = " + "[" * 1000 + "]" * 1000, "nesting-too-deep", ""),
        (".".join(["a"] * 200) + " = 1", "nesting-too-deep", ""),
        ("[" + ".".join(["a"] * 200) + "]", "nesting-too-deep", ""),
        ("[" + ".".join(["a"] * 100_000) + "]", "nesting-too-deep", ""),
    ],
)
def test_what_toml_says_but_a_workflow_cannot_hold_is_refused(text: str, code: str, place: str) -> None:
    if code == "nesting-too-deep":
        _, reading = read_bytes(FRONTEND, text.encode())
        assert codes(reading) == [code]
    else:
        finding = only_finding(FRONTEND, text)
        assert (finding.code, span_text(finding)) == (code, place)


def test_the_depth_is_counted_in_the_tree() -> None:
    # The root, 126 tables and a number: 128 levels.
    path = ".".join(["a"] * 127)
    assert not read_bytes(FRONTEND, f"{path} = 1".encode())[1].findings
    assert codes(read_bytes(FRONTEND, f"{path}.a = 1".encode())[1]) == ["nesting-too-deep"]


@pytest.mark.parametrize(
    ("text", "second", "first"),
    [
        ("a = 1\na = 2", 6, 0),
        ('a = 1\n"\\u0061" = 2', 6, 0),
        ("x = {a = 1, a = 2}", 12, 5),
        ("[a]\n[b]\n[a]", 9, 1),
        ("a = 1\n[a]", 7, 0),
        ("a = 1\n[a.b]", 7, 0),
        ("[a]\nb.c = 1\n[a.b]", 15, 4),
        ("[[a]]\n[a]", 7, 2),
        ("[a]\n[[a]]", 6, 1),
        ("a = []\n[[a]]", 9, 0),
        ("a = {b = 1}\na.c = 2", 12, 0),
        ("[a.b]\nc = 1\n[a]\nb.d = 2", 16, 3),
        ("x = {a = {b = 1}, a.c = 2}", 18, 5),
        ("[fruit]\r\napple.color = 1\r\n[fruit.apple]", 33, 9),
    ],
)
def test_a_key_or_table_written_twice_is_shown_with_the_first_one(text: str, second: int, first: int) -> None:
    finding = only_finding(FRONTEND, text)
    (related,) = finding.related
    assert finding.code == "duplicate-key"
    assert finding.place.span is not None
    assert related.place.span is not None
    assert (finding.place.span.start, related.place.span.start) == (second, first)


@pytest.mark.parametrize(
    ("text", "place", "said", "help_line"),
    [
        ("a", "", "`.` or `=` was expected, not the end of the file", None),
        ("a: 1", ":", "`.` or `=` was expected, not `:`", "write `=` after a key"),
        ("a =", "", "a value was expected, not the end of the file", None),
        ("a = \nb = 1", "", "a value was expected, not the end of the line", None),
        ("a = 1 2", "2", "the end of the line was expected, not `2`", None),
        ("café = 1", "é", "`.` or `=` was expected, not `é`", None),
        ("a b = 1", "b", "`.` or `=` was expected, not `b`", None),
        ("a = hello", "hello", "`hello` is not a value", "put a text in double quotes"),
        ("a = null", "null", "`null` is not a value", "TOML has no null: leave the key out"),
        ("a = True", "True", "`True` is not a value", "write `true`"),
        ("a = 01", "01", "`01` is not a number", None),
        ("a = 1__0", "1__0", "`1__0` is not a number", "write underscores only between digits"),
        ("a = .5", ".5", "`.5` is not a number", "write a digit on both sides of the decimal point"),
        ("a = [1 2]", "2", "a comma or `]` was expected, not `2`", None),
        ("a = {b = 1", "", "a comma or `}` was expected, not the end of the file", None),
        ("[a", "", "`]` was expected, not the end of the file", None),
        ("[[a]", "]", "`]]` was expected, not `]`", None),
        ("[]", "]", "a key was expected, not `]`", None),
        ('a = "x\n"', "", "a string is not closed before the end of its line", None),
        ('a = """x', '"""', 'the string that begins here has no closing `"""`', None),
        ('a = "\\y"', "\\y", r"`\y` is no escape", None),
        ('a = "\\u12"', "\\u12", r"`\u12` lacks some of its 4 hexadecimal digits", None),
        ('a = "\\UFFFFFFFF"', "\\UFFFFFFFF", r"`\UFFFFFFFF` is beyond the last character, U+10FFFF", None),
        ('a = "x\x07"', "\x07", "the control character U+0007 stands raw in a string", r"write it as `\u0007`"),
        ("# x\x00", "\x00", "the control character U+0000 stands raw in a TOML text", None),
        ("a = 1\rb = 2", "\r", "a carriage return stands without a line feed", None),
        ("a = 1\u00a0", "\u00a0", "the end of the line was expected, not the character U+00A0", None),
        ("!", "!", "a key, a table header or a comment was expected, not `!`", None),
    ],
)
def test_a_fault_is_named_where_it_is(text: str, place: str, said: str, help_line: str | None) -> None:
    finding = only_finding(FRONTEND, text)
    assert finding.code == "syntax-error"
    assert span_text(finding) == place
    assert finding.arguments["message"] == said
    assert help_line is None or finding.help == help_line


def test_findings_point_into_the_text_with_its_own_line_ends() -> None:
    text = 'a = 1\r\n\r\n[b]\r\nc = """\r\nx\r\n"""\r\nd = 2024-01-31\r\n'
    assert span_text(only_finding(FRONTEND, text)) == "2024-01-31"


def test_many_points_in_a_text_are_no_long_key() -> None:
    text = f'a = "{"one. two. " * 50}"\n'
    assert read_text(FRONTEND, text).value == {"a": "one. two. " * 50}
    assert read_text(FRONTEND, f'a = "{"." * 99}"\n{".".join("k" * 40)} = 1\n').value == tomli.loads(
        f'a = "{"." * 99}"\n{".".join("k" * 40)} = 1\n'
    )


def test_a_long_integer_is_one_number_with_and_without_underscores() -> None:
    digits = "1" * 250
    assert exactly(plain(located(FRONTEND, f"a = {'_'.join(digits)}"))) == exactly({"a": int(digits)})


# Words of TOML and near it, so that random texts come close to the grammar.
_WORDS = ["[", "]", "{", "}", "=", ".", ",", '"', '"""', "'", "'''", "\\", "\\u00e9", "\\ud800", "#", "_", "-", "+"]
_WORDS += ["\n", "\r\n", "\r", " ", "\t", "a", "b", "1", "0", "0x1f", "1e3", "inf", "true", "é", "\x00", "\u2028"]
_WORDS += ["[a]\n", "[[a]]\n", "[a.b]\n", "[[a.b]]\n", "a=1\n", "a.b=1\n", "a={b=1}\n", "a=[]\n", "07:32", "2024-01-31"]


@given(st.lists(st.sampled_from(_WORDS), max_size=12).map("".join))
def test_the_explaining_reading_objects_exactly_when_tomli_does(text: str) -> None:
    try:
        value, is_toml = tomli.loads(text), True
    except tomli.TOMLDecodeError:
        value, is_toml = {}, False
    explained = explain(Source("test", text), LIMITS)
    if set(codes(explained)) & _OWN_REFUSALS:
        assert not is_toml or set(codes(explained)) <= _OWN_REFUSALS
    else:
        assert is_toml == (not explained.findings)
        assert explained.findings or exactly(explained.value) == exactly(value)


@given(st.binary(max_size=60) | st.lists(st.sampled_from([word.encode() for word in _WORDS])).map(b"".join))
def test_any_bytes_give_a_value_or_findings_with_a_place(data: bytes) -> None:
    source, reading = read_bytes(FRONTEND, data)
    for finding in reading.findings:
        span = finding.place.span
        assert span is not None
        assert 0 <= span.start <= span.end <= len(source.text)
