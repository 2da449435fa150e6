"""What `check` printed of whole folders stands while git says that nothing changed, and nothing else that it saw did.

An answer that stands is printed without reading a workflow. Git is asked, since its index knows every file.
"""

from __future__ import annotations

import marshal
import os
import sys
import time

from blake3 import blake3

from onefold.tools.cache.folder import cache_place
from onefold.tools.cache.programs import programs
from onefold.tools.cache.sealed import opened, sealed
from onefold.tools.cache.worktree import WorkTree, appearance, is_settled, listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final, TypeAlias

    from onefold.tools.cache.worktree import Appearance, State
    from onefold.tools.witness import Witness

    Others: TypeAlias = tuple[tuple[str, Appearance], ...]

_HEADER: Final = b"onefold answer 2\n"
_MOST_OUTPUT: Final = 2**20
_now = time.time_ns
# They change what is done, or what is printed, or what stands in the files.
_UNANSWERABLE: Final = ("--fix", "--add-ignores", "--no-cache", "-", "--stdin-filename")
VALUED: Final = ("--format", "--from", "--ignore", "--jobs", "--select", "--stdin-filename")
"""Options whose value is the next argument."""


class Question:
    """A check of folders of a work tree, at one state of it."""

    __slots__ = ("_began", "_folders", "_look", "_path", "_state", "_tree")

    def __init__(self, path: str, folders: Sequence[str], tree: WorkTree) -> None:
        """`path` is where the answer is kept."""
        self._path = path
        self._folders = folders
        self._tree = tree
        self._began = _now()
        self._look = tree.looked_at()
        self._state: State | None = None

    def answer(self) -> tuple[int, bytes] | None:
        """The exit code and the output of the same check, where they stand. To be asked once, and first."""
        try:
            code, output, state = self._remembered()
        except (OSError, ValueError, EOFError, TypeError):
            state = None
        # Git was at work meanwhile.
        self._state = self._look()
        return (code, output) if state is not None and state == self._state else None

    def _remembered(self) -> tuple[int, bytes, State | None]:
        """What is kept, and the state at which it stands: none where something else has changed. Raises `OSError`."""
        payload = opened(self._path, _HEADER)
        if payload is None:
            return 0, b"", None
        state, others, listed, ways, strangers, made_by, code, output = marshal.loads(payload)  # noqa: S302 - ours, and whole
        stands = (
            all(appearance(path) == looks for path, looks in others)
            and all(listing(path) == looks for path, looks in listed)
            and all(os.path.realpath(path) == real for path, real in ways)
            and made_by == _programs(strangers)
        )
        return code, output, state if stands else None

    def keep(self, code: int, witness: Witness, strangers: tuple[str, ...] | None) -> None:
        """Keep what came of the check, if that can be asked for again."""
        output = b"".join(witness.output)
        state = self._state
        if state is None or not witness.is_whole or strangers is None or len(output) > _MOST_OUTPUT:
            return
        others = self._others(witness, state)
        if others is None or self._tree.ignores(self._folders) or self._tree.state() != state:
            return
        # Git and a search may differ about what is ignored, and git does not say that a folder cannot be read.
        listed = tuple((path, listing(path)) for path in witness.listed)
        looks = [each for _, each in (*others, *listed, *state[1])]
        if not is_settled(looks, self._began):
            return
        from pathlib import Path

        from onefold.tools.cache.ledger import keep

        ways = tuple(_ways(witness.paths))
        known = (state, others, listed, ways, strangers, _programs(strangers), code, output)
        keep(Path(self._path), sealed(_HEADER, marshal.dumps(known)))

    def _others(self, witness: Witness, state: State) -> Others | None:
        """What was looked at and git says nothing of; `None` where that cannot be told."""
        known = self._tree.known()
        if known is None:
            return None
        files, links = known
        files.update(name for name, _ in state[1])
        # Git knows where a link leads, and not what is there.
        found = {path: appearance(path) for path in map(self._tree.outer, links)}
        for path, real in _real(witness.paths):
            inner = self._tree.inner(real)
            if inner is None or inner not in files:
                found[path] = appearance(path)
        return tuple(found.items())


def asked(arguments: Sequence[str]) -> Question | None:
    """The question that the arguments of `check` put; `None` where no answer could stand."""
    if any(each.partition("=")[0] in _UNANSWERABLE for each in arguments):
        return None
    named = [each for each in _named(arguments) if os.path.lexists(each)]
    if not all(map(os.path.isdir, named)):
        return None  # Files that are named are few.
    folders = named or ["."]
    folder, tree = cache_place(), WorkTree.around(folders[0])
    if folder is None or tree is None or any(tree.inner(f"{os.path.realpath(each)}/") is None for each in folders):
        return None
    # The interpreter passes over what else people put into the import path.
    modules: list[object] = [*sys.path]
    texts = tuple(each for each in modules if isinstance(each, str))
    key = marshal.dumps((tuple(arguments), os.getcwd(), texts, *_screen()), 2)  # noqa: PTH109 - a text is wanted
    return Question(os.path.join(folder, "answers", f"{blake3(key).hexdigest()[:32]}.ledger"), folders, tree)  # noqa: PTH118


def _named(arguments: Sequence[str]) -> Iterator[str]:
    """Those of the arguments that name something to check."""
    rest = iter(arguments)
    for each in rest:
        if each == "--":
            yield from rest
        elif each in VALUED:
            next(rest, None)
        elif not each.startswith("-"):
            yield each


def _programs(strangers: Sequence[str]) -> bytes:
    """What does the check, in few bytes. Raises `OSError`."""
    return blake3(marshal.dumps(programs(strangers), 2)).digest()


def _screen() -> Iterator[str | int | None]:
    """What the looks of the output depend on, and how names of files are read."""
    yield from map(os.environ.get, ("NO_COLOR", "TERM", "COLUMNS"))
    yield sys.getfilesystemencoding()
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    yield os.get_terminal_size(sys.stdout.fileno()).columns if is_terminal else None


def _real(paths: set[str]) -> Iterator[tuple[str, str]]:
    """Each absolute path, and the same without symbolic links but in its last part."""
    folders: dict[str, str] = {}
    for path in paths:
        folder, name = os.path.split(path)
        if name in ("", ".", ".."):
            yield os.path.join(os.getcwd(), path), os.path.realpath(path)  # noqa: PTH109, PTH118
            continue
        real = folders.get(folder)
        if real is None:
            real = folders[folder] = os.path.join(os.path.realpath(folder), "")  # noqa: PTH118
        yield real + name, real + name


def _ways(paths: set[str]) -> Iterator[tuple[str, str]]:
    """The folders that were reached through symbolic links, and where those led."""
    for folder in {os.path.dirname(path) for path in paths}:  # noqa: PTH120
        real = os.path.realpath(folder)
        if real != os.path.abspath(folder):  # noqa: PTH100 - `resolve` would follow links
            yield folder, real
