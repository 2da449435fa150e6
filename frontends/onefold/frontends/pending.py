"""Comments that are still to be written while a source gets another layout."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import takewhile
from typing import Final

from onefold.frontends.splices import indentation
from onefold.kernel import patterns
from onefold.kernel.classes import define, field
from onefold.kernel.source import Source, Span

_LINE_END: Final = patterns.compile(r"[\r\n]")
# What closes a text of several lines.
_TEXT_ENDS: Final = ('"""', "'''")


@define
class Pending:
    """The comments of one source in order; each is taken once, by whoever writes it."""

    source: Source
    _starts: list[int]
    _comments: dict[int, Span] = field(repr=False)
    _first: int = 0
    """All comments before this one are taken."""

    @classmethod
    def of(cls, source: Source, comments: Iterable[Span]) -> Pending:
        """All comments of a source."""
        found = {each.start: each for each in comments}
        return cls(source, sorted(found), found)

    def within(self, start: int, end: int) -> list[Span]:
        """The comments that begin in a range of the source, and are not taken yet."""
        while self._first < len(self._starts) and self._starts[self._first] not in self._comments:
            self._first += 1
        first = bisect_left(self._starts, start, self._first)
        last = bisect_left(self._starts, end, first)
        return [self._comments[each] for each in self._starts[first:last] if each in self._comments]

    def take(self, start: int, end: int) -> list[Span]:
        """The comments of a range, to be written now."""
        return [self._taken(each) for each in self.within(start, end)]

    def take_trailing(self, index: int, end: int) -> str:
        """The comments after `index` that stand on the same line, and before `end`; not those of several lines."""
        line_end = _LINE_END.search(self.source.text, index, end)
        found = self.within(index, line_end.start() if line_end else end)
        on_line = takewhile(lambda each: not _LINE_END.search(each.text), found)
        return " ".join(self._taken(each).text.rstrip() for each in on_line)

    def take_behind(self, index: int, end: int, written: str, start: int) -> tuple[str, str]:
        """The comments after `index` on its line: what goes on a line above, and what follows on the line.

        `written` is what the source has from `start` to `index` in its new layout. Behind the last of several lines,
        a comment that stood behind a single one would speak of that last line alone. One behind a text speaks of all
        of the text anyway.
        """
        text = self.take_trailing(index, end)
        is_broken = "\n" in written and not written.rstrip(",").endswith(_TEXT_ENDS)
        if is_broken and not _LINE_END.search(self.source.text, start, index):
            return text, ""
        return "", f"  {text}" if text else ""

    def take_tail(self, end: int, column: int) -> list[Span]:
        """The next comments before `end` as long as they stand alone, and not further to the left than `column`."""
        taken: list[Span] = []
        for each in self.within(0, end):
            before = indentation(self.source, each.start)
            if before is None or len(before) < column:
                break
            taken.append(self._taken(each))
        return taken

    def _taken(self, comment: Span) -> Span:
        return self._comments.pop(comment.start)
