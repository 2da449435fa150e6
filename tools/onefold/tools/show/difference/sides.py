"""Two texts side by side: rows in which both sides say the same as far as they do."""

from __future__ import annotations

from collections.abc import Sequence

from onefold.kernel.classes import define, field, frozen
from onefold.kernel.diff import Piece


@frozen
class Row:
    """A stretch of both texts; a side is empty where it has nothing to say."""

    old: tuple[Piece, ...]
    new: tuple[Piece, ...]

    @property
    def is_same(self) -> bool:
        """Whether both sides are equal."""
        return all(piece.part == "same" for piece in (*self.old, *self.new))


def side_by_side(pieces: Sequence[Piece]) -> list[Row]:
    """The rows of two texts that were compared word by word. A row ends where a line ends on both sides."""
    writing = _Writing()
    for piece in pieces:
        if piece.part == "removed":
            writing.old.append(piece)
        elif piece.part == "added":
            writing.new.append(piece)
        else:
            if writing.is_at_line_start:
                writing.finish()
            for line in piece.text.split("\n")[:-1]:
                writing.both(f"{line}\n")
                writing.finish()
            writing.both(piece.text.split("\n")[-1])
    writing.finish()
    return writing.rows


@define
class _Writing:
    rows: list[Row] = field(factory=list)
    old: list[Piece] = field(factory=list)
    new: list[Piece] = field(factory=list)

    def both(self, text: str) -> None:
        if text:
            self.old.append(Piece("same", text))
            self.new.append(Piece("same", text))

    @property
    def is_at_line_start(self) -> bool:
        return all(not side or side[-1].text.endswith("\n") for side in (self.old, self.new))

    def finish(self) -> None:
        if self.old or self.new:
            self.rows.append(Row(tuple(self.old), tuple(self.new)))
        self.old, self.new = [], []
