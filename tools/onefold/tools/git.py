"""Run git: without a shell, without questions, and so that nothing a user or a repository wrote is an option."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ENVIRONMENT: Final = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
}
"""Nothing is fetched, nobody is asked, the index is left alone, and objects are what they say."""


class GitRefusal(Exception):  # noqa: N818 - it is an answer to a request, named for what it is
    """There is no git, or it could not do what it was asked; the text says what, without a full stop."""


def run_git(folder: Path, words: Sequence[str], refusal: str) -> bytes:
    """What git prints in a folder; what a user wrote must stand after `--end-of-options`.

    Raises `GitRefusal`, which begins with `refusal`.
    """
    return run_git_for_code(folder, words, refusal, ())[0]


def run_git_for_code(folder: Path, words: Sequence[str], refusal: str, also: Sequence[int]) -> tuple[bytes, int]:
    """The same for a command whose exit code is an answer: what it prints, and the code.

    Raises `GitRefusal`, which begins with `refusal`, for every exit code but 0 and those in `also`.
    """
    try:
        done = subprocess.run(  # noqa: S603 - no shell; what a user wrote stands after --end-of-options
            [program(), *words],
            cwd=folder,
            env=os.environ | ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except (OSError, ValueError) as error:
        raise GitRefusal(f"git cannot be run: {error}") from None
    if done.returncode not in (0, *also):
        reason = done.stderr.decode("utf-8", "replace").strip().split("\n")[-1].removeprefix("fatal: ")
        raise GitRefusal(f"{refusal}{f': {reason}' if reason else ''}")
    return done.stdout, done.returncode


def program() -> str:
    """The path of git. Raises `GitRefusal`."""
    found = shutil.which("git")
    if found is None:
        raise GitRefusal("git is not installed")
    return found
