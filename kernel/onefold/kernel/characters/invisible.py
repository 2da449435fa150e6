"""Invisible characters that no spelling and no emoji asks for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from unicodedata import category, combining

from onefold.kernel import patterns
from onefold.kernel.characters.glance import unseen
from onefold.kernel.characters.occurrence import Occurrence
from onefold.kernel.characters.scripts import JOINING, SPACELESS, is_symbol, script
from onefold.kernel.functions import cache

# The flags of regions: a black flag, the tags that spell the region, and the tag that ends them.
_FLAG: Final = patterns.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
_TAGS: Final = range(0xE0000, 0xE0080)
_SELECTORS: Final = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
_EMOJI_STYLES: Final = "\ufe0e\ufe0f"
# Pictures that are neither symbols nor letters, and the bases of keycaps.
_PICTURES: Final = "\u203c\u2049\u2139\u3030"
_KEYCAPS: Final = "0123456789#*"
_KEYCAP: Final = "\u20e3"
_JOINERS: Final = "\u200c\u200d"
# Letters after which some invisible characters are spelling.
_SPELLING: Final = {
    "\u200b": SPACELESS,
    "\u200c": JOINING,
    "\u200d": JOINING,
    "\u115f": frozenset({"HANGUL"}),
    "\u1160": frozenset({"HANGUL"}),
    "\u17b4": frozenset({"KHMER"}),
    "\u17b5": frozenset({"KHMER"}),
    **dict.fromkeys("\u180b\u180c\u180d\u180e\u180f", frozenset({"MONGOLIAN"})),
}
_VARIED: Final = frozenset({"CJK", "MYANMAR", "PHAGS-PA", "MONGOLIAN", "MANICHAEAN"})


def invisible(text: str) -> Iterator[Occurrence]:
    """Every run of invisible characters of one kind, in order, but what spelling or an emoji asks for."""
    flags = _in_flags(text)
    start = end = -1
    kind = ""
    for match in unseen().finditer(text):
        index = match.start()
        if index in flags or _belongs(text, index):
            continue
        if index != end or _kind(match[0]) != kind:
            if end >= 0:
                yield Occurrence(kind, start, end)
            start, kind = index, _kind(match[0])
        end = index + 1
    if end >= 0:
        yield Occurrence(kind, start, end)


def spelled(tags: str) -> str:
    r"""The ASCII text that a run of tag characters spells, empty where it is none.

    >>> spelled("\U000e0068\U000e0069")
    'hi'
    """
    codes = [ord(each) - _TAGS.start for each in tags]
    return "".join(map(chr, codes)) if all(0x20 <= code < 0x7F for code in codes) else ""


def _in_flags(text: str) -> frozenset[int]:
    if "\U0001f3f4" not in text:
        return frozenset()
    return frozenset(index for flag in _FLAG.finditer(text) for index in range(*flag.span()))


@cache
def _kind(character: str) -> str:
    code = ord(character)
    if code in _TAGS:
        return "tag"
    if any(code in selectors for selectors in _SELECTORS):
        return "variation selector"
    return character


def _belongs(text: str, index: int) -> bool:
    """Whether the invisible character at `index` does what it is there for."""
    character, before = text[index], text[index - 1 : index]
    if not before:
        return False
    if _kind(character) == "variation selector":
        return _selects(text, index)
    if character == "\u200d" and _joins_pictures(text, index):
        return True
    spelling = _SPELLING.get(character)
    if spelling is None:
        return False
    letter = _before_marks(text, index - 1) if character in _JOINERS else before
    return script(letter) in spelling or (character not in _JOINERS and script(text[index + 1 : index + 2]) in spelling)


def _selects(text: str, index: int) -> bool:
    """Whether a variation selector follows a character that has variants."""
    character, before = text[index], text[index - 1]
    if character in _EMOJI_STYLES:
        is_keycap = before in _KEYCAPS and text[index + 1 : index + 2] == _KEYCAP
        return is_symbol(before) or before in _PICTURES or is_keycap
    if ord(character) in _SELECTORS[1]:
        return script(before) == "CJK"
    return script(before) in _VARIED or category(before) == "Sm" or (category(before) == "Po" and before > "\u3000")


def _joins_pictures(text: str, index: int) -> bool:
    after = text[index + 1 : index + 2]
    last = index - 1
    if text[last] in _EMOJI_STYLES and last:
        last -= 1
    return bool(after) and is_symbol(text[last]) and (is_symbol(after) or after in _PICTURES)


def _before_marks(text: str, index: int) -> str:
    """The letter that the marks up to `index` belong to."""
    while index and (combining(text[index]) or category(text[index]) in ("Mn", "Mc")):
        index -= 1
    return text[index]
