"""Anchors, tags and aliases as they are written before a node."""

from __future__ import annotations

from onefold.frontends.refusal import excerpt
from onefold.frontends.yaml.ambiguous import ambiguous
from onefold.kernel import patterns
from onefold.kernel.classes import frozen
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.refusal import Refused
    from onefold.frontends.yaml.events import Event
    from onefold.kernel.source import Source

_PROPERTY: Final = patterns.compile(r"[&*][^\s,\[\]{}]*|!<[^>\s]*>|![^\s,\[\]{}]*")
_SEPARATION: Final = patterns.compile(r"(?:[ \t\r\n]|(?<![^ \t\r\n])#[^\r\n]*+)*+")
_TIGHT_COLON: Final = patterns.compile(r"[ \t]*:[^ \t\r\n,\[\]{}]")


@frozen
class Properties:
    """What is written before the content of a node."""

    anchor: Span | None
    tag: Span | None
    content: int
    """Index of the content's first character."""


def written(source: Source, start: int, end: int) -> Properties:
    """The properties of the node at `start`; content that is empty begins at `end`."""
    spans: dict[str, Span] = {}
    index = start
    while len(spans) < 2 and index < end and source.text[index] in "&!":
        match = _PROPERTY.match(source.text, index)
        if not match:
            break
        spans[source.text[index]] = Span(source, index, match.end())
        separation = _SEPARATION.match(source.text, match.end())
        index = separation.end() if separation else match.end()
    return Properties(spans.get("&"), spans.get("!"), min(index, end))


def content_start(source: Source, event: Event) -> int:
    """Index of the first character of a node's content, after its properties."""
    start = event.start_mark.index
    if event.anchor is None and event.tag is None:
        return start
    return written(source, start, event.end_mark.index).content


def require_same_anchor(source: Source, event: Event) -> None:
    """Refuse an anchor whose written name is longer than what the parser took for it."""
    anchor = written(source, event.start_mark.index, event.end_mark.index).anchor
    if anchor is not None and anchor.text[1:] != event.anchor:
        raise _not_the_name(anchor, "anchor")


def require_same_alias(source: Source, event: Event) -> Span:
    """The alias as written, refused where its written name is longer than what the parser took for it.

    It is refused, too, where a colon follows that only some readers take for the end of a key.
    """
    start = event.start_mark.index
    match = _PROPERTY.match(source.text, start)
    alias = Span(source, start, match.end() if match else event.end_mark.index)
    if alias.text[1:] != event.anchor:
        raise _not_the_name(alias, "alias")
    if _TIGHT_COLON.match(source.text, alias.end):
        reason = f"only some readers take `{excerpt(alias.text)}` for a key"
        raise ambiguous(alias, reason, "put a space after the colon")
    return alias


def _not_the_name(span: Span, noun: str) -> Refused:
    reason = f"some readers end the {noun} `{excerpt(span.text)}` before its last character"
    return ambiguous(span, reason, f"use letters, digits, `-` and `_` only, and put a space after the {noun}")
