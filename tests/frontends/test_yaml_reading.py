"""What YAML means: the core schema, tags, anchors, merges, and where each node stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from readings import LIMITS, codes, exactly, located, only_finding, read_text, span_text
from strategies import json_values, texts

from onefold.frontends.frontend import Limits
from onefold.frontends.tree import MappingNode, ScalarNode, SequenceNode, nodes
from onefold.frontends.yaml import FRONTEND
from onefold.kernel.source import Source


def value(text: str) -> object:
    reading = read_text(FRONTEND, text)
    assert not reading.findings, reading.findings
    return reading.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[yes, on, No, y]", ["yes", "on", "No", "y"]),
        ("[1_000, 1:30, 2024-01-01, 0b11, 1_]", ["1_000", "1:30", "2024-01-01", "0b11", "1_"]),
        ("[010, 0o10, 0x1F, -5, +5, -0]", [10, 8, 31, -5, 5, 0]),
        ("[1., .5, 1e3, 1.5E-2, -0.0]", [1.0, 0.5, 1000.0, 0.015, -0.0]),
        ("[~, null, Null, NULL, '', nUll]", [None, None, None, None, "", "nUll"]),
        ("[true, True, TRUE, tRue, false]", [True, True, True, "tRue", False]),
        ("[=, <<, 0o9, 0x, '1', \"2\", ._, +, -a]", ["=", "<<", "0o9", "0x", "1", "2", "._", "+", "-a"]),
        ("a:\nb: ~\n", {"a": None, "b": None}),
        ("[" + "0" * 5000 + "7]", [7]),
        ("[1" + "0" * 30 + "]", [1e30]),
    ],
)
def test_plain_scalars_are_those_of_the_core_schema(text: str, expected: object) -> None:
    assert exactly(value(text)) == exactly(expected)  # type: ignore[arg-type] # a test's table holds plain values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("! x", "x"),
        ("! 12", "12"),
        ("!", ""),
        ("! [1]", [1]),
        ("!!str 12", "12"),
        ("!!str", ""),
        ("!!int '12'", 12),
        ("!!int 0x1F", 31),
        ("!!float 1", 1),
        ("!!bool True", True),
        ("!!null ''", None),
        ("!!seq [1]", [1]),
        ("!!map {a: 1}", {"a": 1}),
        ("!<tag:yaml.org,2002:str> 1", "1"),
        ("%TAG !c! tag:yaml.org,2002:\n---\n!c!int '7'", 7),
    ],
)
def test_core_tags_say_what_a_node_is(text: str, expected: object) -> None:
    assert value(text) == expected
    assert type(value(text)) is type(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: &x {k: [1, &y two]}\nb: *x\nc: *y\n", {"a": {"k": [1, "two"]}, "b": {"k": [1, "two"]}, "c": "two"}),
        ("&k key: 1\nother: *k\n", {"key": 1, "other": "key"}),
        ("&k key: &v val\n*v : *k\n", {"key": "val", "val": "key"}),
        ("a: &x 1\nb: &x 2\nc: *x\n", {"a": 1, "b": 2, "c": 2}),
        ("- &x [&x 1, 2]\n- *x\n", [[1, 2], 1]),
    ],
)
def test_an_alias_repeats_the_anchor_before_it(text: str, expected: object) -> None:
    assert value(text) == expected


BASE = "base: &b {x: 1, y: 2}\nmore: &m {y: 3, z: 4}\n"


@pytest.mark.parametrize(
    ("mapping", "expected"),
    [
        ("{<<: *b}", {"x": 1, "y": 2}),
        ("{<<: *b, y: 9}", {"x": 1, "y": 9}),
        ("{y: 9, <<: *b}", {"x": 1, "y": 9}),
        ("{<<: [*b, *m]}", {"x": 1, "y": 2, "z": 4}),
        ("{<<: [*m, *b]}", {"x": 1, "y": 3, "z": 4}),
        ("{<<: []}", {}),
        ("{<<: {x: 5}, q: 0}", {"x": 5, "q": 0}),
        ("{<<: {<<: *b, w: 0}}", {"x": 1, "y": 2, "w": 0}),
        ("{'<<': 1}", {"<<": 1}),
        ("{!!str <<: 1}", {"<<": 1}),
        ("{! <<: 1}", {"<<": 1}),
        ("[<<]", ["<<"]),
    ],
)
def test_a_plain_merge_key_brings_in_what_is_not_written_out(mapping: str, expected: object) -> None:
    merged = value(f"{BASE}c: {mapping}\n")
    assert isinstance(merged, dict)
    assert merged["c"] == expected


def test_what_is_merged_leaves_its_source_alone() -> None:
    assert value(f"{BASE}c: {{<<: *b, x: 7}}\nd: *b\n")["d"] == {"x": 1, "y": 2}  # type: ignore[index] # a mapping


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: |\r\n  one\r\n  two\r\n", {"a": "one\ntwo\n"}),
        ('a: "one\\r\\ntwo"\r\n', {"a": "one\r\ntwo"}),
        ("a: 1\rb: 2\r", {"a": 1, "b": 2}),
        ("a: >-\n  one\n  two\n\n  three\n", {"a": "one two\nthree"}),
        ("a: |+\n  one\n\n", {"a": "one\n\n"}),
        ("a: [\n  1,\n]\n", {"a": [1]}),
        ("a: [1, # one\n# two\n  2]\n", {"a": [1, 2]}),
        ("check: Is it hot?\nurl: http://x/#y\n", {"check": "Is it hot?", "url": "http://x/#y"}),
        ("{check: Is it hot?, url: http://x}", {"check": "Is it hot?", "url": "http://x"}),
        ('{"a":1}', {"a": 1}),
        ("%YAML 1.2\n---\na: 1\n...\n", {"a": 1}),
        ("%RESERVED 1\n---\na: 1\n", {"a": 1}),
    ],
)
def test_everyday_texts_are_read(text: str, expected: object) -> None:
    assert value(text) == expected


@given(json_values(texts()))
def test_json_that_yaml_allows_is_read_as_json(document: object) -> None:
    text = exactly(document)  # type: ignore[arg-type] # what the strategy makes
    reading = read_text(FRONTEND, text)
    # JSON escapes what is beyond U+FFFF as two surrogates, which YAML readers do not agree on, and DEL is raw.
    assert set(codes(reading)) <= {"ambiguous-yaml", "unreadable-character", "syntax-error"}
    if not reading.findings:
        assert exactly(reading.value) == text
    elif codes(reading) == ["syntax-error"]:
        # A key that is longer than YAML allows before a colon.
        assert len(text) > 1000


def test_every_node_and_key_points_to_what_is_written() -> None:
    text = "a: &x  one\nb:\n  - 'two'\n  - !!str 3\nc: {d: [4,\n  5]}\ne: |\n  six\n\n\nf:\n"
    tree = located(FRONTEND, text)
    assert isinstance(tree, MappingNode)
    spans = [node.span.text for node in nodes(tree) if isinstance(node, ScalarNode)]
    assert spans == ["one", "'two'", "3", "4", "5", "|\n  six", ""]
    assert [entry.key.text for entry in tree.entries.values()] == ["a", "b", "c", "e", "f"]
    inner = tree.entries["b"].node
    assert isinstance(inner, SequenceNode)
    assert inner.span.text == "- 'two'\n  - !!str 3"
    assert tree.entries["c"].node.span.text == "{d: [4,\n  5]}"
    assert tree.span.start == 0


def test_an_alias_is_the_node_it_repeats() -> None:
    tree = located(FRONTEND, "a: &x one\nb: *x\n")
    assert isinstance(tree, MappingNode)
    assert tree.entries["b"].node.span.text == "one"


def test_a_merged_entry_points_to_where_it_is_written() -> None:
    tree = located(FRONTEND, "a: &x {k: 1}\nb: {<<: *x}\n")
    assert isinstance(tree, MappingNode)
    merged = tree.entries["b"].node
    assert isinstance(merged, MappingNode)
    assert merged.entries["k"].key.start == 7


@pytest.mark.parametrize("depth", [3, 128])
def test_the_depth_limit_is_counted_from_the_root(depth: int) -> None:
    limits = Limits(depth=depth)
    for text in ("[" * depth + "]" * depth, "- " * (depth - 1) + "[]"):
        assert not FRONTEND.read(Source("test", text), limits).findings
        deeper = f"[\n{text}\n]" if text[0] == "[" else f"- {text}"
        (finding,) = FRONTEND.read(Source("test", deeper), limits).findings
        assert finding.code == "nesting-too-deep"


def test_nodes_are_counted_through_merges() -> None:
    limits = Limits(nodes=1000)
    wide = ", ".join(f"k{number}: 1" for number in range(100))
    text = f"a: &a {{{wide}}}\nb:\n" + "- {<<: *a}\n" * 20
    (finding,) = FRONTEND.read(Source("test", text), limits).findings
    assert finding.code == "too-many-nodes"
    assert not FRONTEND.read(Source("test", text), LIMITS).findings


def test_a_finding_quotes_only_the_beginning_of_a_long_number() -> None:
    finding = only_finding(FRONTEND, "a: " + "9" * 5000)
    assert len(str(finding.arguments["text"])) < 60
    assert len(span_text(finding)) == 5000
