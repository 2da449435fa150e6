"""How messages speak of values and names."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Final

    from onefold.kernel.values import JsonValue

# What is longer is no slip of the pen, and comparing it takes long.
_LONGEST_NAME: Final = 200


def kind_of(value: JsonValue) -> str:
    """What a value is, with its article.

    >>> [kind_of(v) for v in (None, True, 3, "x", [], {})]
    ['null', 'a boolean', 'a number', 'a string', 'a list', 'a mapping']
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "a mapping" if isinstance(value, dict) else "a list"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like `name`, when one is near enough to have been meant."""
    if len(name) > _LONGEST_NAME:
        return None
    from difflib import get_close_matches  # Only what is not known has to be guessed at.

    by_folded = {each.casefold().replace("_", "-"): each for each in sorted(known)}
    found = get_close_matches(name.casefold().replace("_", "-"), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def meant(name: str, known: Iterable[str]) -> str | None:
    """A help line that names the nearest known name, or `None` when nothing is near."""
    found = nearest(name, known)
    return f"did you mean `{found}`?" if found else None


def listed(words: Iterable[str], conjunction: str = "or") -> str:
    """Words in back-ticks, with commas and the conjunction before the last.

    >>> listed(["a", "b", "c"])
    '`a`, `b` or `c`'
    """
    return enumerated([f"`{word}`" for word in words], conjunction)


def enumerated(words: Sequence[str], conjunction: str = "or") -> str:
    """Words as they are, with commas and the conjunction before the last.

    >>> enumerated(["a number", "a text"])
    'a number or a text'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


def counted(number: int, noun: str) -> str:
    """How many things there are, with the noun in its number.

    >>> [counted(number, "step") for number in (0, 1, 2)]
    ['0 steps', '1 step', '2 steps']
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"
