"""Ask git several things at a time, at little cost: without the module of the standard library that runs programs."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Final

ENVIRONMENT: Final = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
}
"""Nothing is fetched, nobody is asked, the index is left alone, and objects are what they say."""
_BLOCK: Final = 1 << 16
_NOBODY: Final = (-1, -1)
"""In place of a process that could not be started."""


def can_ask() -> bool:
    """Whether programs can be started here in this way."""
    return hasattr(os, "posix_spawnp")


def answers(folder: str, questions: Sequence[Sequence[str]], codes: Sequence[int] = (0,)) -> list[bytes] | None:
    """What git prints at the top of a work tree for each list of words; `None` where it cannot be run, or refuses one.

    The folder is absolute, without symbolic links.

    `codes` are the exit codes of an answer. What a user wrote must stand after `--` or `--end-of-options`.
    """
    return asked(folder, questions, codes)()


def asked(
    folder: str, questions: Sequence[Sequence[str]], codes: Sequence[int] = (0,)
) -> Callable[[], list[bytes] | None]:
    """The same for who has something else to do meanwhile; the answers must be called for."""
    running: list[tuple[int, int]] = []
    try:
        for words in questions:
            running.append(_start(folder, words))  # noqa: PERF401 - those before a failure must be heard
    except OSError:
        running.append(_NOBODY)

    def heard() -> list[bytes] | None:
        # All are heard to their ends, whatever the first says: none may be left waiting.
        found = [_all_of(*each, codes) for each in running]
        return [each for each in found if each is not None] if None not in found else None

    return heard


# What users may have set to save time, or for file systems that know no case, would let changes pass unseen.
_SETTINGS: Final = (
    *("-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false", "-c", "core.ignoreCase=false"),
    *("-c", "core.checkStat=default", "-c", "core.trustctime=true"),
)


def _start(folder: str, words: Sequence[str]) -> tuple[int, int]:
    """Start git: its process, and the end of the pipe that it writes to. Raises `OSError`.

    It speaks of this folder, whatever its configuration says of the work tree, or of none.
    """
    command = ["git", *_SETTINGS, "-C", folder, f"--work-tree={folder}", *words]
    around = {"GIT_CEILING_DIRECTORIES": os.path.dirname(folder)}  # noqa: PTH120 - a text
    ear, mouth = os.pipe()
    nothing = os.devnull
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, nothing, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_DUP2, mouth, 1),
        (os.POSIX_SPAWN_OPEN, 2, nothing, os.O_WRONLY, 0),
    ]
    try:
        process = os.posix_spawnp(command[0], command, os.environ | ENVIRONMENT | around, file_actions=actions)
    except OSError:
        os.close(ear)
        raise
    finally:
        os.close(mouth)
    return process, ear


def _all_of(process: int, ear: int, codes: Sequence[int]) -> bytes | None:
    """Everything that a process writes; `None` where it did not end well."""
    if (process, ear) == _NOBODY:
        return None
    parts = []
    while part := os.read(ear, _BLOCK):
        parts.append(part)
    os.close(ear)
    _, status = os.waitpid(process, 0)
    return b"".join(parts) if os.waitstatus_to_exitcode(status) in codes else None
