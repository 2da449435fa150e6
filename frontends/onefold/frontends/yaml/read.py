"""Both readings of YAML: libyaml in front, the reference parser behind it, one builder for both."""

from __future__ import annotations

from onefold.frontends.frontend import Reading
from onefold.frontends.refusal import Refused
from onefold.frontends.yaml import guards
from onefold.frontends.yaml.builder import Builder
from onefold.frontends.yaml.events import Declined, Objection, fast, reference
from onefold.kernel.typed import cast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from onefold.frontends.frontend import Limits
    from onefold.frontends.tree import Node
    from onefold.frontends.yaml.built import Built
    from onefold.frontends.yaml.events import Event
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.source import Source
    from onefold.kernel.values import JsonValue

# The reference parser needs some seconds for this much. What is longer, or made to hold far more than people write
# in so much text, is explained by the fast one, which has already refused it.
LONGEST_FOR_REFERENCE: Final = 2**20
MOST_EVENTS_OF_REFERENCE: Final = 25_000

# The findings that show another place too, which only the tree knows.
_WITH_PLACES: Final = ("duplicate-key", "bad-merge")


def read(source: Source, limits: Limits) -> Reading:
    """The value of the one document in a YAML source."""
    try:
        value, remarks = _build(source, limits, tree=False)
        return Reading(cast("JsonValue", value), remarks)
    except Refused as refused:
        finding = refused.finding
    if finding.code in _WITH_PLACES:
        try:
            _build(source, limits, tree=True)
        except Refused as refused:
            finding = refused.finding
    return Reading(None, (finding,))


def locate(source: Source, limits: Limits) -> Node | None:
    """The tree of a YAML source with spans; `None` where the source is refused."""
    try:
        node, _ = _build(source, limits, tree=True)
        return cast("Node", node)
    except Refused:
        return None


def _build(source: Source, limits: Limits, *, tree: bool) -> tuple[Built, tuple[Finding, ...]]:
    """The value or the tree, and what is remarked on it; raises `Refused`."""
    guards.require_agreed_characters(source)
    guards.require_known_version(source)
    objection = Objection("", 0)
    events = fast(source.text)
    if events is not None:
        try:
            return _built(Builder(source, limits, tree), events)
        except Declined as declined:
            objection = declined.objection
    guards.require_readable_characters(source)
    if events is None:
        checked = reference(source.text)
    elif len(source.text) <= LONGEST_FOR_REFERENCE:
        checked = reference(source.text, MOST_EVENTS_OF_REFERENCE)
    else:
        raise _explained(source, objection)
    try:
        return _built(Builder(source, limits, tree), checked)
    except Declined as declined:
        # Where the reference parser has no words, because it fails with an exception that is not its own or has
        # been stopped, the fast one has.
        raise _explained(source, declined.objection if declined.objection.problem else objection) from None


def _explained(source: Source, objection: Objection) -> Refused:
    from onefold.frontends.yaml.syntax import explain  # Words are needed only where something is wrong.

    return explain(source, objection)


def _built(builder: Builder, events: Iterable[Event]) -> tuple[Built, tuple[Finding, ...]]:
    return builder.build(events), tuple(builder.remarks)
