"""Patterns of names: an id, `prefix*` or `*`. Of two of them one covers the other, or no name fits both."""

from __future__ import annotations


def projected(glob: str) -> str:
    """The pattern that covers whatever a glob of any form does: its literal prefix and `*`.

    >>> [projected(each) for each in ("github.close", "github.*", "git*.read*", "*.read")]
    ['github.close', 'github.*', 'git*', '*']
    """
    prefix, star, _ = glob.partition("*")
    return prefix + star


def covers_name(outer: str, inner: str) -> bool:
    """Whether everything that a pattern fits is fitted by another one.

    >>> covers_name("git*", "github.*"), covers_name("github.*", "git*"), covers_name("*", "a"), covers_name("a", "a*")
    (True, False, True, False)
    """
    return outer == inner or (outer.endswith("*") and inner.startswith(outer[:-1]))
