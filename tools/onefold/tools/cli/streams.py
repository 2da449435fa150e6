"""Standard output and standard error: results go to the one, everything else to the other."""

from __future__ import annotations

import os
import sys

from onefold.tools import witness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final, TextIO

    from onefold.kernel.diagnostics import Diagnostic

_NARROWEST: Final = 40
_MOST_COMPLAINTS: Final = 100


class _Account:
    """What the command has written and complained of so far, for programs that it has nothing else to tell."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.has_written = False
        self.complaints: list[str] = []

    def add(self, complaint: str) -> None:
        if len(self.complaints) < _MOST_COMPLAINTS:
            self.complaints.append(complaint)


_account: Final = _Account()


class ClosedOutput(Exception):  # noqa: N818 - the reader went away, which is no error
    """Nobody reads any more what is written to standard output."""


def begin() -> None:
    """Nothing was written yet, and nothing complained of."""
    _account.begin()


def has_written() -> bool:
    """Whether anything went to standard output since the command began."""
    return _account.has_written


def complaints() -> tuple[str, ...]:
    """What was complained of since the command began."""
    return tuple(_account.complaints)


def write(text: str) -> None:
    """Write text to standard output as UTF-8."""
    write_bytes(encoded(text))


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output. Raises `ClosedOutput`, and `OSError` when it cannot be written."""
    witness.wrote(data)
    stream = _standard_output()
    _account.has_written = _account.has_written or bool(data)
    try:
        stream.buffer.write(data)
    except BrokenPipeError:
        raise ClosedOutput from None


def finish() -> None:
    """Hand over what was written. Raises as `write_bytes` does."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise ClosedOutput from None


def say(text: str) -> None:
    """Write text and a line end to standard error; where nobody can read it there is nothing to be done."""
    witness.missed()
    finish()
    if sys.stderr is not None:
        try:
            sys.stderr.buffer.write(encoded(f"{text}\n"))
            sys.stderr.flush()
        except OSError:
            return


def complain(message: str) -> None:
    """Tell on standard error why the command could not do all of its work."""
    from onefold.tools.show.cells import escaped  # Most commands complain of nothing.

    _account.add(message)
    say(f"onefold: {escaped(message)}")


def referred(message: str, command: str) -> str:
    """A message with the command that says more."""
    return f"{message} See `{command}`." if message.endswith("?") else f"{message}; see `{command}`"


def reason_of(error: OSError | ValueError) -> str:
    """Why a file could not be read or written, as the end of a sentence. Python refuses some names as values."""
    return ((error.strerror if isinstance(error, OSError) else None) or str(error)).lower()


def in_the_way(error: OSError) -> str:
    """What keeps a command from going on: the file, called from the current folder, that it cannot use, and why."""
    from onefold.tools.workspace import shown

    if isinstance(error.filename, str):
        return f"cannot use `{shown(error.filename)}`: {reason_of(error)}"
    # Without a name it is the folder that all names are looked for from.
    is_here = not isinstance(error, FileNotFoundError)
    return f"cannot go on: {reason_of(error) if is_here else 'the current folder is no longer there'}"


def say_diagnostics(diagnostics: Iterable[Diagnostic], path: str) -> None:
    """Show on standard error what is wrong with the source called `path`."""
    from onefold.tools.show.text import render  # Most commands complain of nothing.

    for each in diagnostics:
        _account.add(f"`{path}`: [{each.code}] {each.message}")
        say(f"{render(each, colour=has_colour(sys.stderr), path=path, columns=columns(sys.stderr))}\n")


def abandon() -> None:
    """Send what is still unwritten nowhere, so that the interpreter does not fail on it at its end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), _standard_output().fileno())
    except (OSError, ValueError):
        return


def encoded(text: str) -> bytes:
    """Text as UTF-8; the bytes of a file name that are no UTF-8 as they are."""
    return text.encode("utf-8", "surrogateescape")


def has_colour(stream: TextIO | None) -> bool:
    """Whether colours are wanted there: only on a terminal, and never with `NO_COLOR`."""
    if stream is None or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def columns(stream: TextIO | None) -> int:
    """How wide text may be there."""
    if stream is None or not stream.isatty():
        from onefold.tools.show.text import COLUMNS

        return COLUMNS
    import shutil  # What is no terminal has no size.

    return max(_NARROWEST, shutil.get_terminal_size().columns)


def _standard_output() -> TextIO:
    if sys.stdout is None:
        raise OSError("standard output is closed")
    return sys.stdout
