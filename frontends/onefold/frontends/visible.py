"""Which characters a printer must not write raw, because people would not see them or would see another text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from onefold.kernel import patterns
from onefold.kernel.characters.glance import may_hold_invisible

if TYPE_CHECKING:
    import re

# Control characters, all that some reader takes for a line end, marks that turn the direction of text, and the
# byte order mark.
UNSAFE: Final = patterns.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_CHARACTER: Final = patterns.compile(r"[\s\S]")


def escaped(text: str, pattern: re.Pattern[str], escape: Callable[[re.Match[str]], str]) -> str:
    """A text with all escaped that `pattern` finds, and each character that is reported as invisible.

    Whether nobody sees a character depends on what stands around it: joiners are part of many an emoji.
    """
    parts: list[str] = []
    done = 0
    for index in _invisible(text):
        parts += [pattern.sub(escape, text[done:index]), _CHARACTER.sub(escape, text[index])]
        done = index + 1
    return "".join([*parts, pattern.sub(escape, text[done:])])


def is_unsafe(text: str) -> bool:
    """Whether a text holds a character that must not stand raw."""
    return UNSAFE.search(text) is not None or bool(_invisible(text))


def unicode_escape(character: str) -> str:
    r"""The escape of JSON; what is beyond U+FFFF takes two.

    >>> print(unicode_escape("\u200b"), unicode_escape("\U000e0041"))
    \u200b \udb40\udc41
    """
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[index : index + 2].hex()}" for index in range(0, len(units), 2))


def _invisible(text: str) -> list[int]:
    """The places of all characters in a text that are reported as invisible."""
    if text.isascii() or not may_hold_invisible(text):
        return []
    from onefold.kernel.characters.invisible import invisible  # Takes the Unicode database, which few texts need.

    return [index for each in invisible(text) for index in range(each.start, each.end)]
