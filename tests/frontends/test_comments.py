"""Comments are found where they stand, and texts are never taken for them."""

from __future__ import annotations

from pathlib import Path

import conformance
import pytest
from golden_cases import accept_cases, case_name, format_of, inputs, text_of
from readings import LIMITS, read_text

from onefold.frontends.frontend import Frontend
from onefold.frontends.registry import FRONTENDS, named
from onefold.frontends.tree import ScalarNode, nodes
from onefold.kernel.source import Source

SOURCES = [source for case in accept_cases() for source in inputs(case) if format_of(source) != "json"]
# Texts with the comments in them.
CASES = [
    ("yaml", "# a\nb: c # d\n", ["# a", "# d"]),
    ("yaml", "a: b#c\nd: 'e # f' # g\nh: \"i # j\"\n", ["# g"]),
    ("yaml", "a: |  # b\n  c # d\n  # e\n # f\ng: 1\n", ["# b", "# f"]),
    ("yaml", "a: > # b\n  c\n\n# d\n", ["# b", "# d"]),
    ("yaml", "a: b\n  c # d\n", ["# d"]),
    ("yaml", "a: [b, # c\n  d] # e\n# f", ["# c", "# e", "# f"]),
    ("yaml", "%YAML 1.2 # a\n--- # b\nc: &d#e f # g # h\r\n", ["# a", "# b", "# g # h"]),
    ("yaml", "a: 'b\n  # c\n  d'\n", []),
    ("yaml", "#\na: 1", ["#"]),
    ("toml", "# a\nb = 'c # d' # e\n[f] # g\n", ["# a", "# e", "# g"]),
    ("toml", 'a = """\n# b\n""" # c\n', ["# c"]),
    ("toml", "a = [ # b\n  1, # c\n  # d\n]\r\n# e", ["# b", "# c", "# d", "# e"]),
    ("toml", "a = {b = '#', # c\n}\n", ["# c"]),
    ("fold", "// a\nfold 1 // b\nworkflow w /* c\n d */ // e", ["// a", "// b", "/* c\n d */", "// e"]),
    ("fold", 'fold 1 workflow w description "// a"\nmeta { a: "/* b */" } // c', ["// c"]),
    ("fold", 'fold 1 workflow w model a { prompt """\n  // b\n  """ tools [fs/*] // c\n}', ["// c"]),
    ("fold", "fold 1 workflow w conditional a { on 6 / 2 > 1 // b\n && true then a }", ["// b"]),
]


def comments(frontend: Frontend, text: str) -> list[str]:
    assert frontend.comments is not None
    return [each.text for each in frontend.comments(Source("test", text), LIMITS)]


def frontend_named(name: str) -> Frontend:
    frontend = named(FRONTENDS, name)
    assert frontend is not None
    return frontend


@pytest.mark.parametrize(("format_name", "text", "expected"), CASES)
def test_comments_are_told_from_texts(format_name: str, text: str, expected: list[str]) -> None:
    assert comments(frontend_named(format_name), text) == expected


def test_json_has_none() -> None:
    assert frontend_named("json").comments is None


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: f"{case_name(source.parent)}/{source.name}")
def test_no_comment_of_a_golden_source_lies_in_a_text_and_none_is_missed(source: Path) -> None:
    frontend, text = frontend_named(format_of(source)), text_of(source)
    assert frontend.comments is not None
    found = frontend.comments(Source("test", text), LIMITS)
    root = frontend.locate(Source("test", text), LIMITS)
    assert root is not None
    scalars = [node.span for node in nodes(root) if isinstance(node, ScalarNode)]
    inside = [
        each.text
        for each in found
        for span in scalars
        if span.start < each.start and each.end < span.end and span.text[0] in "'\""
    ]
    assert inside == []
    # Without its comments a source means the same: they are replaced by nothing that could be a text.
    bare = text
    for each in reversed(found):
        line = text.rfind("\n", 0, each.start) + 1
        start = line if not text[line : each.start].strip() and frontend.name == "yaml" else each.start
        end = each.end + 1 if start == line and text.startswith("\n", each.end) else each.end
        bare = bare[:start] + bare[end:]
    if frontend.name != "fold":
        assert read_text(frontend, bare).value == read_text(frontend, text).value
    assert comments(frontend, bare) == []


def test_either_parser_of_yaml_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    yaml = frontend_named("yaml")
    texts = [text for name, text, _ in CASES if name == "yaml"]
    texts += [text_of(source) for source in SOURCES if format_of(source) == "yaml"]
    before = [comments(yaml, text) for text in texts]
    monkeypatch.setattr("onefold.frontends.yaml.events.fast", lambda _text: None)
    assert [comments(yaml, text) for text in texts] == before


def test_the_comments_of_the_public_suites_change_nothing() -> None:
    yaml, toml = frontend_named("yaml"), frontend_named("toml")
    suites = [(yaml, "yaml-test-suite/cases.json"), (toml, "toml-test/cases.json")]
    for frontend, suite in suites:
        for case in conformance.cases(suite):
            text = conformance.raw(case).decode("utf-8", "ignore")
            if "#" in text and not read_text(frontend, text).findings:
                marked = [each for each in comments(frontend, text) if not each.startswith("#")]
                assert marked == [], case["name"]
