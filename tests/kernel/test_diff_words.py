from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import json_values, texts

from onefold.kernel.diff import structural_changes, word_difference
from onefold.kernel.diff.align import align, gaps
from onefold.kernel.diff.structure import same
from onefold.kernel.diff.words import tokens


def marked(old: str, new: str) -> str:
    signs = {"same": "{}", "removed": "[-{}-]", "added": "{{+{}+}}"}
    return "".join(signs[piece.part].format(piece.text) for piece in word_difference(old, new))


CASES = {
    "a word": ("Be kind to all.", "Be fair to all.", "Be [-kind-]{+fair+} to all."),
    "an added word": ("Be kind.", "Be very kind.", "Be {+very +}kind."),
    "a removed word": ("Be very kind.", "Be kind.", "Be [-very -]kind."),
    "punctuation": ("Stop, now.", "Stop now!", "Stop[-,-] now[-.-]{+!+}"),
    "two words in a row are one change": (
        "put a red ball there",
        "put a blue cube there",
        "put a [-red ball-]{+blue cube+} there",
    ),
    "a space at the end of a line": ("a \nb\n", "a\nb\n", "a[- -]\nb\n"),
    "a tab for a space": ("a b", "a\tb", "a[- -]{+\t+}b"),
    "the last line end": ("a\nb", "a\nb\n", "a\nb{+\n+}"),
    "a line": ("one\ntwo\nthree\n", "one\nthree\n", "one\n[-two\n-]three\n"),
    "a line in the midst of equal ones": ("x\nx\nx\n", "x\ny\nx\nx\n", "x\n{+y\n+}x\nx\n"),
    "nothing in common": ("Sum up the text.", "Who wrote it?", "[-Sum up the text.-]{+Who wrote it?+}"),
    "scripts without spaces": ("結果を確認する", "結果を検証する", "結果を[-確認-]{+検証+}する"),
    "everything": ("", "new", "{+new+}"),
    "a carriage return": ("a\r\nb", "a\nb", "a[-\r-]\nb"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_text_is_compared_word_by_word(name: str) -> None:
    old, new, expected = CASES[name]
    assert marked(old, new) == expected


@given(texts(), texts())
def test_the_pieces_put_together_are_both_texts_again(old: str, new: str) -> None:
    pieces = word_difference(old, new)
    assert "".join(piece.text for piece in pieces if piece.part != "added") == old
    assert "".join(piece.text for piece in pieces if piece.part != "removed") == new
    assert all(piece.text for piece in pieces)
    assert (old == new) == all(piece.part == "same" for piece in pieces)


@given(texts())
def test_the_tokens_of_a_text_are_the_text(text: str) -> None:
    assert "".join(tokens(text)) == text


@given(st.lists(st.integers(0, 5), max_size=30), st.lists(st.integers(0, 5), max_size=30))
def test_an_alignment_holds_equal_members_in_order(old: list[int], new: list[int]) -> None:
    runs = align(old, new)
    for run in runs:
        assert run.length > 0
        assert old[run.old : run.old + run.length] == new[run.new : run.new + run.length]
    between = gaps(runs, len(old), len(new))
    covered = sum(run.length for run in runs)
    assert len(old) == covered + sum(last - first for first, last, _, _ in between)
    assert len(new) == covered + sum(end - start for _, _, start, end in between)
    assert all(first <= last and start <= end for first, last, start, end in between)


@pytest.mark.parametrize("pattern", ["x\n", "a b ", "ab\ncd\n", "x y z\nz y x\n"])
def test_long_texts_of_the_same_few_words_are_compared_in_bounded_work(pattern: str) -> None:
    old, new = pattern * 40_000, f"y{(pattern * 39_000)[::-1]}z"
    pieces = word_difference(old, new)
    assert "".join(piece.text for piece in pieces if piece.part != "added") == old


def changes(old: Any, new: Any) -> list[tuple[str, tuple[str | int, ...]]]:
    return [(each.kind, each.path) for each in structural_changes(old, new)]


def test_values_are_compared_at_the_smallest_place_that_differs() -> None:
    old = {"a": {"b": [1, {"c": 2}]}, "d": True}
    assert changes(old, {"a": {"b": [1, {"c": 3}]}, "d": 1}) == [("changed", ("a", "b", 1, "c")), ("changed", ("d",))]
    assert changes(old, {"a": {"b": [0, 1, {"c": 2}]}, "e": None}) == [
        ("added", ("a", "b", 0)),
        ("removed", ("d",)),
        ("added", ("e",)),
    ]
    assert changes([1, 2, 3], [3]) == [("removed", (0,)), ("removed", (1,))]
    assert changes({}, []) == [("changed", ())]


@given(json_values(texts()), json_values(texts()))
def test_there_are_changes_where_values_differ_and_nowhere_else(old: Any, new: Any) -> None:
    assert (not changes(old, new)) == same(old, new)
    assert not changes(new, new)
