"""Change what stands in brackets: members with commas between them, in the layout that they have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.frontends.splices import indentation, insertion, line_break, line_start, replacement
from onefold.kernel.classes import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence, Set

    from onefold.kernel.fixes import Edit
    from onefold.kernel.source import Source, Span


@frozen
class Brackets:
    """A list or a mapping in brackets."""

    span: Span
    """With the brackets."""
    members: Sequence[tuple[int, int]]
    """Where each member begins and ends, keys included."""
    comments: Sequence[Span]
    """All of the source."""

    @property
    def source(self) -> Source:
        """The source that it stands in."""
        return self.span.source

    @property
    def is_on_a_line(self) -> bool:
        """Whether all of it stands on one line."""
        return "\n" not in self.span.text

    def edits(self, dropped: Set[int], written: Sequence[str]) -> Iterator[Edit]:
        """The splices that take members out, and put others behind the last that stays."""
        kept = [index for index in range(len(self.members)) if index not in dropped]
        for start, end in _united(self._cuts(dropped, kept, is_followed=bool(written))):
            yield replacement(self.source, start, end, "")
        if written and kept:
            yield from self._behind(kept[-1], written)
        elif written:
            yield insertion(self.source, self.span.start + 1, self._alone(written))

    def indent(self) -> str:
        """What stands before members with lines of their own."""
        for start, _ in self.members:
            found = indentation(self.source, start)
            if found is not None:
                return found
        text = self.source.text
        start = line_start(self.source, self.span.start)
        return text[start : len(text[start:]) - len(text[start:].lstrip(" \t")) + start] + "  "

    def _cuts(self, dropped: Set[int], kept: Sequence[int], *, is_followed: bool) -> Iterator[tuple[int, int]]:
        last = len(self.members) - 1
        if last in dropped and kept and not is_followed and self._comma(last) is None:
            # What stays last has no comma behind it either.
            comma = self._comma(kept[-1])
            if comma is not None:
                yield comma, comma + 1
        for index in dropped:
            yield from self._cut(index)

    def _cut(self, index: int) -> Iterator[tuple[int, int]]:
        """A member with its comma, and the white space or the line that would be left of it."""
        text = self.source.text
        start, end = self.members[index]
        comma = self._comma(index)
        yield start, end
        if comma is not None:
            yield comma, comma + 1
        behind = end if comma is None else comma + 1
        line_end = _line_end(text, behind)
        is_first = indentation(self.source, start) is not None
        if is_first and not text[end:line_end].strip(" \t,") and self._is_free(end, line_end):
            yield line_start(self.source, start), min(len(text), line_end + 1)
        elif index == len(self.members) - 1 and not is_first:
            yield len(text[:start].rstrip(" \t")), start
        else:
            yield behind, behind + len(text[behind:line_end]) - len(text[behind:line_end].lstrip(" \t"))

    def _comma(self, index: int) -> int | None:
        """The comma behind a member."""
        end = self.members[index][1]
        following = index + 1
        limit = self.members[following][0] if following < len(self.members) else self.span.end - 1
        text = self.source.text
        while end < limit:
            comment = next((each for each in self.comments if each.start == end), None)
            if comment is not None:
                end = comment.end
            elif text[end] == ",":
                return end
            else:
                end += 1
        return None

    def _is_free(self, start: int, end: int) -> bool:
        return not any(each.start < end and start < each.end for each in self.comments)

    def _behind(self, index: int, written: Sequence[str]) -> Iterator[Edit]:
        source, (start, end) = self.source, self.members[index]
        indent = indentation(source, start)
        comma = self._comma(index)
        if indent is None:
            # A comma that is there separates it from what comes now.
            text = ", ".join(written)
            yield insertion(source, end, f", {text}") if comma is None else insertion(source, comma + 1, f" {text}")
            return
        before = f"{line_break(source, end)}{indent}"
        behind = end if comma is None else comma + 1
        rest = _line_end(source.text, behind)
        if not self._ends_line(behind, rest):
            text = ",".join(f"{before}{each}" for each in written)
            yield insertion(source, end, f",{text}") if comma is None else insertion(source, comma + 1, text)
        elif comma is None:
            yield insertion(source, end, ",")
            yield insertion(source, rest, ",".join(f"{before}{each}" for each in written))
        else:
            has_last = index == len(self.members) - 1
            joined = ",".join(f"{before}{each}" for each in written)
            yield insertion(source, rest, joined + ("," if has_last else ""))

    def _ends_line(self, start: int, end: int) -> bool:
        """Whether nothing but a comment follows on the line."""
        comment = next((each.start for each in self.comments if start <= each.start < end), end)
        return not self.source.text[start:comment].strip()

    def _alone(self, written: Sequence[str]) -> str:
        if self.is_on_a_line:
            joined = ", ".join(written)
            return f" {joined} " if self.span.text.startswith("{") else joined
        before = f"{line_break(self.source, self.span.start)}{self.indent()}"
        return ",".join(f"{before}{each}" for each in written)


def _united(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges that do not touch."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _line_end(text: str, index: int) -> int:
    """Where the line of a character ends, before its line break."""
    found = text.find("\n", index)
    end = len(text) if found < 0 else found
    return end - 1 if text[end - 1 : end] == "\r" and end > index else end
