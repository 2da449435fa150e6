"""The two readings of a fold text by the tables of its grammar: one parse, with or without spans."""

from __future__ import annotations

from onefold.frontends.fold.build import Build
from onefold.frontends.fold.make import Nodes, Plain
from onefold.frontends.fold.parse import Parse
from onefold.frontends.fold.tables import tables
from onefold.frontends.frontend import Reading
from onefold.frontends.refusal import Refused
from onefold.frontends.tally import Tally
from onefold.frontends.tree import MappingNode
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.functions import partial
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from onefold.frontends.fold.make import Make
    from onefold.frontends.frontend import Limits
    from onefold.frontends.tree import Node
    from onefold.kernel.source import Source


def read(source: Source, limits: Limits) -> Reading:
    """The value of a text, or what is wrong with it."""
    tally = Tally(source, limits, refuses_depth=True)
    try:
        value = _parse(source, Plain(), tally)
    except Refused as refused:
        return Reading(None, (*tally.findings, refused.finding))
    return Reading(None if tally.findings else value, tuple(tally.findings))


def locate(source: Source, limits: Limits) -> Node | None:
    """The tree of a text with spans; `None` where the text is refused."""
    tally = Tally(source, limits, refuses_depth=True)
    try:
        node = _parse(source, Nodes(source), tally)
    except Refused:
        return None
    return node if isinstance(node, MappingNode) and not tally.findings else None


def _parse(source: Source, make: Make, tally: Tally) -> Any:  # noqa: ANN401 - a plain value or a node
    made = tables()
    parse = Parse(source, made, tally=tally, states=[made.start])
    if parse.skip(0) == len(source.text):
        raise Refused(Finding("empty-document", Place(span=Span(source, 0, 0))))
    build = Build(source, make, tally, parse.without_comments)
    parse.act = partial(getattr, build)
    return parse.run(_unexpected)


def _unexpected(parse: Parse, position: int) -> Refused:
    from onefold.frontends.fold.expectation import unexpected  # Words are needed only where something is wrong.

    return unexpected(parse, position)
