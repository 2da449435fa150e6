"""Ref files: a cache of a channel's heads, which follow from all its revisions and take long to work out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from onefold.kernel.classes import frozen
from onefold.kernel.digest import is_version
from onefold.tools.store.disk import make_folder, read_file, replace, require_folders
from onefold.tools.store.looks import Look, Looks, is_unchanged
from onefold.tools.store.shelf import Shelf

_SCHEMA: Final = 1
_LARGEST: Final = 2**24
# What reading and comparing may raise when the file is not what was written.
_NO_REF: Final = (ValueError, TypeError, KeyError, AttributeError, RecursionError)


@frozen
class Ref:
    """The heads of a channel, as long as its folders look like this."""

    heads: tuple[str, ...]
    """Their ids, in order."""
    looks: Looks | None
    """`None` where that is not known, so that the heads cannot be kept."""


def load(path: Path, shelf: Shelf) -> Ref | None:
    """What the file at `path` says; `None` where there is none, or revisions have come or gone since it was written."""
    try:
        require_folders(path.parent, shelf.top)
        ref = _decoded(read_file(path, _LARGEST))
        return ref if ref.looks is not None and is_unchanged(shelf, ref.looks) else None
    except (OSError, *_NO_REF):
        return None


def save(path: Path, ref: Ref, top: Path) -> None:
    """Write a ref file; the caller holds the lock of the store at `top`. Raises `OSError`."""
    make_folder(path.parent, top)
    replace(path, json.dumps({"ref": _SCHEMA, "heads": ref.heads, "looks": ref.looks}).encode())


def _decoded(data: bytes) -> Ref:
    """The ref whose bytes these are. Raises one of `_NO_REF` for what nobody has written as a ref."""
    value: Any = json.loads(data)
    heads, looks = tuple(value["heads"]), {name: Look._make(line) for name, line in value["looks"].items()}
    if value["ref"] != _SCHEMA or not all(map(is_version, heads)):
        raise ValueError
    return Ref(heads, looks)
