"""Members in brackets come and go with their commas, in every layout."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

import pytest

from onefold.frontends.frontend import Limits
from onefold.frontends.registry import FRONTENDS
from onefold.frontends.revision.walk import revisions
from onefold.frontends.splices import splice
from onefold.kernel.source import Source

FORMATS = {each.name: each for each in FRONTENDS}
NAMES = ("a", "b", "c")
JSON_LAYOUTS = (
    '{"a": 1, "b": 2, "c": 3}',
    '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}',
    '{"a": 1,\n "b": 2, "c": 3}',
    '{ "a" : 1 , "b" : 2 ,\n"c"\n:\n3 }',
    '{\n"a": 1\n,\n"b": 2\n, "c": 3}',
)
TOML_LAYOUTS = (
    "x = { a = 1, b = 2, c = 3 }\n",
    "[x]\na = 1 # one\nb = 2\nc = 3 # three\n[y]\nd = 4\n",
    "x.a = 1\nx.b = 2 # two\nx.c = 3\n",
    "[y]\nd = 4\n\n[x]\na = 1\n\nb = 2\n# before c\nc = 3\n",
)
YAML_LAYOUTS = (
    "x: {a: 1, b: 2, c: 3}\n",
    "x: {\n  a: 1, # one\n  b: 2,\n  c: 3 # three\n  }\n",
    "x:\n  a: 1 # one\n  # before b\n  b: 2\n  c: 3\ny: 4\n",
    "x:\n    a: 1\n\n    b: 2\n\n    c: 3  # three\n",
)


def changes() -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What goes and what comes; something is there in the end."""
    for gone in chain.from_iterable(combinations(NAMES, size) for size in range(3)):
        for new in ((), ("d",), ("d", "e")):
            if gone or new:
                yield gone, new


def revised(format_name: str, text: str, old: Any, new: Any) -> str:
    frontend = FORMATS[format_name]
    source = Source("x", text)
    root = frontend.locate(source, Limits())
    assert root is not None
    assert frontend.pen is not None
    pen = frontend.pen(source, Limits())
    assert pen is not None
    return splice(source, revisions(root, old, new, pen))


@pytest.mark.parametrize(
    ("format_name", "layout"),
    [
        *(("json", f'{{"x": {each}, "y": 4}}') for each in JSON_LAYOUTS),
        *(("toml", each) for each in TOML_LAYOUTS),
        *(("yaml", each) for each in YAML_LAYOUTS),
    ],
)
def test_members_come_and_go_in_every_layout(format_name: str, layout: str) -> None:
    frontend = FORMATS[format_name]
    old: Any = frontend.read(Source("x", layout), Limits()).value
    for gone, new in changes():
        inner = {name: each for name, each in old["x"].items() if name not in gone}
        if "a" in inner:
            inner["a"] = 10
        wanted = {**old, "x": {**inner, **dict.fromkeys(new, "new, [one]")}}
        text = revised(format_name, layout, old, wanted)
        reading = frontend.read(Source("x", text), Limits())
        assert reading.value == wanted, text
        for comment in frontend.comments(Source("x", layout), Limits()) if frontend.comments else ():
            assert comment.text in text


@pytest.mark.parametrize("layout", ["[1, 2, 3]", "[\n  1,\n  2,\n  3\n]", "[1,\n2, 3]", "[ 1 , 2\n, 3 ]"])
@pytest.mark.parametrize("format_name", ["json", "toml", "yaml"])
def test_items_come_and_go_in_every_layout(format_name: str, layout: str) -> None:
    if format_name == "yaml":
        layout = layout.replace("\n", "\n ")
    text = {"json": f'{{"x": {layout}}}', "toml": f"x = {layout}\n", "yaml": f"x: {layout}\n"}[format_name]
    frontend = FORMATS[format_name]
    for items in ([1, 2], [1, 3], [2, 3], [3], [1, 2, 3, 4], [1, 2, 4], [1, 4, 5], [4, 2, 3], [2, 3, 4, 5], [4]):
        after = revised(format_name, text, {"x": [1, 2, 3]}, {"x": items})
        assert frontend.read(Source("x", after), Limits()).value == {"x": items}, after


def test_what_stays_is_byte_for_byte_the_same() -> None:
    text = json.dumps({"x": [{"a": 1, "b": [1, 2]}], "y": {"z": "\u00e9"}}, indent=3)
    after = revised("json", text, json.loads(text), {"x": [{"a": 2, "b": [1, 2]}], "y": {"z": "\u00e9"}})
    assert after == text.replace('"a": 1', '"a": 2')
