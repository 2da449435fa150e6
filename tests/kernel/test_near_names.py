"""Which undeclared names are slips of declared ones."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onefold.kernel.schema_types.near import distance, near_name


@pytest.mark.parametrize(
    ("name", "declared", "near"),
    [
        ("scroe", ["score", "total"], "score"),
        ("scor", ["score"], "score"),
        ("scores", ["score"], "score"),
        ("titel", ["title"], "title"),
        ("user_id", ["userId"], "userId"),
        ("summmaryy", ["summary"], "summary"),
        ("Score", ["score"], "score"),
        ("adress", ["address", "addresses"], "address"),
        ("nmae", ["name"], "name"),
        ("coat", ["cost", "boat"], "boat"),
        ("url", ["uri"], "uri"),
        ("usr", ["user"], "user"),
        ("tittles", ["title"], "title"),
        ("id", ["ids", "if"], "ids"),
        ("prs", ["pr"], "pr"),
        ("rp", ["nr", "pr"], "pr"),
    ],
)
def test_a_slip_is_found(name: str, declared: list[str], near: str) -> None:
    assert near_name(name, [declared]) == near


@pytest.mark.parametrize(
    ("name", "declared"),
    [
        ("score", ["score", "scores"]),
        ("id", ["if", "no"]),
        ("nr", ["pr"]),
        ("x", ["y", "xy"]),
        ("uri", ["urn:id"]),
        ("item", ["time"]),
        ("start", ["state"]),
        ("other", ["order"]),
        ("step1", ["step2"]),
        ("item", ["item2"]),
        ("line10", ["line1"]),
        ("input", ["output"]),
        ("verdict", ["reason"]),
        ("x" * 200, ["x" * 199]),
        ("other", []),
        ("names", [f"name{index}" for index in range(2000)]),
    ],
)
def test_another_word_is_none(name: str, declared: list[str]) -> None:
    assert near_name(name, [declared]) is None


def _slow(one: str, other: str) -> int:
    """The same distance, from its definition."""
    if not one or not other:
        return len(one) + len(other)
    best = min(_slow(one[:-1], other) + 1, _slow(one, other[:-1]) + 1)
    best = min(best, _slow(one[:-1], other[:-1]) + (one[-1] != other[-1]))
    if len(one) > 1 and len(other) > 1 and one[-1] == other[-2] and one[-2] == other[-1]:
        best = min(best, _slow(one[:-2], other[:-2]) + 1)
    return best


@given(st.text("abc", max_size=5), st.text("abc", max_size=5))
def test_the_distance_is_that_of_its_definition(one: str, other: str) -> None:
    for most in (0, 1, 2, 9):
        assert distance(one, other, most) == min(_slow(one, other), most + 1)
        assert distance(other, one, most) == distance(one, other, most)


def test_no_order_of_names_changes_the_answer() -> None:
    for names in product(["boat", "coal", "goat"], repeat=3):
        assert near_name("coat", [names]) == min(set(names))
