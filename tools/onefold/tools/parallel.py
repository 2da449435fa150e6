"""Work shared out to several processes, whose results come back in order."""

from __future__ import annotations

import marshal
import os
import select
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Final, NoReturn, TypeAlias

from onefold.kernel.classes import define, field
from onefold.tools import witness

Work: TypeAlias = Callable[[int], bytes]

# To start a process and to hear of its results takes about as long as to check this many files.
_FEWEST_A_PROCESS: Final = 100
# Each process takes some numbers at a time, so that one with slow ones leaves the others more. All tickets lie in one
# pipe from the beginning, which holds 4 KiB everywhere.
_MOST_TICKETS: Final = 1000
_TICKETS_A_PROCESS: Final = 16
_NUMBER: Final = 4
_INTERRUPTED: Final = 130
_BLOCK: Final = 1 << 16


class LostProcess(Exception):  # noqa: N818 - it is told to people as what happened
    """A process ended before its work did."""


def usual_jobs(count: int) -> int:
    """How many processes pay for that many files on this machine."""
    return max(1, min(_cores(), count // _FEWEST_A_PROCESS)) if can_share() else 1


def can_share() -> bool:
    """Whether a process can be forked here: where the system has that, and no other thread may hold a lock."""
    threading = sys.modules.get("threading")
    return hasattr(os, "fork") and (threading is None or threading.active_count() == 1)


def shared(count: int, work: Work, jobs: int) -> Generator[bytes, None, None]:
    """What `work` gives for each number below `count`, in order, worked out by `jobs` processes.

    They are forks of this one: `work` sees all that there is, and what it changes is gone. Nothing that they print is
    shown. Raises `LostProcess`; none of them outlives the iterator.
    """
    witness.missed()
    size = max(1, count // min(_MOST_TICKETS, jobs * _TICKETS_A_PROCESS))
    tickets, box = os.pipe()
    os.write(box, b"".join(first.to_bytes(_NUMBER, "big") for first in range(0, count, size)))
    os.close(box)
    crew = _Crew(tickets)
    try:
        with _uninterrupted():
            for _ in range(jobs):
                crew.hire(count, size, work)
        yield from crew.results(count)
    finally:
        crew.dismiss()


@define(eq=False)
class _Crew:
    """The processes that are at work."""

    tickets: int
    """Where each of them draws the first of the numbers that it does next."""
    _heard: dict[int, bytearray] = field(factory=dict, init=False)
    """What came through the pipe of each, and is not understood yet."""
    _processes: dict[int, int] = field(factory=dict, init=False)
    """The process at the other end of each pipe."""

    def hire(self, count: int, size: int, work: Work) -> None:
        """Start one more process."""
        ear, mouth = os.pipe()
        process = os.fork()
        if process == 0:
            # The ends of others must be closed, or nobody would notice that this process' reader is gone.
            for each in (*self._heard, ear):
                os.close(each)
            _labour(self.tickets, mouth, count, size, work)
        os.close(mouth)
        self._heard[ear] = bytearray()
        self._processes[ear] = process

    def results(self, count: int) -> Iterator[bytes]:
        """All results in order; each is kept until those before it are there."""
        early: dict[int, list[bytes]] = {}
        following = 0
        for first, results in self._messages():
            early[first] = results
            while following in early:
                ready = early.pop(following)
                following += len(ready)
                yield from ready
        if following < count:
            raise LostProcess("a process ended before its work did")

    def _messages(self) -> Iterator[tuple[int, list[bytes]]]:
        """The batches of results as they come in."""
        poll = select.poll()
        for ear in self._heard:
            poll.register(ear, select.POLLIN)
        while self._heard:
            for ear, _ in poll.poll():
                data = os.read(ear, _BLOCK)
                if data:
                    self._heard[ear] += data
                    yield from _complete(self._heard[ear])
                else:
                    poll.unregister(ear)
                    self._bury(ear)

    def _bury(self, ear: int) -> None:
        """Take leave of a process that closed its pipe. Raises `LostProcess` unless it came to the end of its work."""
        rest = self._heard.pop(ear)
        os.close(ear)
        _, status = os.waitpid(self._processes.pop(ear), 0)
        code = os.waitstatus_to_exitcode(status)
        if code == _INTERRUPTED:
            raise KeyboardInterrupt  # The same key was meant for all of them.
        if code < 0:
            raise LostProcess(f"a process that shared the work was ended by signal {-code}")
        if code or rest:
            raise LostProcess(f"a process that shared the work ended with {code}")

    def dismiss(self) -> None:
        """End what still works."""
        os.close(self.tickets)
        for ear in self._heard:
            os.close(ear)
        for process in self._processes.values():
            _end(process)


def _labour(tickets: int, mouth: int, count: int, size: int, work: Work) -> NoReturn:
    """Draw tickets, do what they say, and tell of it, until there are none."""
    code = 1
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        # Whatever is printed is the parent's to print, in its order.
        sys.stdout = sys.stderr = None  # as where a process has no such streams
        while ticket := os.read(tickets, _NUMBER):
            first = int.from_bytes(ticket, "big")
            results = [work(number) for number in range(first, min(first + size, count))]
            _send(mouth, marshal.dumps((first, results)))
        code = 0
    except KeyboardInterrupt:
        code = _INTERRUPTED
    finally:
        # Nothing of the parent's may be done twice: no clean-up, no buffer written.
        os._exit(code)


def _send(mouth: int, message: bytes) -> None:
    data = memoryview(len(message).to_bytes(_NUMBER, "big") + message)
    while data:
        data = data[os.write(mouth, data) :]


def _complete(heard: bytearray) -> Iterator[tuple[int, list[bytes]]]:
    """The messages that are there as a whole; they are taken out of what was heard."""
    while len(heard) >= _NUMBER:
        end = _NUMBER + int.from_bytes(heard[:_NUMBER], "big")
        if len(heard) < end:
            return
        message = bytes(heard[_NUMBER:end])
        del heard[:end]
        yield marshal.loads(message)  # noqa: S302 - it comes from a fork of this process


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let an interrupt wait: one between the birth of a process and the note of it would leave an orphan."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(process: int) -> None:
    # It stays a process until it is waited for, so there is always somebody to get the signal.
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)


def _cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
