"""What is drawn: boxes and arrows with their words, whatever the format. Text is as it is: drawing escapes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from onefold.kernel.classes import frozen

Status: TypeAlias = Literal["plain", "same", "added", "removed", "changed", "renamed"]
STATUSES: Final[tuple[Status, ...]] = ("added", "removed", "changed", "renamed", "same")
"""What a thing is in a difference, in the order of a legend; without one everything is `plain`."""


@frozen
class Box:
    """A step."""

    name: str
    """Its id; unique."""
    kind: str
    """`model`, `tool`, `parallel`, `conditional` or `subworkflow`."""
    detail: str
    """A few words on what it does: a tool's id, a condition."""
    status: Status = "plain"
    before: str | None = None
    """The id it had before."""
    is_start: bool = False
    inside: str | None = None
    """The parallel step in whose region it is drawn."""
    lane: str | None = None
    """The first step of its branch there."""


@frozen
class Arrow:
    """A way from a step to another."""

    origin: str
    target: str
    kind: str
    """`transition`, `branch`, `then` or `otherwise`."""
    label: str
    """Outcomes and condition; empty for a plain success."""
    status: Status = "plain"
    is_bad: bool = False
    """Whether it is taken when a step failed or took too long."""


@frozen
class Scene:
    """A workflow to be drawn."""

    title: str
    boxes: Mapping[str, Box]
    """By id; the start first."""
    arrows: tuple[Arrow, ...]
