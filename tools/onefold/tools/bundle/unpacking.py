"""Write the files of a packed bundle into a folder of its own."""

from __future__ import annotations

from pathlib import Path

from onefold.frontends.json.render import render
from onefold.kernel.bundle.archive import CONTRACT_MANIFEST, MODE
from onefold.kernel.bundle.canonical import manifest_object
from onefold.tools.bundle.archives import Archive
from onefold.tools.bundle.contents import MANIFEST
from onefold.tools.bundle.refusal import Refused
from onefold.tools.files import real_path
from onefold.tools.writing import write_folder


def unpack(archive: Archive, folder: Path, *, force: bool) -> int:
    """Write all files, all or none; how many. Raises `Refused` and `OSError`."""
    name = CONTRACT_MANIFEST if archive.is_contract else MANIFEST
    contents = {name: (_manifest(archive), MODE), **{each.path: (each.data, each.mode) for each in archive.entries}}
    if folder.is_symlink():
        raise _unsafe("unpack.output_symlink", folder, "it is a link")
    is_there = folder.exists()
    if is_there:
        _require_replaceable(folder, force=force)
    write_folder(folder, contents, replace=is_there)
    return len(contents)


def _manifest(archive: Archive) -> bytes:
    """The manifest as it is unpacked: that of the contract for people to read, ours as it was hashed."""
    if not archive.is_contract:
        return archive.manifest_data
    return render(manifest_object(archive.manifest)).rstrip("\n").encode()


def _require_replaceable(folder: Path, *, force: bool) -> None:
    if not force:
        raise _unsafe("unpack.output_exists", folder, "it is there already")
    here = Path.cwd()
    if real_path(folder) in (here, *here.parents):
        raise _unsafe("unpack.output_unsafe", folder, "the current folder is in it")
    if not folder.is_dir():
        raise _unsafe("unpack.output_unsupported", folder, "it is no folder")
    if not any((folder / each).is_file() for each in (MANIFEST, CONTRACT_MANIFEST)):
        raise _unsafe("unpack.output_not_harnpack_dir", folder, "it does not hold an unpacked bundle")


def _unsafe(code: str, folder: Path, reason: str) -> Refused:
    return Refused(code, "unsafe-unpack-target", is_usage=True, written=folder, reason=reason)
