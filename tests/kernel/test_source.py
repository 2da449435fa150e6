from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from onefold.kernel.source import Position, Source

line_rich = st.text(st.one_of(st.sampled_from("\r\n\u2028\x0b\x85é漢🙂"), st.characters(exclude_categories=["Cs"])))


@given(line_rich, st.booleans(), st.data())
def test_a_position_counts_lines_characters_and_bytes(text: str, marked: bool, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(text)))
    before = re.split(r"\r\n|\r(?!\n)|\n", text[:index])
    if text[:index].endswith("\r") and text[index : index + 1] == "\n":
        before = re.split(r"\r\n|\r(?!\n|$)|\n", text[:index])
    expected = Position(len(before), len(before[-1]) + 1, len(text[:index].encode()) + (3 if marked else 0))
    assert Source("a", text, marked).position(index) == expected


@given(line_rich)
def test_lines_end_at_line_feeds_and_carriage_returns_and_at_nothing_else(text: str) -> None:
    source = Source("a", text)
    lines = [text[slice(*source.line(number + 1))] for number in range(len(source.line_starts))]
    assert lines == re.split(r"\r\n|\r|\n", text)


def test_offsets_in_a_large_source_are_exact() -> None:
    text = "é漢🙂a\n" * 5000
    source = Source("a", text)
    for index in (0, 1, 4095, 4096, 4097, 8192, 12345, len(text)):
        assert source.position(index).offset == len(text[:index].encode())
