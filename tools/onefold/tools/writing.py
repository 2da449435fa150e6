"""Write files, whole or not at all. While a command runs, what it has read is never written over."""

from __future__ import annotations

import errno
import os
import stat

from onefold.tools.files import about, real_path
from onefold.tools.witness import require_free

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path


def write_files(contents: Mapping[Path, bytes], *, over: Collection[Path] = ()) -> None:
    """Write several files, all or (as far as a file system can promise) none, each whole at any instant.

    Everything is written beside its place first and then renamed. A link is followed, an existing file keeps its
    mode, and what is no regular file (a terminal, `/dev/null`) is written to as it is. Raises `OSError`, also for a
    file that the command has read and that is not named in `over`: those whose new content is made of the old.
    """
    require_free(contents, over)
    staged: list[tuple[Path, Path]] = []
    try:
        for path, data in contents.items():
            try:
                if path.exists() and not path.is_file():
                    path.write_bytes(data)
                else:
                    _stage(path, data, staged)
            except OSError as error:
                raise about(path, error) from None
        for temporary, path in staged:
            try:
                temporary.replace(real_path(path))
            except OSError as error:
                raise about(path, error) from None
    finally:
        for temporary, _ in staged:
            temporary.unlink(missing_ok=True)


def write_folder(folder: Path, contents: Mapping[str, tuple[bytes, int]], *, replace: bool = False) -> None:
    """Write a folder with files at relative paths, each with its mode, all at once.

    With `replace` the folder that is there goes away when the new one is complete, and comes back where that cannot
    take its place. Raises `OSError`.
    """
    import tempfile
    from pathlib import Path

    # What is named may lead over the folder itself, as `a/../a`, and would mean nothing in between.
    place = real_path(folder)
    if replace:
        require_free(each for each in folder.rglob("*") if not each.is_symlink())
    try:
        staged = Path(tempfile.mkdtemp(prefix=f".{place.name[:50]}.", dir=place.parent))
    except OSError as error:
        raise about(folder, error) from None
    new, old = staged / "new", staged / "old"
    try:
        new.mkdir()
        for name, (data, mode) in contents.items():
            target = new / name
            target.parent.mkdir(parents=True, exist_ok=True)
            create_file(target, data)
            target.chmod(mode)
        if replace:
            place.rename(old)
        new.rename(place)
    except BaseException:
        if old.exists():
            old.rename(place)
        remove_folder(staged)
        raise
    remove_folder(staged)


def create_file(path: Path, data: bytes) -> None:
    """Write a file that is not there yet. Raises `FileExistsError` where it is, and `OSError`."""
    with path.open("xb") as file:
        file.write(data)


def create_private_file(path: str | Path, data: bytes) -> None:
    """Write a file that only its owner may read. Raises `FileExistsError` where it is already, and `OSError`."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)


def remove_files(paths: Collection[Path], *, over: Collection[Path] = ()) -> None:
    """Remove files; those that are gone already are no error. Raises `OSError` as `write_files` does."""
    require_free(paths, over)
    for path in paths:
        path.unlink(missing_ok=True)


def remove_folder(folder: Path) -> None:
    """Remove a folder with all that is in it; no link is followed. Raises `OSError`."""
    import shutil

    shutil.rmtree(folder)


def ordinary(contents: Mapping[str, bytes]) -> Mapping[str, tuple[bytes, int]]:
    """Files with the mode of a text that everybody may read."""
    return {name: (data, 0o644) for name, data in contents.items()}


def _stage(path: Path, data: bytes, staged: list[tuple[Path, Path]]) -> None:
    """Write a file beside the one that a path leads to, and note both, whatever comes of it. Raises `OSError`."""
    import tempfile  # Most commands write nothing.
    from pathlib import Path

    target = real_path(path)
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name[:50]}.", dir=target.parent)
    temporary = Path(name)
    staged.append((temporary, path))
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(descriptor)
    temporary.chmod(_mode(target))


def _mode(target: Path) -> int:
    """The mode of the file that is replaced, or what a new file would get."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
