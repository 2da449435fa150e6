"""What `check` printed of whole folders stands while everything that it looked at looks as it did.

An answer that stands is printed without reading a workflow.
"""

from __future__ import annotations

import marshal
import os
import sys
import time

from blake3 import blake3

from onefold.tools.cache.folder import cache_place
from onefold.tools.cache.looks import STEP, Looks, looks_of
from onefold.tools.cache.programs import is_older, programs
from onefold.tools.cache.sealed import opened, sealed
from onefold.tools.witness import Before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, Final

    from onefold.tools.witness import Witness

_HEADER: Final = b"onefold answer 5\n"
_MOST_OUTPUT: Final = 2**24
_now = time.time_ns
# They change what is done, or what is printed, or what stands in the files.
_UNANSWERABLE: Final = ("--fix", "--add-ignores", "--no-cache", "-", "--stdin-filename")
VALUED: Final = ("--format", "--from", "--ignore", "--jobs", "--select", "--stdin-filename")
"""Options whose value is the next argument."""


class Question:
    """A check of folders, at one time."""

    __slots__ = ("_began", "_looks", "_made_by", "_path", "before")

    def __init__(self, path: str) -> None:
        """`path` is where the answer is kept."""
        self._path = path
        self._began = _now()
        self._looks: Looks | None = None
        self._made_by: bytes | None = None
        self.before: Before | None = None
        """What changed since the answer was kept, where that may be all."""

    def answer(self) -> tuple[int, bytes] | None:
        """The exit code and the output of the same check, where they stand. To be asked once, and first."""
        try:
            return self._remembered()
        except (OSError, ValueError, EOFError, TypeError):
            return None

    def _remembered(self) -> tuple[int, bytes] | None:
        payloads = opened(self._path, _HEADER)
        payload = next(payloads, None)
        if payload is None:
            return None
        seen, strangers, made_by, code, output = marshal.loads(payload)  # noqa: S302 - ours, and whole
        looks = Looks(*seen)
        if not looks.stand() or made_by != _digest(programs(strangers)):
            return None
        files, folders = looks.changed_files(), looks.changed_folders()
        if not files and not folders:
            return code, output
        self._looks, self._made_by = looks, made_by
        self.before = Before(files, folders, looks.searched(), next(payloads, b""))
        return None

    def keep(self, code: int, witness: Witness, strangers: tuple[str, ...] | None) -> None:
        """Keep what came of the check, if that can be asked for again and is worth it."""
        output = b"".join(witness.output)
        if not witness.is_whole or strangers is None or len(output) > _MOST_OUTPUT:
            return
        known = self._looks if witness.goes_on else None
        looks = looks_of(witness, self._began) if known is None else known.after(witness, self._began)
        if looks is None:
            return
        from onefold.tools.cache.keeping import keep

        made_by = self._made_by if known is not None else self._makers(strangers)
        if made_by is not None:
            answer = (looks.plain(), strangers, made_by, code, output)
            keep(self._path, sealed(_HEADER, marshal.dumps(answer), witness.account()))

    def _makers(self, strangers: tuple[str, ...]) -> bytes | None:
        """The programs that did the check; `None` where some changed meanwhile. What a run goes on from has its own."""
        try:
            found = programs(strangers)
        except OSError:  # one is gone
            return None
        return _digest(found) if is_older(found, self._began - STEP) else None


def asked(arguments: Sequence[str]) -> Question | None:
    """The question that the arguments of `check` put; `None` where no answer could stand."""
    # Times that tell of no change of state can be made to look the same.
    if os.name == "nt" or any(each.partition("=")[0] in _UNANSWERABLE for each in arguments):
        return None
    folder = cache_place()
    named = [each for each in _named(arguments) if os.path.lexists(each)]
    if folder is None or not all(map(os.path.isdir, named)):
        return None  # Files that are named are few.
    # The interpreter passes over what else people put into the import path.
    modules: list[object] = [*sys.path]
    texts = tuple(each for each in modules if isinstance(each, str))
    key = marshal.dumps((tuple(arguments), os.getcwd(), texts, *_screen()), 2)  # noqa: PTH109 - a text is wanted
    return Question(os.path.join(folder, "answers", f"{blake3(key).hexdigest()[:32]}.ledger"))  # noqa: PTH118


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


def _digest(found: tuple[Any, ...]) -> bytes:
    """What does the check, in few bytes."""
    return blake3(marshal.dumps(found, 2)).digest()


def _screen() -> Iterator[str | int | None]:
    """What the looks of the output depend on, and how names of files are read."""
    yield from map(os.environ.get, ("NO_COLOR", "TERM", "COLUMNS"))
    yield sys.getfilesystemencoding()
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    yield os.get_terminal_size(sys.stdout.fileno()).columns if is_terminal else None
