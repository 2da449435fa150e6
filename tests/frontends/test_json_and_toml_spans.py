"""Where JSON and TOML values and their characters stand in the source."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import conformance
import pytest
import toml_spellings
from hypothesis import given
from readings import LIMITS, exactly, located, read_bytes, read_text
from strategies import json_values, texts

from onefold.frontends import json as json_frontend
from onefold.frontends import toml as toml_frontend
from onefold.frontends.tree import MappingNode, ScalarNode, SequenceNode, nodes
from onefold.kernel.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from onefold.frontends.frontend import Frontend
    from onefold.frontends.tree import Node
    from onefold.kernel.values import JsonValue

JSON, TOML = json_frontend.FRONTEND, toml_frontend.FRONTEND
# What makes the text of one value a whole text of the format.
_BEFORE = {"json": "[", "toml": "x = ["}


def assert_spans_hold_what_they_name(frontend: Frontend, tree: Node) -> None:
    for node in nodes(tree):
        if isinstance(node, ScalarNode):
            assert_reads_alone(frontend, node.span, node.value)
        elif isinstance(node, MappingNode):
            for name, entry in node.entries.items():
                assert_reads_alone(frontend, entry.key, name)
        for inner in children(node):
            assert not isinstance(node, SequenceNode) or node.span.start <= inner.start


def children(node: Node) -> Iterator[Span]:
    if isinstance(node, SequenceNode):
        yield from (item.span for item in node.items)


def assert_reads_alone(frontend: Frontend, span: Span, value: JsonValue) -> None:
    is_bare_key = frontend is TOML and isinstance(value, str) and span.text == value
    if not is_bare_key:
        reading = read_text(frontend, f"{_BEFORE[frontend.name]}{span.text}]")
        read_value: Any = reading.value
        (alone,) = read_value if frontend is JSON else read_value["x"]
        assert exactly(alone) == exactly(value)


def assert_characters_stand_where_they_say(frontend: Frontend, tree: Node) -> None:
    for node in nodes(tree):
        if isinstance(node, ScalarNode):
            indexes = frontend.characters(node)
            if isinstance(node.value, str):
                assert indexes is not None
                assert_verbatim(node, indexes)
            else:
                assert indexes is None


def assert_verbatim(node: ScalarNode, indexes: Sequence[int]) -> None:
    assert isinstance(node.value, str)
    assert len(indexes) == len(node.value) + 1
    assert list(indexes) == sorted(set(indexes))
    text = node.span.source.text
    for character, index in zip(node.value, indexes, strict=False):
        assert text[index] in (character, "\\") or (character == "\n" and text.startswith("\r\n", index))
    assert text[indexes[-1]] in "\"'"


@pytest.mark.parametrize("case", conformance.parameters("json-test-suite/parsing.json"))
def test_every_json_value_of_the_public_suite_stands_in_its_span(case: dict[str, Any]) -> None:
    assert_case(JSON, case)


@pytest.mark.parametrize("case", conformance.parameters("toml-test/cases.json"))
def test_every_toml_value_of_the_public_suite_stands_in_its_span(case: dict[str, Any]) -> None:
    assert_case(TOML, case)


def assert_case(frontend: Frontend, case: dict[str, Any]) -> None:
    source, reading = read_bytes(frontend, conformance.raw(case))
    if not reading.findings:
        tree = frontend.locate(source, LIMITS)
        assert tree is not None
        assert_spans_hold_what_they_name(frontend, tree)
        assert_characters_stand_where_they_say(frontend, tree)


@given(json_values(texts()))
def test_every_json_value_stands_in_its_span(value: JsonValue) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        tree = located(JSON, text)
        assert_spans_hold_what_they_name(JSON, tree)
        assert_characters_stand_where_they_say(JSON, tree)


@given(toml_spellings.texts_and_values())
def test_every_toml_value_stands_in_its_span(spelled: tuple[str, JsonValue]) -> None:
    tree = located(TOML, spelled[0])
    assert_spans_hold_what_they_name(TOML, tree)
    assert_characters_stand_where_they_say(TOML, tree)


@given(texts().flatmap(toml_spellings.strings))
def test_the_characters_of_a_toml_string_are_found_in_every_spelling(spelled: tuple[str, list[int]]) -> None:
    text, indexes = spelled
    tree = located(TOML, f"x = {text}")
    assert isinstance(tree, MappingNode)
    node = tree.entries["x"].node
    assert isinstance(node, ScalarNode)
    width = 3 if text.startswith(('"""', "'''")) else 1
    expected = [4 + index for index in indexes[:-1]] + [4 + len(text) - width]
    assert TOML.characters(node) == expected


def test_a_surrogate_pair_is_one_character() -> None:
    tree = located(JSON, '"a\\ud83d\\ude00b"')
    assert isinstance(tree, ScalarNode)
    assert JSON.characters(tree) == [1, 2, 14, 15]


def test_a_scalar_that_is_not_what_stands_there_has_no_characters() -> None:
    source = Source("test", '"a\\x"')
    for frontend in (JSON, TOML):
        assert frontend.characters(ScalarNode(Span(source, 0, 5), "other")) is None
        assert frontend.characters(ScalarNode(Span(source, 1, 2), "a")) is None


def spans(tree: Node) -> dict[str, str]:
    """Each mapping and list of a tree by its path, with the text of its span."""
    found: dict[str, str] = {}
    waiting = [("", tree)]
    while waiting:
        path, node = waiting.pop()
        if isinstance(node, MappingNode):
            found[path] = node.span.text
            waiting += [(f"{path}.{name}", entry.node) for name, entry in node.entries.items()]
        elif isinstance(node, SequenceNode):
            found[path] = node.span.text
            waiting += [(f"{path}.{index}", item) for index, item in enumerate(node.items)]
    return found


def test_a_toml_table_spans_its_header_and_an_inline_table_its_braces() -> None:
    text = "x = { y.z = [1, 2,] }\r\n[a.b]\r\nc.d = 1\r\n[a]\r\n[[t]]\r\n[[ t ]]\r\nu = {}\r\n"
    assert spans(located(TOML, text)) == {
        "": text,
        ".x": "{ y.z = [1, 2,] }",
        ".x.y": "y",
        ".x.y.z": "[1, 2,]",
        ".a": "[a]",
        ".a.b": "[a.b]",
        ".a.b.c": "c",
        ".t": "[[t]]",
        ".t.0": "[[t]]",
        ".t.1": "[[ t ]]",
        ".t.1.u": "{}",
    }


def test_the_key_of_a_toml_table_is_its_part_of_the_header() -> None:
    text = "[a . 'b']\n[a]\nc.d = 1\n"
    tree = located(TOML, text)
    assert isinstance(tree, MappingNode)
    table = tree.entries["a"].node
    assert isinstance(table, MappingNode)
    assert tree.entries["a"].key.start == 11
    assert {name: entry.key.start for name, entry in table.entries.items()} == {"b": 5, "c": 14}


@pytest.mark.parametrize("text", ["[" * 300 + "]" * 300, '{"a":' * 300 + "1" + "}" * 300])
def test_a_json_text_beyond_the_depth_limit_still_has_a_place_for_it(text: str) -> None:
    assert deepest(JSON, text) == LIMITS.depth + 1


@pytest.mark.parametrize("text", ["x = " + "[" * 300 + "]" * 300, ".".join(["a"] * 300) + " = 1"])
def test_a_toml_text_beyond_the_depth_limit_still_has_a_place_for_it(text: str) -> None:
    assert deepest(TOML, text) == LIMITS.depth + 1


def deepest(frontend: Frontend, text: str) -> int:
    tree = frontend.locate(Source("test", text), LIMITS)
    assert tree is not None
    levels = [(tree, 1)]
    deepest = 0
    while levels:
        node, level = levels.pop()
        deepest = max(deepest, level)
        if isinstance(node, MappingNode):
            levels += [(entry.node, level + 1) for entry in node.entries.values()]
        elif isinstance(node, SequenceNode):
            levels += [(item, level + 1) for item in node.items]
    return deepest
