"""Revisions for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.tools.show.cells import escaped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onefold.kernel.values import JsonObject
    from onefold.tools.show.style import Style
    from onefold.tools.store.revision import Revision


def revision_lines(revision: Revision, heads: Sequence[str], style: Style) -> Iterator[str]:
    """A revision as lines of text; a message is indented. Whatever it holds, the lines are harmless to a terminal."""
    mark = " (head)" if revision.id in heads else ""
    yield f"{style.paint('strong', f'revision {revision.id}')}{mark}"
    yield f"version  {revision.version}"
    if len(revision.parents) > 1:
        yield from (f"merges   {each}" for each in revision.parents)
    yield f"author   {escaped(revision.author)}"
    yield f"time     {revision.time}"
    message = revision.message.strip("\n")
    if message:
        yield ""
        yield from (f"    {escaped(line)}".rstrip() for line in message.split("\n"))


def header_lines(revision: Revision) -> Iterator[str]:
    """What is said of a revision above the workflow that it names."""
    yield f"version {revision.version}"
    yield f"revision {revision.id} of {revision.workflow}@{revision.channel}"
    for parent, version in zip(revision.parents, revision.parent_versions, strict=True):
        yield f"after {parent}, version {version}"
    yield escaped(f"recorded {revision.time} by {revision.author}")
    message = revision.message.strip("\n")
    if message:
        yield ""
        yield from (f"  {escaped(line)}".rstrip() for line in message.split("\n"))


def revision_object(revision: Revision) -> JsonObject:
    """A revision as JSON: its id, and its record."""
    return {"id": revision.id, **revision.document()}
