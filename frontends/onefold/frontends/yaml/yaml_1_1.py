"""How readers of YAML 1.1 take plain scalars that readers of the core schema take for something else.

Most YAML libraries still read version 1.1, and so do editors and scripts around a workflow.
"""

from __future__ import annotations

from onefold.frontends.yaml.glance import WORDS
from onefold.kernel import patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.yaml.scalars import Scalar

_TRUE: Final = ("y", "yes", "on")
_INTEGER: Final = patterns.compile(
    r"[-+]?(?:0b[01_]+|0[0-7_]+|0|[1-9][0-9_]*|0x[0-9a-fA-F_]+|[1-9][0-9_]*(?::[0-5]?[0-9])+)"
)
_FLOAT: Final = patterns.compile(
    r"[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+][0-9]+)?"
    r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*"
)
_TIME: Final = patterns.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?"
    r"(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?"
)
_OCTAL: Final = patterns.compile(r"[-+]?0[0-7]+")


def other_meaning(text: str, value: Scalar) -> str | None:
    """What a reader of YAML 1.1 takes a plain scalar for, `None` where it takes it for `value` as we do.

    >>> [other_meaning(*each) for each in (("no", "no"), ("010", 10), ("1e3", 1000.0), ("2024-01-01", "2024-01-01"))]
    ['`false`', 'the number 8', 'a text', 'a time']
    >>> [other_meaning(*each) for each in (("5m", "5m"), ("7", 7), ("007", 7), ("0.5", 0.5), ("none", "none"))]
    [None, None, None, None, None]
    """
    if text in WORDS:
        return _meaning_of_word(text)
    is_number = _INTEGER.fullmatch(text) is not None or _FLOAT.fullmatch(text) is not None
    if isinstance(value, str):
        if is_number:
            return "a number"
        return "a time" if _TIME.fullmatch(text) else None
    if not is_number:
        return "a text"
    octal = int(text, 8) if _OCTAL.fullmatch(text) else value
    return None if octal == value else f"the number {octal}"


def spelled_alike(text: str, value: Scalar) -> str:
    """A spelling of `value`, written as the plain scalar `text`, that all readers take for it.

    >>> [spelled_alike(*each) for each in (("no", "no"), ("0o10", 8), ("1e300", 1e300))]
    ['"no"', '8', '1.0e+300']
    """
    return f'"{text}"' if isinstance(value, str) else number_spelling(value)


def number_spelling(value: Scalar) -> str:
    """A number with a point before its exponent: without one, it is a text to readers of YAML 1.1."""
    mantissa, exponent, power = repr(value).partition("e")
    return f"{mantissa}{'' if '.' in mantissa or not exponent else '.0'}{exponent}{power}"


def _meaning_of_word(word: str) -> str:
    if word in ("=", "<<"):
        return "a sign of the language"
    return "`true`" if word.lower() in _TRUE else "`false`"
