"""Texts compared word by word. The pieces put together are the texts again, white space and all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final, Literal, TypeAlias

from onefold.kernel import patterns
from onefold.kernel.classes import frozen
from onefold.kernel.diff.align import align, gaps

Part: TypeAlias = Literal["same", "removed", "added"]

# A word is a run of letters and digits, or a number with points in it; in scripts that are written without spaces it is
# a single character.
_UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN: Final = patterns.compile(rf"[{_UNSPACED}]|\d+(?:\.\d+)+|[^\W{_UNSPACED}]+|\n|[^\S\n]+|[^\w\s]")
_WORD: Final = patterns.compile(r"\w")
# Lines that have less in common than this, by characters, read better as one text in place of another.
_KINSHIP: Final = 0.3


@frozen
class Piece:
    """A stretch of text that both have, or that only the old or only the new one has."""

    part: Part
    text: str


def word_difference(old: str, new: str) -> tuple[Piece, ...]:
    """The two texts in pieces, in order; where one stands for another, what was removed comes first.

    >>> [(piece.part, piece.text) for piece in word_difference("Be kind.", "Be very kind.")]
    [('same', 'Be '), ('added', 'very '), ('same', 'kind.')]
    """
    olds, news = lines(old), lines(new)
    runs = align(olds, news)
    pieces: list[Piece] = []
    for (first, last, start, end), run in zip(gaps(runs, len(olds), len(news)), [*runs, None], strict=True):
        pieces.extend(_changed("".join(olds[first:last]), "".join(news[start:end])))
        if run:
            pieces.append(Piece("same", "".join(olds[run.old : run.old + run.length])))
    return tuple(_tidied(pieces))


def lines(text: str) -> list[str]:
    r"""The lines of a text with their ends; only LF ends one.

    >>> lines("a\n\nb")
    ['a\n', '\n', 'b']
    """
    parts = text.split("\n")
    return [*(f"{each}\n" for each in parts[:-1]), *([parts[-1]] if parts[-1] else [])]


def tokens(text: str) -> list[str]:
    """Words, runs of white space, and single other characters."""
    return _TOKEN.findall(text)


def _changed(old: str, new: str) -> Iterator[Piece]:
    """The pieces of two stretches that have no line in common."""
    olds, news = tokens(old), tokens(new)
    runs = align(olds, news)
    common = "".join(each for run in runs for each in olds[run.old : run.old + run.length])
    if _visible(common) < _KINSHIP * min(_visible(old), _visible(new)):
        yield from _replaced(old, new)
        return
    for (first, last, start, end), run in zip(gaps(runs, len(olds), len(news)), [*runs, None], strict=True):
        yield from _replaced("".join(olds[first:last]), "".join(news[start:end]))
        if run:
            yield Piece("same", "".join(olds[run.old : run.old + run.length]))


def _visible(text: str) -> int:
    return sum(map(len, text.split()))


def _replaced(old: str, new: str) -> Iterator[Piece]:
    if old:
        yield Piece("removed", old)
    if new:
        yield Piece("added", new)


def _tidied(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces with changes that only a space or a comma parts made one."""
    old: list[str] = []
    new: list[str] = []
    joined = [*_joined(pieces)]
    for index, piece in enumerate(joined):
        if piece.part != "same":
            (old if piece.part == "removed" else new).append(piece.text)
        elif old and new and index + 1 < len(joined) and _is_slight(piece.text):
            old.append(piece.text)
            new.append(piece.text)
        else:
            yield from _replaced("".join(old), "".join(new))
            old, new = [], []
            yield piece
    yield from _replaced("".join(old), "".join(new))


def _joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    for part, group in groupby(pieces, key=lambda piece: piece.part):
        yield Piece(part, "".join(piece.text for piece in group))


def _is_slight(text: str) -> bool:
    return "\n" not in text and len(text) < 3 and not _WORD.search(text)
