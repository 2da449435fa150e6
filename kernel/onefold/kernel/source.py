"""Source text and places in it."""

from __future__ import annotations

from itertools import accumulate

from onefold.kernel import patterns
from onefold.kernel.classes import field, frozen
from onefold.kernel.functions import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

BYTE_ORDER_MARK = "\ufeff"
_LINE_END: Final = patterns.compile(r"\r\n|\r|\n")
_BLOCK: Final = 4096


@frozen
class Position:
    """One place in a source, as people and editors count it."""

    line: int
    """Line number from 1. Lines end at LF, CRLF or a lone CR, and at nothing else."""
    column: int
    """Column in characters (Unicode code points) from 1."""
    offset: int
    """Offset in UTF-8 bytes from 0, a byte order mark included."""


@frozen
class Source:
    """The decoded text of one file.

    `text` is without the byte order mark; all indexes into a source count the characters of `text`.
    """

    name: str
    text: str = field(repr=False)
    marked: bool = False
    """Whether the bytes began with a UTF-8 byte order mark."""

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Index of the first character of every line."""
        return (0, *(match.end() for match in _LINE_END.finditer(self.text)))

    def position(self, index: int) -> Position:
        """Line, column and byte offset of the character at `index`; the end of the text is a place too."""
        from _bisect import bisect_right  # the part in C; the module around it brings more, and few places are shown

        line = bisect_right(self.line_starts, index)
        start = self.line_starts[line - 1]
        return Position(line, index - start + 1, self._offset(index) + (3 if self.marked else 0))

    def line(self, number: int) -> tuple[int, int]:
        """The range of indexes of line `number` (from 1), without its line end. A line may be the whole source."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        while end > start and self.text[end - 1] in "\r\n":
            end -= 1
        return start, end

    def _offset(self, index: int) -> int:
        """Bytes before the character at `index`."""
        if self.text.isascii():
            return index
        block = index // _BLOCK
        return self._block_offsets[block] + _size(self.text[block * _BLOCK : index])

    @cached_property
    def _block_offsets(self) -> tuple[int, ...]:
        """Bytes before every block of characters, so that many places in a large source are found quickly."""
        sizes = (_size(self.text[start : start + _BLOCK]) for start in range(0, len(self.text), _BLOCK))
        return tuple(accumulate(sizes, initial=0))


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


@frozen
class Span:
    """A half-open range of characters of one source."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters the span covers, as written."""
        return self.source.text[self.start : self.end]
