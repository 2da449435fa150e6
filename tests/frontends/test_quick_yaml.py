"""The quick reader of YAML gives what is read through the parsers, or leaves the text to them."""

from __future__ import annotations

import json
import os
from functools import cache
from itertools import product
from random import Random
from typing import Any

import conformance
import pytest
from golden_cases import ROOT, accept_cases, compiled, inputs, printed, relative
from hypothesis import given
from hypothesis import strategies as st
from readings import LIMITS
from strategies import json_values, texts, workflows
from yaml_changes import changed, part
from yaml_parsers import NOTHING, comparable, through, through_third_party

from dev.bench.inputs import SHAPES
from onefold.frontends.bounds import measure
from onefold.frontends.decode import decode
from onefold.frontends.frontend import Limits
from onefold.frontends.yaml import FRONTEND
from onefold.frontends.yaml import quick as quick_reader
from onefold.frontends.yaml.quick import quick
from onefold.frontends.yaml.quick_lines import entries
from onefold.frontends.yaml.read import read
from onefold.frontends.yaml.render import render
from onefold.kernel.document import document
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.source import Source
from onefold.kernel.values import JsonValue

SUITE = "yaml-test-suite/cases.json"
CHANGED = 400_000 if os.environ.get("ONEFOLD_THOROUGH") else 6_000
# What people write, each thing that the quick reader knows at least once.
KNOWN = """\
# A comment
---
a: plain text, with "quotes" and it's [brackets]  # a comment
"b c": 'it''s # no comment'   # it is
d : "say \\"x\\"\\n\\u00e9"
on: [1, -1.5, x, "y", [], {}, {a: b, "c": null,}]
list:
- x
-
  - deeper
- - in: line
    two: 0x1F
-   k:
    l: ~

map:
    empty:
    lines: |
      text

        more
    folded: >-
      one
      two

      three
       deeper
      four
    sized: |2-
        two more
     # and a comment below
    tabbed: |
      a	b
long: text that goes on
  from here

  and here
below:
  # as a comment says
  it's here
last: {url: http://x/y, m: 010a}
"""
KNOWN_VALUE: JsonValue = {
    "a": 'plain text, with "quotes" and it\'s [brackets]',
    "b c": "it's # no comment",
    "d": 'say "x"\n\xe9',
    "on": [1, -1.5, "x", "y", [], {}, {"a": "b", "c": None}],
    "list": ["x", ["deeper"], [{"in": "line", "two": 31}], {"k": None, "l": None}],
    "map": {
        "empty": None,
        "lines": "text\n\n  more\n",
        "folded": "one two\nthree\n deeper\nfour",
        "sized": "  two more",
        "tabbed": "a\tb\n",
    },
    "long": "text that goes on from here\nand here",
    "below": "it's here",
    "last": {"url": "http://x/y", "m": "010a"},
}
# Found by changing texts at random, or known to be read in several ways.
TRAPS = (
    *("a: |0+\n  t\n", "a: |\n  t", "a: |\n  t\n  ", "a: |\n  t\n   \n", "a: |+\n  t\n\n", "a: |+\n  t\n", "a: |\n\n"),
    *("a: |\n    \n  t\n", "a: |\n t\n # c\n  u\n", "a: >\n t\n  u\n v\n\n\n w\n", "a: |-\n  t\n\n\nb: 1\n", "a: |\n"),
    *(
        "- |\n t\n- u\n",
        "a: |\n \tt\n",
        "a: |\n\tt\n",
        "a: |\n t\n\tu\n",
        "a: >\n t\n \tu\n v\n",
        "a:\tb\n",
        "a: b\t# c\n",
    ),
    *("--- a: b\n", "--- &a b: c\n", "---\n---\na: b\n", "...: a\n", "a: ... b\n", "---: a\n", "a: b\n...\n"),
    *('a: "\\ud83d\\ude00"\n', 'a: "\\ud83d"\n', 'a: "\\x41"\n', "a: 'b\n", 'a: "b\n', "a: 'b' c\n", "a: 'b'#c\n"),
    *("'a\n", "''': b\n", "a: '''\n", "a: ''''\n", "a:\n- b\n-\nc: d\n", "a:\n-\n  - b\n- c\n", "- a:\n  - b\n- c\n"),
    *("a: b\n c\n", "a: b\n c: d\n", "a:\n  b: c\n d: e\n", "  a: b\n  c: d\n", "  a: b\nc: d\n", "- a\nb: c\n"),
    *("1: a\n", "~: a\n", "yes: a\n", "on: a\n", "'on': a\n", "<<: a\n", "a: <<\n", "a: no\n", "a: 010\n", "a: 1e3\n"),
    *("a: [b\n", "a: [b]c\n", "a: [b] # c\n", "a: [b, ]\n", "a: [, b]\n", "a: [b c: d]\n", "a: {b}\n", "a: {b:c}\n"),
    *("a: [-]\n", "a: [b:]\n", "a: [?b]\n", "a: {?b: c}\n", "a: [#b]\n", "a: [b #c]\n", "a: [yes]\n", "a: {b: }\n"),
    *("a: - b\n", "a: ? b\n", "a: b: c\n", "a: b:\n", "a:: b\n", ": b\n", "- : b\n", "-a: b\n", "?a: b\n", "a: b #c\n"),
    *(
        "description: |\n  t\n",
        "description: |-\n  t\n",
        "x:\n  description: |\n    t\n",
        "a: \u3000b\n",
        "\n",
        "",
        "# c\n",
    ),
    *("rubric:\n  criteria:\n    x:\n      check: |\n        t\n", "? a\n: b\n", "%YAML 1.2\n---\na: b\n", "a: *b\n"),
    *(
        "a: 1\na: 2\n",
        "{a: 1, a: 2}\n",
        "a: {b: 1, b: 2}\n",
        "--- # c\na: b\n",
        "a: -1\n",
        "a: {'b':c}\n",
        "a: [b::c]\n",
    ),
    *(
        "a: b\n  c\n\n\n  d\n",
        "a: b\n\n  c\n",
        "a: b\n  c: d\n",
        "a: b\n  c:\n",
        "a: b # c\n  d\n",
        "a: b\n  c # d\n",
        "a\n b\n",
    ),
    *(
        "a: b\n# c\n  d\n",
        "a:\n  b\n# c\n  d\n",
        "a: b\n  # c\n",
        "a: |-\n  b: c\n d\n",
        "a: 'b'\n  c\n",
        "a: [b]\n  c\n",
    ),
    *(
        "a: 1\n  2\n",
        "- a\n b\n- c\n",
        "a:\n- b\n c\n",
        "a:\n  - b\n  c\n",
        "a: b\n\tc\n",
        "a: 2024-01-01\n  1:30:00\n",
    ),
    *(
        "a: b\n  c\n  d:\n\n  e\n",
        "a: b\n  c\n\n  # d\n  e\n",
        f"{'x' * 1030}: a\n",
        f"'{'x' * 1030}': a\n",
        f"a: {'x' * 1030}\n",
        f"'a'{' ' * 1030}: b\n",
        f'- "a"{" " * 1030}: b\n',
        f'a: {{"{"x" * 1030}": b}}\n',
        f"a: {{'{'x' * 1030}' : b}}\n",
        f"a: {{{'x' * 1030}: b}}\n",
    ),
    *(
        "- - - - - - - a\n",
        "a: |\n \n\n  \tb\n",
        "{}\n",
        "a\n",
        "a: &b c\n",
        "a: it's # not: 'it'\n",
        "- it's # not: it\n",
        "a: 'b' # c\n",
    ),
)


def ordered(value: JsonValue) -> str:
    """A value as text that tells `1`, `1.0` and `true` apart, and the order of keys."""
    return json.dumps(value)


def is_same(text: str, limits: Limits = LIMITS) -> bool:
    """Whether the quick reader reads a text; fails if the other one reads something else."""
    value = quick(text, limits)
    if value is None:
        return False
    reading = read(Source("test", text), limits)
    assert reading.findings == ()
    assert ordered(value) == ordered(reading.value)
    return True


@cache
def sources() -> dict[str, str]:
    """All YAML texts of the golden files and tests, by name."""
    folders = (ROOT, ROOT.parent / "tests")
    paths = sorted(path for folder in folders for end in ("yaml", "yml") for path in folder.rglob(f"*.{end}"))
    decoded = {relative(path): decode(path.name, path.read_bytes(), LIMITS) for path in paths}
    return {name: source.text for name, (source, findings) in decoded.items() if not findings}


@cache
def canonical() -> dict[str, str]:
    """The golden workflows, and what is measured, as they are printed."""
    found = {each.name: printed(compiled(inputs(each)[0]), "yaml") for each in accept_cases()}
    return {**found, **{name: render(make(12)) for name, make in SHAPES.items()}}


def test_what_people_write_is_read() -> None:
    assert ordered(quick(KNOWN, LIMITS)) == ordered(KNOWN_VALUE)
    assert is_same(KNOWN)


@pytest.mark.parametrize("text", TRAPS)
def test_what_is_like_it_is_read_the_same_or_not_at_all(text: str) -> None:
    is_same(text)
    is_same(f"x:\n- {text}")


@pytest.mark.parametrize("text", [KNOWN, *TRAPS])
def test_the_reference_parser_agrees_with_what_is_read(text: str) -> None:
    value, other = quick(text, LIMITS), through("reference", text)
    assert value is None or other is NOTHING or ordered(other) == ordered(value)  # type: ignore[arg-type] # a plain value
    assert text != KNOWN or other is not NOTHING


@pytest.mark.parametrize("name", sources())
def test_every_golden_source_is_read_the_same_or_not_at_all(name: str) -> None:
    is_same(sources()[name])


def test_nearly_all_golden_sources_without_anchors_are_read() -> None:
    plain = {name: text for name, text in sources().items() if "&" not in text and _is_clean(text)}
    left = [name for name, text in plain.items() if quick(text, LIMITS) is None]
    assert len(left) <= len(plain) * 0.04, left


def _is_clean(text: str) -> bool:
    return not read(Source("test", text), LIMITS).findings


@pytest.mark.parametrize("name", [*(case.name for case in accept_cases()), *SHAPES])
def test_what_we_print_and_what_we_measure_is_read(name: str) -> None:
    assert is_same(canonical()[name])


@pytest.mark.parametrize("case", conformance.parameters(SUITE))
def test_the_public_suite_is_read_the_same_or_not_at_all(case: dict[str, Any]) -> None:
    text = conformance.raw(case).decode()
    if is_same(text):
        assert not case["fail"]
        assert [quick(text, LIMITS)] == case.get("json", [quick(text, LIMITS)])
    random = Random(case["name"])  # noqa: S311 - nothing secret
    for _ in range(20):
        is_same(changed(text, random))


@given(workflow=workflows(), random=st.randoms(use_true_random=False))
def test_random_workflows_are_read_the_same_or_not_at_all(workflow: WorkflowDef, random: Random) -> None:
    text = render(document(workflow))
    is_same(text)
    for _ in range(5):
        is_same(changed(text, random))


@given(st.dictionaries(texts(), json_values(texts()), max_size=5))
def test_random_documents_are_read_the_same_or_not_at_all(value: dict[str, Any]) -> None:
    is_same(render(value))


@given(text=st.sampled_from((KNOWN, *TRAPS)), random=st.randoms(use_true_random=False))
def test_changed_texts_are_read_the_same_or_not_at_all(text: str, random: Random) -> None:
    is_same(changed(part(text, random), random))


@pytest.mark.parametrize(
    "pieces",
    [
        ("a", ":", " ", "\n", "-", "#"),
        ("a: ", "- ", "b", "\n", "\n ", "'", '"'),
        ("a: ", "[", "]", "{", "}", ",", "b"),
        ("a: |\n", "a: >\n", " ", "\t", "b", "\n"),
    ],
)
def test_all_short_texts_are_read_the_same_or_not_at_all(pieces: tuple[str, ...]) -> None:
    count = sum(is_same("".join(each)) for length in range(6) for each in product(pieces, repeat=length))
    assert count > 100


def test_thousands_of_changed_texts_are_read_the_same_or_not_at_all() -> None:
    random = Random(1)  # noqa: S311 - nothing secret
    bases = (*sources().values(), *canonical().values(), *[KNOWN] * 100)
    count = sum(is_same(changed(part(random.choice(bases), random), random)) for _ in range(CHANGED))
    assert count > CHANGED * 0.2


def test_a_third_reader_agrees_with_what_is_read() -> None:
    random = Random(2)  # noqa: S311 - nothing secret
    compared = 0
    for _ in range(2_000):
        text = f"{changed(part(KNOWN, random), random)}\n"
        value, other = quick(text, LIMITS), through_third_party(text)
        if value is not None and other is not NOTHING:
            assert comparable(value) == other
            compared += 1
    assert compared > 200


@pytest.mark.parametrize("text", ["a: {b: [c]}\n", "a:\n  b:\n  - c\n", "- - - a\n"])
def test_no_text_is_read_beyond_the_limit_of_depth(text: str) -> None:
    assert not is_same(text, Limits(depth=2))
    assert is_same(text, Limits(depth=3))


def test_no_text_is_read_beyond_what_can_be_recursed() -> None:
    assert quick(f"a: {'[' * 5_000}{']' * 5_000}\n", Limits(depth=10_000)) is None
    assert quick("".join(f"{' ' * index}a:\n" for index in range(500)), Limits(depth=10_000)) is None


@given(value=st.dictionaries(texts(), json_values(texts()), min_size=1, max_size=3), limit=st.integers(1, 12))
def test_no_text_is_read_beyond_the_limit_of_nodes(value: dict[str, Any], limit: int) -> None:
    limits = Limits(nodes=limit)
    for text in (render(value), json.dumps({"a": value})[1:-1] + "\n", json.dumps(["a", value])):
        found = quick(text, limits)
        assert found is None or measure(found, limits).finding is None


def test_a_text_is_read_up_to_the_limit_of_nodes() -> None:
    text = "".join(f"- k: {number}\n" for number in range(50)) + "# a long comment\n" * 50
    assert is_same(text, Limits(nodes=202))
    assert not is_same(text, Limits(nodes=100))
    assert [quick(each, Limits(nodes=1)) for each in ("-", "a:", "- -")] == [None] * 3


def test_what_is_read_is_not_read_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onefold.frontends.yaml.read.fast", None)
    monkeypatch.setattr("onefold.frontends.yaml.read.reference", None)
    assert FRONTEND.read(Source("test", KNOWN), LIMITS).value == KNOWN_VALUE


def test_a_line_is_looked_at_once_for_many_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(quick_reader, "_KNOWN", {})

    def looked_at(line: str) -> object:
        asked.append(line)
        return entries(line)

    monkeypatch.setattr(quick_reader, "entries", looked_at)
    for count in range(3):
        assert quick(f"steps:\n  a:\n    kind: model\nid: n{count}\n", Limits()) == {
            "steps": {"a": {"kind": "model"}},
            "id": f"n{count}",
        }
    assert asked == ["steps:", "  a:", "    kind: model", "id: n0", "", "id: n1", "id: n2"]


def test_few_and_short_lines_are_known_again(monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[str, object] = {}
    monkeypatch.setattr(quick_reader, "_KNOWN", known)
    monkeypatch.setattr(quick_reader, "_MOST_KNOWN", 8)
    long = "x" * 200
    for count in range(5):
        assert quick(f"a{count}: 1\nb{count}: {long}\nc: 2\n", Limits()) is not None
    assert len(known) <= 8
    assert not any(long in line for line in known)
