"""Bundles that arrive as one file: told from sources, let through the gate, and opened."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from onefold.tools.bundle.gates import Gate
from onefold.tools.bundle.opened import OpenedBundle, judged
from onefold.tools.bundle.opening import open_source
from onefold.tools.files import first_bytes

_ENDINGS: Final = (".foldpack", ".harnpack")
# How every zstd frame begins.
_MAGIC: Final = b"\x28\xb5\x2f\xfd"


def open_bundle(path: Path, gate: Gate, *, is_shown: bool = False) -> OpenedBundle:
    """The bundle in a file of any kind, for `is_shown` as `open_source` has it.

    Raises what that raises, and `Refused` for an archive.
    """
    return open_archive(path, gate) if is_archive(path) else open_source(path, is_shown=is_shown)


def is_archive(path: Path) -> bool:
    """Whether a file is a packed bundle, by its name or by how it begins. Raises `OSError`."""
    return path.name.endswith(_ENDINGS) or first_bytes(path, len(_MAGIC)) == _MAGIC


def open_archive(path: Path, gate: Gate) -> OpenedBundle:
    """The bundle in an archive that passed the gate. Raises `Refused` and `OSError`."""
    from onefold.tools.bundle.verifying import verify, verify_report

    verified = verify(path, gate)
    archive = verified.archive
    diagnostics, rows = judged(archive.manifest, lambda _: None, is_package=True)
    said = {**verify_report(path, verified), "execution": verified.state}
    return OpenedBundle(
        path,
        archive.manifest,
        archive.is_contract,
        diagnostics,
        rows,
        package=verified.hash,
        gate=said,
        archive=archive,
    )
