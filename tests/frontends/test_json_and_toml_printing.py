"""Documents printed as JSON and TOML read back as they were, and read well."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from readings import exactly, read_text
from strategies import json_values, texts

from onefold.frontends import json as json_frontend
from onefold.frontends import toml as toml_frontend
from onefold.frontends.frontend import Unprintable

if TYPE_CHECKING:
    from onefold.frontends.frontend import Frontend
    from onefold.kernel.values import JsonObject, JsonValue

JSON, TOML = json_frontend.FRONTEND, toml_frontend.FRONTEND


def printed(frontend: Frontend, document: JsonObject) -> str:
    assert frontend.print is not None
    return frontend.print(document)


def documents(*, null: bool) -> st.SearchStrategy[dict[str, JsonValue]]:
    return st.dictionaries(texts(), json_values(texts(), null=null), max_size=6)


@given(documents(null=True))
def test_a_document_printed_as_json_reads_back_equal(document: dict[str, JsonValue]) -> None:
    assert exactly(read_text(JSON, printed(JSON, document)).value) == exactly(document)


@given(documents(null=False))
def test_a_document_printed_as_toml_reads_back_equal(document: dict[str, JsonValue]) -> None:
    assert exactly(read_text(TOML, printed(TOML, document)).value) == exactly(document)


@given(st.text(st.sampled_from("a \t\r\n\"'\\\x00\x7f\x85\u2028\U000e0001"), max_size=12))
@pytest.mark.parametrize("frontend", [JSON, TOML])
def test_any_text_reads_back_character_by_character(frontend: Frontend, text: str) -> None:
    document: JsonObject = {"x": text, text: [text, {text: text}], "y": {"z": {"w": [{"v": text * 9}]}}}
    assert exactly(read_text(frontend, printed(frontend, document)).value) == exactly(document)


@given(documents(null=False))
@pytest.mark.parametrize("frontend", [JSON, TOML])
def test_what_is_printed_shows_every_character_and_ends_with_a_line_end(
    frontend: Frontend, document: dict[str, JsonValue]
) -> None:
    text = printed(frontend, document)
    assert text.endswith("\n")
    hidden = "\x00\x07\x0b\x0c\r\x1b\x7f\x85\u2028\u2029\u202e\u2066\u200f\ufeff"
    assert not set(hidden) & set(text)


def test_json_is_indented_and_keeps_what_people_can_read() -> None:
    assert printed(JSON, {"é": ["😀", {"a": "\u2028\ufeff\x85\x00"}], "b": {}}) == textwrap.dedent(
        """\
        {
          "é": [
            "😀",
            {
              "a": "\\u2028\\ufeff\\u0085\\u0000"
            }
          ],
          "b": {}
        }
        """
    )


def test_toml_gives_headers_braces_and_blocks_where_they_read_well() -> None:
    document: JsonObject = {
        "steps": {
            "a": {"kind": "model", "prompt": 'Say "hi" to:\n{{ inputs.x }}  \n', "retry": {"attempts": 2}},
            "b-c": {"kind": "tool", "args": {"path": "C:\\x", "deep": {"er": [1, "two", True, 0.5]}}},
        },
        "onefold": 1,
        "verify": ["x", {"use": "y", "with": {"min": 2}}],
        "odd key": [{"text": "one\ntwo"}, {}, {"s": {"t": {"u": "v\nw"}}}],
        "none": [],
    }
    assert printed(TOML, document) == textwrap.dedent(
        '''\
        onefold = 1
        verify = [
          "x",
          { use = "y", with = { min = 2 } },
        ]
        none = []

        [steps.a]
        kind = "model"
        prompt = """
        Say "hi" to:
        {{ inputs.x }} \\u0020
        """
        retry = { attempts = 2 }

        [steps.b-c]
        kind = "tool"

        [steps.b-c.args]
        path = 'C:\\x'
        deep = { er = [1, "two", true, 0.5] }

        [["odd key"]]
        text = """
        one
        two"""

        [["odd key"]]

        [["odd key"]]

        [["odd key".s.t]]
        u = """
        v
        w"""
        '''
    ).replace('[["odd key".s.t]]', '["odd key".s.t]')


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ('a\n"', '"""\na\n\\""""'),
        ('a\n""""b"', '"""\na\n\\"\\"\\"\\"b\\""""'),
        ("a\r\nb", '"""\na\\r\nb"""'),
        ("a\t\n", '"""\na\\t\n"""'),
        ("\n", r'"\n"'),
        ('say "hi"', "'say \"hi\"'"),
        ('it\'s "hi"', r'''"it's \"hi\""'''),
        ("\U000e0001\x85", r'"\U000E0001\u0085"'),
    ],
)
def test_toml_spells_a_text_so_that_nothing_in_it_is_lost_or_hidden(text: str, spelling: str) -> None:
    assert printed(TOML, {"x": text}) == f"x = {spelling}\n"
    assert read_text(TOML, f"x = {spelling}\n").value == {"x": text}


def test_toml_names_the_place_of_every_null_and_prints_nothing() -> None:
    document: JsonObject = {"steps": {"a-b": {"args": {"x": None, "y": [1, None]}}}, "inputs": {"default": None}}
    with pytest.raises(Unprintable) as refusal:
        printed(TOML, document)
    assert refusal.value.format_name == "TOML"
    assert refusal.value.paths == ('steps["a-b"].args.x', 'steps["a-b"].args.y[1]', "inputs.default")


def test_an_empty_document_is_printed_as_one() -> None:
    assert read_text(TOML, printed(TOML, {})).value == {}
    assert read_text(JSON, printed(JSON, {})).value == {}
