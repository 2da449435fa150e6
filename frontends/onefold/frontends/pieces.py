"""Decoded text in pieces, each with the place it comes from."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    # The index in the source of the piece's first character, and the piece. The characters of a longer piece stand
    # one after the other in the source; what is spelled otherwise, such as an escape, is a piece of one character.
    Piece: TypeAlias = tuple[int, str]


def joined(pieces: Iterable[Piece]) -> str:
    """The whole text."""
    return "".join(text for _, text in pieces)


def positions(pieces: Iterable[Piece], end: int) -> list[int]:
    """The index in the source of each character, and `end`, where the text ends there."""
    indexes = [index + offset for index, text in pieces for offset in range(len(text))]
    indexes.append(end)
    return indexes
