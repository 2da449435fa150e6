"""The two event streams: libyaml's, which is fast, and that of ruamel.yaml's pure parser, the reference."""

from __future__ import annotations

from onefold.kernel.classes import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    class Mark(Protocol):
        """A place in the text, counted in characters from 0."""

        index: int
        line: int
        column: int

    class Event(Protocol):
        """What both libraries call an event. Which of the attributes it has depends on its class.

        An anchor is `None` where there is none, a tag is written out; plain scalars have a false `style`.
        """

        start_mark: Mark
        end_mark: Mark
        value: str
        style: str | None
        anchor: str | None
        tag: str | None
        flow_style: bool
        explicit: bool
        version: tuple[int, int] | None


@frozen
class Objection:
    """Why a parser does not accept a text, in the parser's own words."""

    problem: str
    index: int
    """Where the parser saw the problem."""
    context: str = ""
    """What the parser was doing."""
    start: int | None = None
    """Where what it was doing began."""


class Declined(Exception):  # noqa: N818 - it is an answer of the parser, not a fault
    """A parser does not accept the text."""

    def __init__(self, objection: Objection) -> None:
        """`objection` says why."""
        super().__init__(objection.problem)
        self.objection = objection


def fast(text: str) -> Iterator[Event] | None:
    """The events of libyaml; `None` where PyYAML was built without its C part."""
    from onefold.frontends.yaml.libyaml import parser

    try:
        return _declining(iter(parser()(text).get_event, None))
    except ImportError:
        return None


def reference(text: str, most: int | None = None) -> Iterator[Event]:
    """The events of the reference parser, declined without a word after the first `most`.

    A fresh parser for every text: one that has met a directive keeps what it said.
    """
    from ruamel.yaml import YAML

    for number, event in enumerate(_declining(YAML(typ="safe", pure=True).parse(text))):
        if number == most:
            raise Declined(Objection("", 0))
        yield event


def accepted(text: str) -> list[Event]:
    """The events of a text that both parsers read as the same tree; none where both decline it."""
    for parse in (fast, reference):
        events = parse(text)
        if events is None:
            continue
        try:
            return [*events]
        except Declined:
            continue
    return []


def _declining(events: Iterator[Event]) -> Iterator[Event]:
    try:
        yield from events
    except Exception as error:  # The reference parser raises many kinds besides its own, such as KeyError.
        raise Declined(_objection(error)) from error


def _objection(error: Exception) -> Objection:
    mark = getattr(error, "problem_mark", None)
    start = getattr(error, "context_mark", None)
    return Objection(
        problem=getattr(error, "problem", None) or "",
        index=mark.index if mark else 0,
        context=getattr(error, "context", None) or "",
        start=start.index if start else None,
    )
