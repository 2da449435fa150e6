"""Letters that people take for ASCII letters, in words that mix them with such.

A word of one script is never suspicious, whatever it looks like, and neither is a word to which a language joins its
own endings. What looks like what is told by the decompositions of the Unicode database where they say it, and by the
tables here for the scripts whose letters have the same origin as the Latin ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final
from unicodedata import category, combining, decimal, decomposition, normalize

from onefold.kernel import patterns
from onefold.kernel.characters.occurrence import Occurrence
from onefold.kernel.characters.scripts import LATIN, script
from onefold.kernel.classes import frozen
from onefold.kernel.functions import cache

_WORD: Final = patterns.compile("[^\\W_\u0300-\u036f](?:[^\\W_]|[\u0300-\u036f])*")
_ASCII_LETTER: Final = patterns.compile("[A-Za-z]")

# Letters and the ASCII letters that they are drawn like, in pairs.
_PAIRS: Final = {
    "CYRILLIC": "АAВBЕEЅSІIЈJКKМMНHОOРPСCТTУYҮYХXЬbԀdԌGԚQԜWӀlѴVҺhаaеeоoрpсcуyүyхxѕsіiјjһhԁdԛqԝwѵvӏlгrꙇi",
    "GREEK": "ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXϹCϜFͿJϺMαaιiνvοoρpσoυuγyϲcϳjκk",
    "ARMENIAN": "ՕOՏSԼLՍUհhոnռnցgգqզqքfսuօoաwյjԱUՅJ",
    "GEORGIAN": "ჿoყyႽS",
    "ARABIC": "اlہoەoهo",
    "HEBREW": "וlןlסoטv",
    "NKO": "ߊlߋo",
    "MALAYALAM": "ഠo",
    "MYANMAR": "ဝo",
    "ORIYA": "ଠO",
    "ETHIOPIC": "ሀUዐO",
}
_TWINS: Final = {
    **{pairs[i]: pairs[i + 1] for pairs in _PAIRS.values() for i in range(0, len(pairs), 2)},
    "ӕ": "ae",
    "Ӕ": "AE",
    "Ы": "bl",
    "ꚙ": "oo",
    "Ꚙ": "OO",
    "װ": "ll",
}
# Scripts of living languages that join names in Latin letters to words of their own, before or after them.
_ALPHABETS: Final = frozenset({"CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN"})
_OTHERS: Final = frozenset(
    {
        "ARABIC", "HEBREW", "SYRIAC", "THAANA", "NKO", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA",
        "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "THAI", "LAO", "TIBETAN", "MYANMAR", "KHMER",
        "ETHIOPIC", "MONGOLIAN", "HANGUL", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HALFWIDTH", "BOPOMOFO",
        "CJK", "IDEOGRAPHIC", "HENTAIGANA", "YI", "JAVANESE", "BALINESE", "SUNDANESE", "ADLAM", "VAI", "BAMUM",
        "ARABIC-INDIC", "EXTENDED",
    }
)  # fmt: skip
# Letters that are no letters of a script: ordinals, units, phonetic marks.
_UNSCRIPTED: Final = frozenset({"MICRO", "FEMININE", "MASCULINE", "MODIFIER", "SUPERSCRIPT", "SUBSCRIPT", "ANGSTROM",
                                "OHM", "ALEF", "BET", "GIMEL", "DALET", "VEDIC", "CARON", "VERTICAL"})  # fmt: skip
_LITRE: Final = "\u2113"
# Compatibility forms that are whole characters of Latin typography, or that are set above or below the line.
_SMALL: Final = ("<super>", "<sub>", "<circle>", "<square>", "<fraction>")
# In formulas a Greek letter stands beside a Latin one: `ρv`, `αx`. These are not drawn quite like their twins.
_FORMULA_LETTERS: Final = frozenset("αγικνρσυ")
_LONGEST_FORMULA: Final = 3


@frozen
class Confusable(Occurrence):
    """Letters in a word that belong to another script than the letters around them."""

    word: str
    twin: str
    """What they look like; empty where nothing certain can be said."""


@frozen
class _Run:
    """Letters of one script in a word, with their place in the text."""

    script: str
    text: str
    start: int

    @property
    def is_latin(self) -> bool:
        return self.script == LATIN

    @property
    def twin(self) -> str:
        """The run in ASCII letters, without marks; empty where one of its letters looks like none."""
        twins = [_twin(each) for each in self.text if not combining(each)]
        return "".join(twins) if all(twins) else ""


def confusable(text: str) -> Iterator[Confusable]:
    """Every run of look-alikes in words that have ASCII letters too, in order."""
    if text.isascii():
        return
    for word in _WORD.finditer(text):
        if not word[0].isascii() and _ASCII_LETTER.search(word[0]):
            yield from _in_word(word[0], word.start())


def _in_word(word: str, start: int) -> Iterator[Confusable]:
    runs = list(_runs(word, start))
    for index, run in enumerate(runs):
        before = runs[index - 1] if index else None
        after = runs[index + 1] if index + 1 < len(runs) else None
        if _is_suspicious(run, before, after, word):
            yield Confusable(run.text[0], run.start, run.start + len(run.text), word, run.twin)


def _runs(word: str, start: int) -> Iterator[_Run]:
    """The runs of a word; a character without a script belongs to the run before it, ASCII digits divide nothing."""
    current = ""
    scripts = []
    for character in word:
        current = _script(character) or current
        scripts.append(current)
    index = 0
    for name, group in groupby(scripts):
        length = len(list(group))
        if name:
            yield _Run(name, word[index : index + length], start + index)
        index += length


@cache
def _script(character: str) -> str:
    """The script of a letter; empty where it has none of its own."""
    if character.isascii():
        return LATIN if character.isalpha() else ""
    if character == _LITRE or category(character)[0] == "M":
        return ""
    name = script(character)
    if name in _UNSCRIPTED or decomposition(character).startswith(_SMALL):
        return ""
    return name if category(character)[0] == "L" or character.isdecimal() or _twin(character) else ""


@cache
def _twin(character: str) -> str:
    """The ASCII letters or digits that a character of another script is drawn like; empty where there are none."""
    if character.isascii():
        return character if character.isalnum() else ""
    if script(character) == LATIN:
        return ""
    if character in _TWINS:
        return _TWINS[character]
    plain = normalize("NFKC", character)
    if plain != character and not decomposition(character).startswith(_SMALL):
        found = [each if each.isascii() and each.isalnum() else _TWINS.get(each, "") for each in plain]
        return "".join(found) if all(found) else ""
    return "o" if decimal(character, None) == 0 else ""


def _is_suspicious(run: _Run, before: _Run | None, after: _Run | None, word: str) -> bool:
    if run.is_latin:
        return _is_stray(run, before, after)
    beside = [each for each in (before, after) if each is not None and each.is_latin]
    if not beside:
        return False
    if run.script in _OTHERS:
        return len(beside) == 2 and (bool(run.twin) or run.text.isdecimal())
    if run.script in _ALPHABETS:
        return bool(run.twin) and not _is_ending(run, before, after) and not _is_formula(run, word)
    # Other letters of the alphabet in another shape, and scripts that nobody writes beside Latin letters.
    return True


def _is_stray(run: _Run, before: _Run | None, after: _Run | None) -> bool:
    """Whether a single ASCII letter stands in a word of another alphabet that has a letter just like it."""
    beside = [each for each in (before, after) if each is not None]
    scripts = {each.script for each in beside}
    letters = sum(len(each.text) for each in beside)
    if len(run.text) != 1 or letters < 3 or len(scripts) != 1 or not scripts <= _ALPHABETS:
        return False
    if any(each.twin for each in beside):
        return False
    is_prefix = before is None and run.text.islower() and beside[0].text[0].isupper()
    pairs = _PAIRS[scripts.pop()]
    return not is_prefix and run.text in pairs[1::2]


def _is_ending(run: _Run, before: _Run | None, after: _Run | None) -> bool:
    """Whether a small ending is joined to a name in capitals, as in `SQLу`."""
    if before is None or after is not None:
        return False
    return len(before.text) > 1 and before.text.isupper() and run.text.islower()


def _is_formula(run: _Run, word: str) -> bool:
    return run.text in _FORMULA_LETTERS and len(word) <= _LONGEST_FORMULA
