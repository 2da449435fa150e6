"""The changes of many workflows as Markdown, for the summary of a job."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from onefold.tools.git_changes import Changes, State
from onefold.tools.show.difference.markdown import code, render

LIMIT: Final = 900_000
"""Bytes of UTF-8; the runners of GitHub refuse a summary of more than 1 MiB."""


def render_changes(changes: Changes, limit: int = LIMIT) -> str:
    """All changes, what differs in meaning first; what has no room is counted."""
    kept, room, left = [], limit, 0
    for block in _blocks(changes):
        size = len(block.encode("utf-8", "replace")) + 2
        if size > room:
            left += 1
            continue
        kept.append(block)
        room -= size
    if left:
        kept.append(f"*The summary has no room for {left} more.*")
    return "".join(f"{block}\n\n" for block in kept) or "No workflow changed.\n\n"


def _blocks(changes: Changes) -> Iterator[str]:
    for old, new, difference in changes.changed:
        if not difference.is_empty:
            yield render(difference, old.path, new.path).rstrip("\n")
    for old, new, difference in changes.changed:
        if difference.is_empty:
            moved = "" if old.path == new.path else f", now in {code(new.path)}"
            yield f"**same version** {_named(old)}{moved}"
    yield from (f"**added** {_named(each)}" for each in changes.added)
    yield from (f"**removed** {_named(each)}" for each in changes.removed)
    yield from (f"**not compared** {code(each)}: it does not compile, or did not" for each in changes.broken)


def _named(state: State) -> str:
    return f"{code(state.canonical.workflow.workflow)} in {code(state.path)}"
