"""Where each character of a YAML scalar stands in the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

import conformance
import pytest
from hypothesis import given
from hypothesis import strategies as st
from readings import LIMITS, located
from strategies import texts

from onefold.frontends.tree import MappingNode, ScalarNode, nodes
from onefold.frontends.yaml import FRONTEND
from onefold.frontends.yaml.spelling import block, quoted
from onefold.kernel.source import Source, Span

if TYPE_CHECKING:
    from typing import Any

    from onefold.frontends.tree import Node


def scalar(text: str) -> ScalarNode:
    """The value of the key `a`."""
    tree = located(FRONTEND, text)
    assert isinstance(tree, MappingNode)
    node = tree.entries["a"].node
    assert isinstance(node, ScalarNode)
    return node


def check(node: Node) -> int:
    """The number of strings in a tree; every character of theirs stands where its index says."""
    strings = [each for each in nodes(node) if isinstance(each, ScalarNode) and isinstance(each.value, str)]
    for each in strings:
        indexes, source = FRONTEND.characters(each), each.span.source.text
        assert indexes is not None
        assert isinstance(each.value, str)
        assert len(indexes) == len(each.value) + 1
        assert list(indexes) == sorted(indexes)
        for character, index in zip(each.value, indexes, strict=False):
            folded_or_escaped = source[index] in "\\\r\n'"
            assert source[index] == character or folded_or_escaped
    return len(strings)


@pytest.mark.parametrize(
    ("text", "value", "indexes"),
    [
        ("a: one", "one", [3, 4, 5, 6]),
        ("a: one \n two", "one two", [3, 4, 5, 7, 9, 10, 11, 12]),
        ("a: one\n\n\n two", "one\n\ntwo", [3, 4, 5, 7, 8, 10, 11, 12, 13]),
        ("a: &x !!str 12", "12", [12, 13, 14]),
        ("a: 'it''s'", "it's", [4, 5, 6, 8, 9]),
        ("a: 'b\r\n c'", "b c", [4, 5, 8, 9]),
        ('a: "\\n\\x41\\u00e9\\U0001F600\\/"', "\nAé😀/", [4, 6, 10, 16, 26, 28]),
        ('a: "b\\\n   c"', "bc", [4, 10, 11]),
        ('a: "b\\\n\n c"', "b\nc", [4, 7, 9, 10]),
        ('a: "b  \n\n c"', "b\nc", [4, 8, 10, 11]),
        ("a: |\n  b\n\n   c\n", "b\n\n c\n", [7, 8, 9, 12, 13, 14, 15]),
        ("a: |-\r\n  b\r\n  c\r\n", "b\nc", [9, 10, 14, 15]),
        ("a: |2 # d\n   b\n", " b\n", [12, 13, 14, 15]),
        ("a: |+\n  b\n\n\nc: 1", "b\n\n\n", [8, 9, 10, 11, 12]),
        ("a: >\n  b\n  c\n\n  d\n   e\n  f\n", "b c\nd\n e\nf\n", [7, 8, 11, 13, 16, 17, 20, 21, 22, 25, 26, 27]),
        ("a: >-\n\n  b\n", "\nb", [6, 9, 10]),
        ("a: |+\n  \n", "\n", [8, 9]),
        ("a: ''", "", [4]),
        ("a: |\nb: 1", "", [4]),
    ],
)
def test_each_character_has_its_index(text: str, value: str, indexes: list[int]) -> None:
    node = scalar(text)
    assert node.value == value
    assert list(FRONTEND.characters(node) or []) == indexes


@pytest.mark.parametrize("case", conformance.parameters("yaml-test-suite/cases.json"))
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_every_string_of_the_public_suite_is_decoded(case: dict[str, Any], line_end: str) -> None:
    text = conformance.raw(case).decode().replace("\n", line_end)
    node = FRONTEND.locate(Source("test", text), LIMITS)
    if node is not None:
        check(node)


@given(texts(), st.sampled_from(["\n", "\r\n", "\r"]))
def test_a_text_in_double_quotes_is_decoded(text: str, line_end: str) -> None:
    assert check(scalar(f"a: {quoted(text)}{line_end}")) == 1


@given(texts(), st.sampled_from(["\n", "\r\n"]))
def test_a_text_in_a_block_is_decoded(text: str, line_end: str) -> None:
    written = block(text, "  ")
    if written is not None:
        written = written.replace("\n", line_end)
        assert check(scalar(f"a: {written}{line_end}b: 1{line_end}")) == 1


_LINES = st.lists(st.text(st.sampled_from("ab \t"), max_size=5), min_size=1, max_size=6)


@given(_LINES, st.sampled_from(["|", ">", "|-", ">-", "|+", ">+", "|2", ">1-"]))
def test_a_block_of_any_shape_is_decoded(lines: list[str], header: str) -> None:
    text = f"a: {header}\n" + "".join(f"  {line}\n" for line in lines) + "b: 1\n"
    node = FRONTEND.locate(Source("test", text), LIMITS)
    if node is not None:
        check(node)


@given(_LINES, st.sampled_from(["'", '"', ""]))
def test_a_folded_text_is_decoded(lines: list[str], quote: str) -> None:
    folded = "\n  ".join(lines)
    node = FRONTEND.locate(Source("test", f"a: {quote}{folded}{quote}\nb: 1\n"), LIMITS)
    if node is not None:
        check(node)


def test_what_is_no_string_has_no_characters() -> None:
    assert FRONTEND.characters(scalar("a: 12\n")) is None


def test_a_scalar_that_is_not_decoded_to_its_value_has_no_characters() -> None:
    source = Source("test", "a: one\n")
    assert FRONTEND.characters(ScalarNode(Span(source, 3, 6), "two")) is None
    assert FRONTEND.characters(ScalarNode(Span(source, 3, 6), "one two")) is None
    assert FRONTEND.characters(ScalarNode(Span(Source("test", "|\n  one\n"), 0, 7), "two\n")) is None
    assert FRONTEND.characters(ScalarNode(Span(Source("test", '"\\q"'), 0, 4), "q")) is None
