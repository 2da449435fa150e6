"""Parsers made from grammars and their tables."""

from __future__ import annotations

import importlib.util
import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import lark
import pytest

from onefold import grammars
from onefold.frontends import lark_parser
from onefold.frontends.lark_parser import STARTS, Unexpected, build, load, parse
from onefold.grammars import predicate_quick

SCRIPT = Path(__file__).parents[2] / "tools" / "dev" / "build_grammars.py"
TEXTS = ["a.b == 1 && !(c in [1, 2.5])", "x ? 'y' : {z: -1}[\"k\"].all(v, v > 0)", "a +", "a b", "'", ""]


@pytest.fixture(autouse=True)
def fresh_cache() -> Iterator[None]:
    load.cache_clear()
    yield
    load.cache_clear()


def _script() -> ModuleType:
    specification = importlib.util.spec_from_file_location("build_grammars", SCRIPT)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", STARTS)
def test_the_tables_are_fresh(name: str) -> None:
    if json.loads(grammars.tables(name))["lark"] != lark.__version__:
        pytest.skip("the tables were made with another version of Lark")
    assert _script().made(name) == grammars.tables(name), "run tools/dev/build_grammars.py"


def test_the_module_of_predicates_is_fresh() -> None:
    if lark.__version__ != predicate_quick.LARK:
        pytest.skip("it was made with another version of Lark")
    assert _script().quick() == inspect.getsource(predicate_quick), "run tools/dev/build_grammars.py"


@pytest.mark.parametrize("text", TEXTS)
def test_tables_and_grammar_give_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by_tables = parse("predicate", text)
    monkeypatch.setattr(lark_parser, "load", build)
    assert parse("predicate", text) == by_tables


def test_with_another_version_of_lark_the_grammar_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lark, "__version__", "0")
    assert load("predicate").source_path != "<deserialized>"
    monkeypatch.undo()
    load.cache_clear()
    assert load("predicate").source_path == "<deserialized>"


def test_without_tables_the_grammar_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise FileNotFoundError(name)

    monkeypatch.setattr(grammars, "tables", missing)
    assert load("predicate").source_path != "<deserialized>"


def test_a_parser_is_made_once() -> None:
    assert load("predicate") is load("predicate")


def test_the_place_that_does_not_fit_is_told_with_what_may_stand_there() -> None:
    found = parse("predicate", "(a ]")
    assert isinstance(found, Unexpected)
    assert (found.start, found.end, found.terminal) == (3, 4, "RSQB")
    # Other brackets end an expression too, but not here.
    assert {"RPAR", "PLUS", "DOT"} <= found.expected
    assert not {"RSQB", "$END", "COMMA"} & found.expected


def test_the_end_of_a_text_is_a_place_too() -> None:
    found = parse("predicate", "a +")
    assert isinstance(found, Unexpected)
    assert (found.start, found.end, found.terminal) == (3, 3, "")
    assert "IDENTIFIER" in found.expected


def test_a_character_of_no_terminal_is_told_without_one() -> None:
    found = parse("predicate", "a # b")
    assert isinstance(found, Unexpected)
    assert (found.start, found.end, found.terminal) == (2, 3, "")
