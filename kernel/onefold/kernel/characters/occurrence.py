"""What is found in a text, and how a character is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar
from unicodedata import name

from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Place, Related

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

    from onefold.kernel.ir.path import IrPath

# Nobody looks at more places of one cause.
_MOST_PLACES: Final = 100


@frozen
class Occurrence:
    """Characters of one kind that stand side by side."""

    kind: str
    """What kind of characters they are; those of one kind in one text have one cause."""
    start: int
    end: int
    """Half-open range of characters in the text."""

    def place(self, path: IrPath) -> Place:
        """Their place in the text at `path`."""
        return Place(path, within=(self.start, self.end))


Found = TypeVar("Found", bound=Occurrence)


def by_kind(found: Iterable[Found], path: IrPath) -> Iterator[tuple[Found, tuple[Related, ...]]]:
    """The first occurrence of each kind in the text at `path`, and where else there are some of that kind."""
    kinds: dict[str, list[Found]] = {}
    for each in found:
        kinds.setdefault(each.kind, []).append(each)
    for first, *others in kinds.values():
        yield first, tuple(Related(each.place(path), "here too") for each in others[:_MOST_PLACES])


def described(character: str) -> str:
    r"""The number of a character and, where it has one, its name.

    >>> described("\u200b"), described("\x07")
    ('U+200B ZERO WIDTH SPACE', 'U+0007')
    """
    called = name(character, "")
    return f"U+{ord(character):04X}{' ' if called else ''}{called}"
