"""Processes that do some work and say what they have done, until they end or are killed."""

from __future__ import annotations

import os
from collections.abc import Callable


def child_of(work: Callable[[int], None]) -> tuple[int, int]:
    """A process that does some work, given where to write what it acknowledges; its id, and where to read that."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    code = 1
    try:
        os.close(reading)
        work(writing)
        code = 0
    finally:
        os._exit(code)


def acknowledged(reading: int) -> list[str]:
    """The ids that a process that has ended acknowledged, each on a line."""
    with os.fdopen(reading) as lines:
        return [line for line in lines.read().split("\n") if line]
