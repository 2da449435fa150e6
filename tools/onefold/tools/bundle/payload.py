"""Files that a bundle brings along, and those among them that look like secrets."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePath, PurePosixPath
from typing import Final

from onefold.kernel.bundle.archive import LARGEST_ENTRY, Entry
from onefold.kernel.bundle.paths import fault_of_name, folded, is_unicode
from onefold.kernel.classes import frozen
from onefold.tools.bundle.refusal import Refused
from onefold.tools.files import looks_secret, read_at_most, real_path

_RESERVED: Final = ("sources", "artifacts", "tools", "foldpack.json", "sbom.spdx.json")


@frozen
class Payload:
    """What is brought along, and what was left out."""

    entries: tuple[Entry, ...]
    skipped: tuple[str, ...]


def gathered(folder: Path, names: list[str], *, exclude_secrets: bool, include_secrets: bool) -> Payload:
    """The files that a bundle names, folders with all that is in them. Raises `Refused` and `OSError`."""
    entries: dict[str, Entry] = {}
    skipped: list[str] = []
    for path in sorted({path for name in names for path in _files(folder, name)}, key=str.encode):
        if looks_secret(PurePosixPath(path)) and not include_secrets:
            if not exclude_secrets:
                raise Refused("pack.secret_blocked", "secret-in-bundle", written=path)
            skipped.append(path)
            continue
        fault = fault_of_name(path)
        if fault is None and folded(path.partition("/")[0]) in _RESERVED:
            fault = "packing writes there itself"
        if fault is not None:
            raise _unpackable("pack.unsafe_archive_path", f"`{path}` cannot stand in an archive: {fault}")
        data = read_at_most(folder / path, LARGEST_ENTRY)
        if data is None:
            raise _unpackable("asset.read_failed", f"`{path}` has more than {LARGEST_ENTRY} bytes")
        entries[path] = Entry(path, data)
    return Payload(tuple(entries.values()), tuple(skipped))


def require_open(path: Path, root: Path) -> None:
    """Raise `Refused` where a source of a workspace lies, or leads by a link, under a name that secrets have."""
    for place, above in ((path, root), (real_path(path), real_path(root))):
        name = PurePath(os.path.relpath(place, above))
        if looks_secret(name):
            raise Refused("pack.secret_blocked", "secret-in-bundle", written=name.as_posix())


def _files(folder: Path, name: str) -> Iterator[str]:
    """The relative paths of the files that a name stands for, in no order. No link is followed."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if ".." in parts or name.startswith("/") or "\\" in name or "\0" in name:
        raise _unpackable("asset.outside_root", f"`{name}` is not inside of the folder of the bundle")
    for count in range(1, len(parts)):
        if folder.joinpath(*parts[:count]).is_symlink():
            raise _unpackable("asset.outside_root", f"`{name}` leads over a link")
    waiting = ["/".join(parts)]
    while waiting:
        path = waiting.pop()
        if not is_unicode(path):
            shown = path.encode(errors="backslashreplace").decode()
            raise _unpackable("pack.unsafe_archive_path", f"`{shown}` cannot stand in an archive: it is no UTF-8")
        place = folder / path
        if path and place.is_symlink():
            raise _unpackable("asset.outside_root", f"`{path}` leads over a link")
        if place.is_dir():
            waiting += [f"{path}/{each.name}" if path else each.name for each in place.iterdir()]
        elif place.is_file():
            yield path
        else:
            reason = f"`{path}` is no regular file" if place.exists() else f"there is no `{path}`"
            raise _unpackable("asset.read_failed", reason)


def _unpackable(code: str, reason: str) -> Refused:
    return Refused(code, "unpackable-bundle", reason=reason)
