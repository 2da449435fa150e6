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
    except OSError:
        return None


def save(path: Path, heads: Iterable[str], looks: Looks, top: Path) -> None:
    """Keep the heads; the caller holds the lock of the store at `top`. Raises `OSError`."""
    make_folder(path.parent, top)
    lines = {name: [look.changed, look.identity, look.names, look.looked] for name, look in looks.items()}
    value = {"ref": _SCHEMA, "heads": sorted(heads), "looks": lines}
    replace(path, json.dumps(value).encode())


def _decoded(data: bytes) -> Ref | None:
    """The ref whose bytes these are; `None` for anything else."""
    try:
        value: Any = json.loads(data)
        looks = {str(name): Look(*_line(*line)) for name, line in value["looks"].items()}
        ref = Ref(tuple(value["heads"]), looks)
        is_ours = value["ref"] == _SCHEMA and all(is_version(each) for each in ref.heads)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return ref if is_ours else None


def _line(changed: int, identity: str, names: str, looked: int) -> tuple[int, str, str, int]:
    count, total = names.split(" ")
    return int(changed), str(identity), f"{int(count)} {int(total, 16):x}", int(looked)
