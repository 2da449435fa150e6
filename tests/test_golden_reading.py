"""Every golden source is read the same by both readings and by every parser, and every value stands in its span."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

import pytest
from golden_cases import accept_cases, case_name, format_of, inputs, text_of
from readings import LIMITS, exactly, located, read_text

from onefold.frontends.registry import FRONTENDS, named
from onefold.frontends.tree import MappingNode, ScalarNode, nodes
from onefold.frontends.yaml.builder import Builder
from onefold.frontends.yaml.events import fast, reference
from onefold.kernel.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import Any, TypeAlias

    from onefold.frontends.frontend import Frontend
    from onefold.frontends.yaml.events import Event
    from onefold.kernel.source import Span
    from onefold.kernel.values import JsonValue

Keys: TypeAlias = "tuple[str | int, ...]"

SOURCES = [source for case in accept_cases() for source in inputs(case)]
# Texts with a value, or a key, in the place of the `@`, and where the value or the mapping stands in them, by format.
AROUND_VALUES: dict[str, list[tuple[str, Keys]]] = {
    "yaml": [("- @\n", (0,))],
    "toml": [("x = [@]\n", ("x", 0))],
    "json": [("[@]", (0,))],
    "fold": [
        ("fold 1 x @", ("x",)),
        ("fold 1 meta @", ("meta",)),
        ("fold 1 budget { cost @ }", ("budget", "cost")),
        ("fold 1 model x { tools [@] }", ("steps", "x", "tools", 0)),
        ("fold 1 conditional x { on @ }", ("steps", "x", "on")),
    ],
}
AROUND_KEYS: dict[str, list[tuple[str, Keys]]] = {
    "yaml": [("@: 1\n", ())],
    "toml": [("@ = 1\n", ())],
    "json": [("{@: 1}", ())],
    "fold": [("fold 1 meta { @: 1 }", ("meta",)), ("fold 1 @ 1", ()), ("fold 1 model @", ("steps",))],
}
# What fold spells without naming it: the key is a sign, or the value itself.
UNNAMED_IN_FOLD = {
    "onefold", "steps", "transitions", "kind", "tool", "workflow", "version", "attempts", "use", "with", "criteria",
    "check", "from", "to",
}  # fmt: skip


def source_name(source: Path) -> str:
    return f"{case_name(source.parent)}/{source.name}"


every_source = pytest.mark.parametrize("source", SOURCES, ids=source_name)


def frontend_of(source: Path) -> Frontend:
    frontend = named(FRONTENDS, format_of(source))
    assert frontend is not None
    return frontend


@every_source
def test_both_readings_give_the_same(source: Path) -> None:
    located(frontend_of(source), text_of(source))


@pytest.mark.parametrize("source", [each for each in SOURCES if format_of(each) == "yaml"], ids=source_name)
def test_both_parsers_of_yaml_give_the_same(source: Path) -> None:
    text = text_of(source)
    events = fast(text)
    if events is None:
        pytest.skip("PyYAML was built without its C part")
    assert exactly(_built(text, events)) == exactly(_built(text, reference(text)))


def _built(text: str, events: Iterator[Event]) -> JsonValue:
    return cast("JsonValue", Builder(Source("test", text), LIMITS, False).build(events))


@every_source
def test_every_scalar_and_every_key_stands_in_its_span(source: Path) -> None:
    frontend = frontend_of(source)
    for node in nodes(located(frontend, text_of(source))):
        if isinstance(node, ScalarNode) and not _depends_on_its_surroundings(frontend, node.span):
            assert exactly(node.value) in map(exactly, _read_alone(frontend, AROUND_VALUES, node.span)), node.span
        elif isinstance(node, MappingNode):
            for name, entry in node.entries.items():
                keys = [key for each in _read_alone(frontend, AROUND_KEYS, entry.key) for key in dict(each)]
                unnamed = frontend.name == "fold" and name in UNNAMED_IN_FOLD
                assert name in keys or unnamed, entry.key


def _depends_on_its_surroundings(frontend: Frontend, span: Span) -> bool:
    """Whether a block says how far it is indented, or keeps the blank lines after it."""
    return frontend.name == "yaml" and re.match(r"[|>][-+]?[1-9]|[|>][1-9]?\+", span.text) is not None


def _read_alone(frontend: Frontend, surroundings: dict[str, list[tuple[str, Keys]]], span: Span) -> list[Any]:
    """What the text of a span is read as, in each of the surroundings that it fits into."""
    found = []
    for text, path in surroundings[frontend.name]:
        reading = read_text(frontend, text.replace("@", span.text))
        if not reading.findings:
            value: Any = reading.value
            for segment in path:
                value = value[segment]
            found.append(value)
    return found


@every_source
def test_every_character_of_a_text_is_found(source: Path) -> None:
    frontend = frontend_of(source)
    for node in nodes(located(frontend, text_of(source))):
        if isinstance(node, ScalarNode) and isinstance(node.value, str):
            indexes = frontend.characters(node)
            assert indexes is not None, node.span
            _assert_spelled(node, indexes)


def _assert_spelled(node: ScalarNode, indexes: Sequence[int]) -> None:
    text = node.span.source.text
    value = cast("str", node.value)
    assert len(indexes) == len(value) + 1
    assert list(indexes) == sorted(set(indexes)), node.span
    for character, index in zip(value, indexes, strict=False):
        # The line end after a block may belong to its text, and not to its span.
        assert node.span.start <= index <= node.span.end
        # Lines are folded, and white space stands for the comments in a predicate.
        is_white = character in " \n" and (character == " " or text[index] in " \t\r\n\\")
        assert is_white or text[index] in (character, "\\"), (node.span, index)
