"""Empty lines of a YAML text: around the entries that have several lines, where they help to find one's way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from onefold.kernel import patterns
from onefold.kernel.classes import frozen

# A block that keeps all line ends at its end would keep an empty line too.
_KEEPING: Final = patterns.compile(r"(?:.*[:\-] )?(?:[&!][^ ]* )*[|>][1-9]?\+(?: .*)?")


@frozen
class Paragraph:
    """One entry of a collection, its lines complete with their indentation."""

    lines: Sequence[str]
    comments: Sequence[str] = ()
    """The lines that stand before it."""

    @property
    def is_long(self) -> bool:
        """Whether it has several lines, without what stands before it."""
        return len(self.lines) > 1 or any("\n" in line for line in self.lines)

    @property
    def keeps_lines(self) -> bool:
        """Whether an empty line after it could become part of a text."""
        return any("+" in line and _KEEPING.fullmatch(line) for line in self.lines)


def paragraphs(entries: Iterable[Paragraph]) -> list[str]:
    """The lines of a collection, an empty one where an entry of several lines, or a comment, meets what is before it.

    >>> paragraphs([Paragraph(["a: 1"]), Paragraph(["b: 2"]), Paragraph(["c:", "  d: 3"]), Paragraph(["e: 4"])])
    ['a: 1', 'b: 2', '', 'c:', '  d: 3', '', 'e: 4']
    """
    lines: list[str] = []
    before: Paragraph | None = None
    for entry in entries:
        if before and (before.is_long or entry.is_long or entry.comments) and not before.keeps_lines:
            lines.append("")
        lines += [*entry.comments, *entry.lines]
        before = entry
    return lines
