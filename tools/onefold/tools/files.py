"""Read files: the only module that does, so that all that is read is witnessed, and confined where it has to be."""

from __future__ import annotations

import errno
import os
import stat
from io import TextIOWrapper

from onefold.frontends.decode import decode
from onefold.frontends.texts import Refusal
from onefold.tools import witness
from onefold.tools.witness import keep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path, PurePath
    from typing import BinaryIO, Final, TypeVar

    from onefold.frontends.frontend import Limits
    from onefold.frontends.texts import Resolver
    from onefold.kernel.source import Source
    from onefold.tools.confinement import Confinement

    _AnyPath = TypeVar("_AnyPath", bound=PurePath)

_SECRET_NAMES: Final = (
    *(".env*", "credentials*", "*.pem", "*.key", "*.p12"),
    *("id_rsa*", "id_ed25519*", ".npmrc", ".netrc"),
)
_SECRET_FOLDERS: Final = ("secrets", ".git")
# Opening never follows a link and never waits for a pipe.
_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
_PIECE: Final = 1 << 16
_READING: Final = os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def _nowhere() -> Confinement | None:
    return None


_confinement: Callable[[], Confinement | None] = _nowhere


def confine_by(lasting: Callable[[], Confinement | None]) -> None:
    """Ask `lasting` from now on, whenever something is read, which folder that is confined to."""
    global _confinement
    _confinement = lasting


def confining_folder() -> str | None:
    """The folder that what is read now is confined to, if it is."""
    confinement = _confinement()
    return None if confinement is None else str(confinement.root)


def open_descriptor(path: Path, flags: int) -> int:
    """A descriptor to read from, opened with these flags. Raises `OSError`."""
    witness.saw(path)
    confinement = _confinement()
    return os.open(path, flags) if confinement is None else confinement.open(path, follow=not flags & _NO_LINK)


def _opened(path: str | Path, buffering: int = -1) -> BinaryIO:
    witness.saw(path)
    confinement = _confinement()
    if confinement is not None:
        return os.fdopen(confinement.open(path), "rb", buffering)
    return open(path, "rb", buffering)  # noqa: PTH123 - a path or its name


def _reached(path: str | Path) -> str | Path:
    """The path; where files are confined, what it leads to, and nothing where that lies outside."""
    witness.saw(path)
    confinement = _confinement()
    return path if confinement is None else confinement.inside(path) or ""


def read_source(path: str | Path, limits: Limits, *, is_glance: bool = False) -> bytes:
    """The bytes of a source, one more than the limit at most, so that a larger file is noticed and not loaded.

    Nothing is made of what is only glanced at, and it may be written over. Raises `OSError`, also for a folder or
    another thing that is no regular file.
    """
    with _opened(path, buffering=0) as file:
        descriptor = file.fileno()
        if not is_glance:
            keep(descriptor)
        return _read_at_most(descriptor, limits.source_bytes + 1)


def _read_at_most(descriptor: int, most: int) -> bytes:
    """So many bytes of an open file at most. A file is read at once; a pipe gives what there is, piece by piece."""
    # Room for as much as the limit takes longer to get than to fill.
    expected = min(os.fstat(descriptor).st_size + 1, most)
    pieces = [os.read(descriptor, expected)]
    size = len(pieces[0])
    while pieces[-1] and size < most:
        room = expected - size if size < expected else _PIECE
        pieces.append(os.read(descriptor, min(room, most - size)))
        size += len(pieces[-1])
    return b"".join(pieces)


def tidied(name: str) -> str:
    """How a path is called: as `pathlib` writes it, without `.` and empty parts.

    >>> [tidied(name) for name in ("a/b", "./a//b/", "", "../a", "a/./b")]
    ['a/b', 'a/b', '.', '../a', 'a/b']
    """
    is_tidy = os.sep == "/" and name and "//" not in name and "/./" not in name
    if is_tidy and not name.startswith("./") and not name.endswith(("/", "/.")):
        return name
    from pathlib import Path

    return str(Path(name))


def upwards(folder: str) -> Iterator[str]:
    """An absolute folder, and all that it lies in."""
    yield folder
    while (above := os.path.dirname(folder)) != folder:  # noqa: PTH120 - a text
        yield above
        folder = above


def is_there(path: str | Path) -> bool:
    """Whether there is anything at a path; nothing is where a name is too long."""
    return os.path.exists(_reached(path))  # noqa: PTH110 - `Path.exists` raises on such a name


def is_file(path: str | Path) -> bool:
    """Whether a path is that of a file; one whose name no file can have is not."""
    return os.path.isfile(_reached(path))  # noqa: PTH113 - `Path.is_file` raises on such a name


def is_folder(path: str | Path) -> bool:
    """Whether a path is that of a folder; one whose name no folder can have is not."""
    return os.path.isdir(_reached(path))  # noqa: PTH112 - `Path.is_dir` raises on such a name


def read_whole(path: Path) -> bytes | None:
    """The bytes of a file that onefold or its configuration names; `None` where it is not there. Raises `OSError`."""
    try:
        with _opened(path) as file:
            keep(file.fileno())
            return file.read()
    except FileNotFoundError:
        return None


def read_settings(path: str | Path, encoding: str = "utf-8", errors: str = "strict") -> str:
    """The text of a file of settings, every line end as LF. Raises `OSError` and `ValueError`."""
    with TextIOWrapper(_opened(path), encoding, errors) as file:
        return file.read()


def first_bytes(path: Path, count: int) -> bytes:
    """The first bytes of a file. Raises `OSError`."""
    with _opened(path) as file:
        return file.read(count)


def read_at_most(path: Path, limit: int, *, follows: bool = False) -> bytes | None:
    """The bytes of a regular file that is no link, opened once; `None` for one with more than `limit` bytes.

    With `follows`, the file that a link leads to is read. Raises `OSError`, about the file as it was named.
    """
    try:
        descriptor = open_descriptor(real_path(path) if follows else path, _READING)
    except OSError as error:
        raise about(path, error) from None
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        # Before it is a file of Python's, which calls a folder by the number of its descriptor.
        os.close(descriptor)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    with os.fdopen(descriptor, "rb") as file:
        keep(descriptor)
        data = file.read(limit + 1)
    return data if len(data) <= limit else None


def text_resolver(source: str | Path, root: str | Path, limits: Limits) -> Resolver:
    """A resolver for the texts that `source` names: relative to it, below the workspace `root`."""

    def resolve(name: str) -> Source | Refusal:
        from pathlib import Path  # Its import takes long, and most sources name no texts.

        path = Path(source)
        target = inside(path.absolute().parent, Path(root).absolute(), name)
        return target if isinstance(target, Refusal) else _read_text(target, _shown(path, name), limits)

    return resolve


def _shown(source: Path, name: str) -> str:
    return os.path.normpath(source.parent / name)


def inside(folder: Path, root: Path, name: str) -> Path | Refusal:
    """The path that a name means, or why it is refused. No segment of it may be a symbolic link."""
    root = type(root)(os.path.normpath(root))
    target = named(folder, root, name)
    if isinstance(target, Refusal):
        return target
    step = root
    for segment in target.relative_to(root).parts:
        step = step / segment
        witness.saw(step)
        # A name that no file can have is no link, and told of where the file is opened.
        if os.path.islink(step):  # noqa: PTH114 - `is_symlink` raises on such a name
            return Refusal("file-outside-workspace", {"reason": f"`{segment}` is a symbolic link"})
    return target


def named(folder: _AnyPath, root: _AnyPath, name: str) -> _AnyPath | Refusal:
    """The path that a name means below `root`, or why it is refused; nothing is looked up."""
    if not name or "\0" in name or os.path.isabs(name):  # noqa: PTH117 - a name
        return Refusal("file-outside-workspace", {"reason": "it must be a path relative to the source"})
    target, root = type(folder)(os.path.normpath(folder / name)), type(root)(os.path.normpath(root))
    if not target.is_relative_to(root):
        return Refusal("file-outside-workspace", {"reason": "it leaves the workspace"})
    return Refusal("secret-file") if looks_secret(target.relative_to(root)) else target


def looks_secret(relative: PurePath) -> bool:
    """Whether a relative path is one that secrets are kept under; case says nothing."""
    from fnmatch import fnmatchcase  # Few sources name other files.

    names = [segment.lower() for segment in relative.parts]
    is_named_so = any(fnmatchcase(each, pattern) for each in names for pattern in _SECRET_NAMES)
    return is_named_so or not set(names).isdisjoint(_SECRET_FOLDERS)


def _read_text(path: Path, shown: str, limits: Limits) -> Source | Refusal:
    """The decoded text of a regular file, opened once. Opening never follows a link and never waits for a pipe."""
    try:
        descriptor = open_descriptor(path, _READING)
    except OSError as error:
        return Refusal("missing-file", {"reason": (error.strerror or "it cannot be opened").lower()})
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        return Refusal("missing-file", {"reason": "it is not a regular file"})
    with os.fdopen(descriptor, "rb") as file:
        keep(descriptor)
        data = file.read(limits.source_bytes + 1)
    source, findings = decode(shown, data, limits)
    if findings:
        return Refusal(findings[0].code, findings[0].arguments)
    return source


def real_path(path: Path) -> Path:
    """Where a path leads, every symbolic link on the way followed; what is not there stays as it is named.

    So does a link that leads to itself, which `Path.resolve` raises a `RuntimeError` for.
    """
    from pathlib import Path

    return Path(os.path.realpath(path))


def is_same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one regular file, or would; terminals and the like can be shared."""
    try:
        return one.samefile(other) and one.is_file()
    except (OSError, ValueError):
        return os.path.realpath(one) == os.path.realpath(other)


def about(path: Path, error: OSError) -> OSError:
    """The same error about the file that people named: they know neither what it leads to nor what is beside it."""
    return error if error.filename == str(path) else OSError(error.errno, error.strerror, str(path))
