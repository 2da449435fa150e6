"""The history of a channel, newest first."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count

from onefold.tools.store.channel import Channel
from onefold.tools.store.revision import Revision


def history(channel: Channel) -> Iterator[Revision]:
    """The revisions of a channel from its heads to its first, each once; each is read when it is asked for.

    Where lines of descent run beside each other, the later revision comes first. Raises `Damaged`, after what could
    be read before, and `OSError`.
    """
    numbers = count()
    waiting: list[tuple[int, int, Revision]] = []
    seen: set[str] = set()

    def wait(identifiers: tuple[str, ...]) -> None:
        for identifier in identifiers:
            if identifier not in seen:
                seen.add(identifier)
                revision = channel.read(identifier)
                heappush(waiting, (-_moment(revision), next(numbers), revision))

    wait(channel.heads())
    while waiting:
        _, _, revision = heappop(waiting)
        yield revision
        wait(revision.parents)


def _moment(revision: Revision) -> int:
    """The time as a number that grows with it."""
    return int("".join(each for each in revision.time if each.isdigit()))
