from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onefold.frontends.decode import decode
from onefold.frontends.frontend import Limits
from onefold.frontends.splices import (
    Overlap,
    indentation,
    insertion,
    line_break,
    line_start,
    replacement,
    splice,
    spliced,
)
from onefold.kernel.source import Source


def test_edits_count_the_characters_of_the_old_text_and_come_in_any_order() -> None:
    source = Source("x", "one two three")
    edits = [replacement(source, 8, 13, "3"), replacement(source, 0, 3, "1"), insertion(source, 4, "and ")]
    assert splice(source, edits) == "1 and two 3"


def test_an_edit_that_comes_twice_is_made_once() -> None:
    source = Source("x", "ab")
    assert splice(source, [insertion(source, 1, "-"), insertion(source, 1, "-")]) == "a-b"


def test_insertions_at_one_place_keep_their_order() -> None:
    source = Source("x", "ab")
    edits = [insertion(source, 1, "1"), insertion(source, 1, "2"), replacement(source, 1, 2, "B")]
    assert splice(source, edits) == "a12B"


def test_edits_that_overlap_are_refused() -> None:
    source = Source("x", "abc")
    with pytest.raises(Overlap):
        splice(source, [replacement(source, 0, 2, "x"), replacement(source, 1, 3, "y")])
    with pytest.raises(Overlap):
        splice(source, [replacement(source, 0, 2, "x"), insertion(source, 1, "y")])
    with pytest.raises(Overlap):
        splice(source, [replacement(source, 0, 2, "x"), replacement(source, 0, 2, "y")])


@given(st.text(st.characters(exclude_categories=["Cs"])), st.booleans())
def test_without_edits_every_byte_stays(text: str, marked: bool) -> None:
    data = (b"\xef\xbb\xbf" if marked else b"") + text.removeprefix("\ufeff").encode()
    source, findings = decode("x", data, Limits())
    if not findings:
        assert spliced(source, []) == data


def test_lines_end_at_feeds_and_returns_alone() -> None:
    source = Source("x", "a\r\n  b\rc\u2028d\n\te")
    assert [line_start(source, source.text.index(each)) for each in "abcde"] == [0, 3, 7, 7, 11]
    assert [line_break(source, source.text.index(each)) for each in "abcde"] == ["\r\n", "\r", "\n", "\n", "\r\n"]
    assert [indentation(source, source.text.index(each)) for each in "abcde"] == ["", "  ", "", None, "\t"]
    assert line_break(Source("x", "a"), 0) == "\n"
