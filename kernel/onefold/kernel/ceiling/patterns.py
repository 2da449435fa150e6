"""Patterns of names: an id, `prefix*` or `*`. Of two of them one covers the other, or no name fits both."""

from __future__ import annotations

import re
from typing import Final

# What begins a part of a glob that stands for more than itself.
_SPECIAL: Final = re.compile(r"[*?\[{\\]")
_LONGEST: Final = 500


def projected(glob: str) -> str:
    """The pattern that covers whatever a glob of any form does: its literal prefix and `*`.

    >>> [projected(each) for each in ("github.close", "github.*", "git*.read*", "*.read", "git.?", "git.{a,b}")]
    ['github.close', 'github.*', 'git*', '*', 'git.*', 'git.*']
    """
    found = _SPECIAL.search(glob)
    return glob if found is None else f"{glob[: found.start()]}*"


def names_above(pattern: str) -> tuple[str, ...]:
    """The patterns that fit everything that an id or another pattern fits, but itself.

    A pattern longer than any id covers nothing, so that a name of megabytes is no work.

    >>> names_above("ab"), names_above("ab*")
    (('*', 'a*', 'ab*'), ('*', 'a*'))
    """
    longest = len(pattern) - 2 if pattern.endswith("*") else len(pattern)
    return tuple(f"{pattern[:length]}*" for length in range(min(longest, _LONGEST) + 1))


def covers_name(outer: str, inner: str) -> bool:
    """Whether everything that a pattern fits is fitted by another one.

    >>> covers_name("git*", "github.*"), covers_name("github.*", "git*"), covers_name("*", "a"), covers_name("a", "a*")
    (True, False, True, False)
    """
    return outer == inner or (outer.endswith("*") and inner.startswith(outer[:-1]))
