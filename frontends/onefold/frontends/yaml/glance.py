"""Whether a plain scalar may be something else to a reader of YAML 1.1, seen without a pattern: nearly none is."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# Strings to the core schema.
WORDS: Final = frozenset("y Y yes Yes YES on On ON n N no No NO off Off OFF = <<".split())  # noqa: SIM905 - a list of words reads best
# Keys that nobody misreads: the merge key, and the one name of our fields that is such a word.
OUR_KEYS: Final = ("on", "<<")
_NUMBER_STARTS: Final = frozenset("0123456789+-.")
# Nothing that ends so is a number or a time in any version; durations and amounts of money do.
_NEVER_LAST: Final = frozenset("ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXY")


def may_differ(text: str) -> bool:
    """Whether a closer look at the text of a plain scalar is needed.

    >>> [may_differ(text) for text in ("no", "1:30", "010", "review", "5m", "200", "0.8", "2.50 EUR")]
    [True, True, True, False, False, False, False, False]
    """
    first = text[:1]
    if first not in _NUMBER_STARTS:
        return text in WORDS
    if text[-1] in _NEVER_LAST:
        return False
    whole, _, fraction = text.partition(".")
    is_simple = whole.isdecimal() and (first != "0" or whole == "0") and (not fraction or fraction.isdecimal())
    return not is_simple


def may_be_one_line(key: str | None, depth: int) -> bool:
    """Whether a block of text under a key so deep may be a text of ours that is one line: the mapping at the root is 1.

    >>> [may_be_one_line(*place) for place in (("description", 1), ("description", 2), ("check", 4), ("prompt", 1))]
    [True, False, True, False]
    """
    return (key == "description" and depth == 1) or (key == "check" and depth == 4)
