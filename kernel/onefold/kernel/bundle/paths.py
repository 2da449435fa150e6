"""Paths inside of a bundle: relative, contained, and the same file on every system."""

from __future__ import annotations

from typing import Final
from unicodedata import normalize

from onefold.kernel import patterns

LONGEST: Final = 100
"""Bytes of the longest path: what the header of an archive holds."""
_DRIVE: Final = patterns.compile(r"[A-Za-z]:")


def fault_of_path(path: str) -> str | None:
    """Why a path cannot be used inside of a bundle, as the rest of a sentence; `None` where it can."""
    if not path:
        return "it is empty"
    if "\0" in path:
        return "it holds a NUL"
    if not is_unicode(path):
        return "it is no UTF-8"
    if "\\" in path:
        return "it holds a backslash"
    if path.startswith("/") or _DRIVE.match(path):
        return "it is absolute"
    parts = path.split("/")
    if ".." in parts:
        return "a part of it is `..`"
    return None if plain_path(path) else "it names nothing"


def fault_of_name(path: str) -> str | None:
    """Why an entry of an archive cannot have a name: no more than one spelling is taken for a path."""
    fault = fault_of_path(path)
    if fault is not None:
        return fault
    if plain_path(path) != path:
        return "a part of it is empty or `.`"
    if len(path.encode()) > LONGEST:
        return f"it is longer than {LONGEST} bytes"
    return None if path.isprintable() else "it holds a character that nobody would see"


def is_unicode(path: str) -> bool:
    """Whether a path can be written as UTF-8: a file system may hold names that cannot."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def plain_path(path: str) -> str:
    """The path without empty parts and `.`."""
    return "/".join(part for part in path.split("/") if part not in ("", "."))


def folded(path: str) -> str:
    """The path as systems see it that know no case, or compose characters: what is equal so would be one file."""
    return normalize("NFC", normalize("NFC", path).casefold())
