"""Ask a model: any program that reads a prompt on its standard input and writes the answer to its standard output."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from tempfile import TemporaryFile
from threading import Thread
from typing import IO, Final

_CHUNK: Final = 2**16
# How long a program may take to end when it has written everything.
_LAST_SECONDS: Final = 10.0


class NoAnswer(Exception):  # noqa: N818 - it says what there is not
    """A program gave no answer; the text says why."""


def ask(command: Sequence[str], prompt: str, seconds: float, most_bytes: int) -> bytes:
    """What a program, started without a shell, answers within a time. Raises `NoAnswer`."""
    with TemporaryFile() as asked:
        asked.write(prompt.encode())
        asked.seek(0)
        try:
            process = subprocess.Popen(  # noqa: S603 - an argument list that the user gave for this
                list(command), stdin=asked, stdout=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise NoAnswer(f"`{command[0]}` cannot be run: {reason.lower()}") from None
    try:
        return _answer(process, command[0], seconds, most_bytes)
    finally:
        _end(process)


def _answer(process: subprocess.Popen[bytes], name: str, seconds: float, most_bytes: int) -> bytes:
    chunks: list[bytes] = []
    # A program that left others behind keeps its output open; a thread can be left behind, too.
    reader = Thread(target=_read, args=(process.stdout, chunks, most_bytes), daemon=True)
    reader.start()
    reader.join(seconds)
    if reader.is_alive():
        raise NoAnswer(f"`{name}` did not answer within {seconds:g} s")
    answer = b"".join(chunks)
    if len(answer) > most_bytes:
        raise NoAnswer(f"`{name}` answers with more than {most_bytes} bytes")
    try:
        code = process.wait(_LAST_SECONDS)
    except subprocess.TimeoutExpired:
        raise NoAnswer(f"`{name}` closed its output and does not end") from None
    if code != 0:
        raise NoAnswer(f"`{name}` ended with exit code {code}" if code > 0 else f"`{name}` was ended by signal {-code}")
    return answer


def _read(stream: IO[bytes] | None, chunks: list[bytes], most_bytes: int) -> None:
    assert stream is not None  # noqa: S101 - it was asked for
    left = most_bytes + 1
    with stream, suppress(OSError):
        while left > 0 and (chunk := os.read(stream.fileno(), min(_CHUNK, left))):
            chunks.append(chunk)
            left -= len(chunk)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program with all that it started, unless it has ended by itself."""
    if process.returncode is not None:
        return
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
