"""Ceilings that laws are tried on: few names, folders and amounts, so that they often overlap."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from onefold.kernel.ceiling.dimensions import ALL
from onefold.kernel.ceiling.model import AUTONOMY, LEVELS, SANDBOX, Ceiling, Constraint

NAMES = ("a", "ab", "a.b", "abc", "b", "B")
PATTERNS = (*NAMES, "a*", "ab*", "a.*", "*", "b*", "a*c", "a?", "[ab]")
FOLDERS = (
    ".",
    "src",
    "src/a",
    "src/a/../b",
    "src//a/",
    "./src",
    "..",
    "../src",
    "../..",
    "/",
    "/w",
    "/w/x",
    "/w/x/../..",
)
ODD = ("~", "//host/x", "C:/x", "src\\a", "/w/$x", "/w/*")
FOLDERS_TO_TRY = (
    "src",
    "src/a",
    "src/a/b",
    "src/b",
    "other",
    ".",
    "..",
    "../src",
    "../..",
    "/",
    "/w",
    "/w/x/y",
    "/x",
    "/W",
)


def some(words: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """All, or a few of the words."""
    return st.just(ALL) | st.frozensets(st.sampled_from(words), max_size=4)


def by_name() -> st.SearchStrategy[Any]:
    """All, or for a few names all or some entries."""
    return st.just(ALL) | st.dictionaries(st.sampled_from(("x", "y", "z")), some(("r", "w", "d")), max_size=3)


AMOUNT = st.just(ALL) | st.integers(0, 3)
COST = st.just(ALL) | st.dictionaries(
    st.sampled_from(("USD", "EUR")), st.sampled_from([Decimal(each) for each in ("0", "0.5", "1", "1.0")])
)
CONSTRAINTS = st.frozensets(
    st.builds(
        Constraint,
        st.sampled_from(("a", "ab", "a*", "b", "a*c")),
        st.lists(st.sampled_from(("p", "q")), max_size=2).map(tuple),
        st.sampled_from(("", "path")),
    ),
    max_size=2,
)
CEILINGS: st.SearchStrategy[Ceiling] = st.builds(
    Ceiling,
    tools=some(PATTERNS),
    capabilities=by_name(),
    workspace_roots=some((*FOLDERS, *ODD)),
    read_only_roots=some((*FOLDERS, *ODD)),
    side_effect_level=st.sampled_from(LEVELS.words),
    autonomy_tier=st.sampled_from(AUTONOMY.words),
    connector_scopes=by_name(),
    command_gates=some(("make", "test", "*")),
    models=some(PATTERNS),
    tokens=AMOUNT,
    cost=COST,
    wall_time=AMOUNT,
    steps=AMOUNT,
    recursion_limit=AMOUNT,
    sandbox_profile=st.sampled_from(SANDBOX.words),
    constraints=CONSTRAINTS,
)
