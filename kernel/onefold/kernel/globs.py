"""Globs over tool ids: `*` is any run of characters, separators too."""

from __future__ import annotations


def matches(glob: str, identifier: str) -> bool:
    """Whether a glob matches a whole id, in a time that grows with their lengths.

    >>> [matches(glob, "github.read_file") for glob in ("github.*", "*.read_*", "git*", "github.read", "*e")]
    [True, True, True, False, True]
    """
    first, *others = glob.split("*")
    if not others:
        return glob == identifier
    last = others.pop()
    if not identifier.startswith(first) or len(identifier) < len(first) + len(last) or not identifier.endswith(last):
        return False
    index, end = len(first), len(identifier) - len(last)
    for part in others:
        found = identifier.find(part, index, end)
        if found < 0:
            return False
        index = found + len(part)
    return True
