"""Ref files: a cache of a channel's heads, which follow from all its revisions and take long to work out."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from onefold.kernel.digest import is_version
from onefold.tools.store.disk import make_folder, read_file, replace
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
    looks: Looks


def load(path: Path, shelf: Shelf) -> Ref | None:
    """What the file at `path` says; `None` where there is none, or revisions have come or gone since it was written."""
    try:
        ref = _decoded(read_file(path, _LARGEST))
        return ref if ref and is_unchanged(shelf, ref.looks) else None
    except (OSError, *_NO_REF):
        return None


def save(path: Path, heads: Iterable[str], looks: Looks, top: Path) -> None:
    """Keep the heads; the caller holds the lock of the store at `top`. Raises `OSError`."""
    make_folder(path.parent, top)
    replace(path, json.dumps({"ref": _SCHEMA, "heads": sorted(heads), "looks": looks}).encode())


def _decoded(data: bytes) -> Ref | None:
    """The ref whose bytes these are. Raises one of `_NO_REF` for what nobody has written as a ref."""
    value: Any = json.loads(data)
    ref = Ref(tuple(value["heads"]), {name: Look._make(line) for name, line in value["looks"].items()})
    return ref if value["ref"] == _SCHEMA and all(map(is_version, ref.heads)) else None
