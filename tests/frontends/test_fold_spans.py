"""Where the parts of a fold text stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from readings import located, read_text

from onefold.frontends.fold import FRONTEND
from onefold.frontends.frontend import Limits
from onefold.frontends.tree import MappingNode, ScalarNode, SequenceNode, nodes
from onefold.kernel.source import Source, Span

if TYPE_CHECKING:
    from typing import Any

    from onefold.frontends.tree import Entry, Node

TEXT = """\
fold 1
workflow w // the id
tool fetch = a.b {
  timeout 30s
  retry 3 { on [failure] }
}
conditional gate { on x /* y */ > 1 then "fetch" }
parallel p { join quorum 2 }
model m { verify [v { a: 1 }] prompt file "p.md" }
subworkflow s = u @ main
fetch -> gate -> p
p -> m on failure when y priority 1
rubric pass 0.5 { good weight 2 "Good?" }
budget { cost 2.50  USD }
"""


def _spans(path: list[str | int]) -> tuple[str, str | None]:
    """What is written at a path, and the key before it."""
    node: Node = located(FRONTEND, TEXT)
    key = None
    for segment in path:
        if isinstance(node, MappingNode):
            entry = node.entries[str(segment)]
            node, key = entry.node, entry.key.text
        else:
            assert isinstance(node, SequenceNode)
            node = node.items[int(segment)]
    return node.span.text, key


PLACES: list[tuple[list[str | int], str, str | None]] = [
    (["onefold"], "1", "fold"),
    (["workflow"], "w", "workflow"),
    (["steps", "fetch", "kind"], "tool", "tool"),
    (["steps", "fetch", "tool"], "a.b", "="),
    (["steps", "fetch", "timeout"], "30s", "timeout"),
    (["steps", "fetch", "retry"], "3 { on [failure] }", "retry"),
    (["steps", "fetch", "retry", "attempts"], "3", "3"),
    (["steps", "fetch", "retry", "on"], "[failure]", "on"),
    (["steps", "fetch", "retry", "on", 0], "failure", "on"),
    (["steps", "gate"], 'conditional gate { on x /* y */ > 1 then "fetch" }', "gate"),
    (["steps", "gate", "on"], "x /* y */ > 1", "on"),
    (["steps", "gate", "then"], '"fetch"', "then"),
    (["steps", "p", "join"], "quorum 2", "join"),
    (["steps", "p", "join", "quorum"], "2", "quorum"),
    (["steps", "m", "verify", 0], "v { a: 1 }", "verify"),
    (["steps", "m", "verify", 0, "use"], "v", "v"),
    (["steps", "m", "verify", 0, "with"], "{ a: 1 }", "{"),
    (["steps", "m", "verify", 0, "with", "a"], "1", "a"),
    (["steps", "m", "prompt"], 'file "p.md"', "prompt"),
    (["steps", "m", "prompt", "file"], '"p.md"', "file"),
    (["steps", "s", "workflow"], "u", "="),
    (["steps", "s", "version"], "main", "@"),
    (["transitions", 0], "fetch -> gate", "fetch -> gate"),
    (["transitions", 0, "from"], "fetch", "fetch"),
    (["transitions", 0, "to"], "gate", "gate"),
    (["transitions", 1], "gate -> p", "fetch -> gate"),
    (["transitions", 1, "from"], "gate", "gate"),
    (["transitions", 2], "p -> m on failure when y priority 1", "fetch -> gate"),
    (["transitions", 2, "on"], "failure", "on"),
    (["transitions", 2, "when"], "y", "when"),
    (["transitions", 2, "priority"], "1", "priority"),
    (["rubric"], 'pass 0.5 { good weight 2 "Good?" }', "rubric"),
    (["rubric", "pass"], "0.5", "pass"),
    (["rubric", "criteria"], '{ good weight 2 "Good?" }', "{"),
    (["rubric", "criteria", "good"], 'weight 2 "Good?"', "good"),
    (["rubric", "criteria", "good", "check"], '"Good?"', '"Good?"'),
    (["budget", "cost"], "2.50  USD", "cost"),
]


@pytest.mark.parametrize(("path", "written", "key"), PLACES, ids=[".".join(map(str, each[0])) for each in PLACES])
def test_every_part_has_its_span(path: list[str | int], written: str, key: str | None) -> None:
    found, found_key = _spans(path)
    assert found == written
    assert found_key == key


def test_the_span_of_a_step_begins_at_its_kind_and_its_key_is_the_id() -> None:
    root = located(FRONTEND, TEXT)
    assert isinstance(root, MappingNode)
    steps = root.entries["steps"]
    assert isinstance(steps.node, MappingNode)
    assert steps.node.entries["fetch"].key.text == "fetch"
    assert steps.node.span.text.startswith("tool fetch")
    assert steps.node.span.text.endswith("= u @ main")


CHARACTERS = [
    ("start abc", "start", "abc", [0, 1, 2, 3]),
    ('start "a\\u0062c"', "start", "abc", [1, 2, 8, 9]),
    ('start "\\ud83d\\ude00"', "start", "😀", [1, 13]),
    ('start ""', "start", "", [1]),
    ("budget { cost 2  USD }", "budget.cost", "2 USD", [0, 1, 3, 4, 5, 6]),
    ("budget { cost 2 /**/ USD }", "budget.cost", "2 USD", [0, 1, 7, 8, 9, 10]),
    ("budget { wall_time 1h30m }", "budget.wall_time", "1h30m", [0, 1, 2, 3, 4, 5]),
    ("model s { tools [a.*] }", "steps.s.tools.0", "a.*", [0, 1, 2, 3]),
    ("conditional s { on a/**/== 'b' }", "steps.s.on", "a    == 'b'", list(range(12))),
    ('conditional s { on "a" == x }', "steps.s.on", '"a" == x', list(range(9))),
]


def _leaf(root: Node, path: str) -> Node:
    for segment in path.split("."):
        if isinstance(root, MappingNode):
            root = root.entries[segment].node
        elif isinstance(root, SequenceNode):
            root = root.items[int(segment)]
    return root


@pytest.mark.parametrize(("body", "path", "value", "places"), CHARACTERS)
def test_every_character_of_a_string_has_its_place(body: str, path: str, value: str, places: list[int]) -> None:
    node = _leaf(located(FRONTEND, f"fold 1 {body}"), path)
    assert isinstance(node, ScalarNode)
    assert node.value == value
    found = FRONTEND.characters(node)
    assert found is not None
    assert [place - node.span.start for place in found] == places


def test_what_is_no_string_has_no_characters() -> None:
    node = _leaf(located(FRONTEND, "fold 1 budget { tokens 1_000 }"), "budget.tokens")
    assert isinstance(node, ScalarNode)
    assert FRONTEND.characters(node) is None


@pytest.mark.parametrize(
    ("written", "value"), [('"a"', "b"), ("x", "yy"), ('"\\q"', "q"), ('"""\n"""', "x"), ("", "a")]
)
def test_a_scalar_that_does_not_give_its_value_has_no_characters(written: str, value: str) -> None:
    source = Source("test", written)
    assert FRONTEND.characters(ScalarNode(Span(source, 0, len(written)), value)) is None


def test_a_refused_text_has_no_tree() -> None:
    for text in ("", "workflow w", "fold 1 workflow a workflow b", "fold 1 meta [1e400]", "fold 1 meta {"):
        assert FRONTEND.locate(Source("test", text), Limits()) is None


def test_the_span_of_a_scalar_reads_as_its_value() -> None:
    for node in nodes(located(FRONTEND, TEXT)):
        if not isinstance(node, ScalarNode):
            continue
        again: Any = read_text(FRONTEND, f"fold 1 budget {{ cost {node.span.text} }}").value
        if again is not None and "/*" not in node.span.text:
            assert again["budget"]["cost"] == node.value


def test_the_spans_of_entries_lie_in_their_mapping() -> None:
    def inside(outer: Span, inner: Span) -> bool:
        return outer.start <= inner.start <= inner.end <= outer.end

    root = located(FRONTEND, TEXT)
    for node in nodes(root):
        if isinstance(node, MappingNode):
            entries: list[Entry] = list(node.entries.values())
            assert all(inside(root.span, entry.key) and inside(root.span, entry.node.span) for entry in entries)
            if node is not root:
                assert all(inside(node.span, entry.node.span) for entry in entries)
