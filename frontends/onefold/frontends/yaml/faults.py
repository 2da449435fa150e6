"""What is said where YAML of a valid syntax is refused while it is built."""

from __future__ import annotations

from onefold.frontends.refusal import Refused, excerpt
from onefold.frontends.yaml import properties
from onefold.frontends.yaml.ambiguous import ambiguous
from onefold.frontends.yaml.scalars import CORE_TAGS
from onefold.kernel import patterns
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Span
from onefold.kernel.words import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from onefold.frontends.yaml.events import Event
    from onefold.kernel.source import Source

_SURROGATE: Final = patterns.compile(r"[\ud800-\udfff]")
_PAIR: Final = patterns.compile(r"[\ud800-\udbff][\udc00-\udfff]")
_PAIR_ESCAPE: Final = patterns.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_SURROGATE_ESCAPE: Final = patterns.compile(r"\\(?:u|U0000)[dD][89a-fA-F][0-9a-fA-F]{2}")
_REFERENCE: Final = patterns.compile(r"\{\{[^\r\n}]*\}\}")
_LINE_REST: Final = patterns.compile(r"[^\r\n,\]}]*")
_COLLECTIONS: Final = {"SequenceStartEvent": "a list", "MappingStartEvent": "a mapping"}


def refused(
    code: str,
    span: Span,
    *,
    help_line: str | None = None,
    **arguments: object,
) -> Refused:
    """The refusal with the code called `code` at `span`."""
    return Refused(Finding(code, Place(span=span), arguments, help=help_line))


def span_of(source: Source, event: Event) -> Span:
    """The content of a node, without its properties."""
    return Span(source, properties.content_start(source, event), event.end_mark.index)


def unresolved(source: Source, event: Event, code: str) -> Refused:
    """A scalar is a number, or has a tag, that no value goes with."""
    text = excerpt(event.value)
    if code != "tag-mismatch":
        return refused(code, span_of(source, event), text=text)
    tag = properties.written(source, event.start_mark.index, event.end_mark.index).tag
    span = span_of(source, event)
    return refused(code, span, tag=excerpt(tag.text if tag else str(event.tag)), found=f"`{text}`")


def wrong_tag(source: Source, event: Event) -> Refused:
    """A tag is none of the core schema's, or one of its others than the node's kind."""
    tag = properties.written(source, event.start_mark.index, event.end_mark.index).tag
    span = tag or Span(source, event.start_mark.index, event.end_mark.index)
    kind = event.__class__.__name__
    if event.tag in CORE_TAGS:
        found = _COLLECTIONS.get(kind) or f"`{excerpt(event.value)}`"
        return refused("tag-mismatch", span, tag=excerpt(span.text), found=found)
    rest = _LINE_REST.match(source.text, span.start)
    text = excerpt((rest[0] if rest else span.text).rstrip())
    may_be_text = kind not in _COLLECTIONS and not span.text.startswith(("!!", "!<"))
    help_line = f"remove the tag; if `{text}` is a text, quote it" if may_be_text else None
    return refused("foreign-tag", span, tag=excerpt(span.text), help_line=help_line)


def has_surrogate(text: str) -> bool:
    """Whether escapes have put a surrogate into `text`."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def surrogate(source: Source, event: Event) -> Refused:
    """A double-quoted scalar holds a surrogate, alone or in a pair."""
    written = span_of(source, event)
    pair = _PAIR.search(event.value)
    pattern = _PAIR_ESCAPE if pair else _SURROGATE_ESCAPE
    match = pattern.search(source.text, written.start, written.end)
    span = Span(source, match.start(), match.end()) if match else written
    if not pair:
        return refused("lone-surrogate", span)
    character = pair[0].encode("utf-16", "surrogatepass").decode("utf-16")
    reason = "readers take this pair of escapes for one character, for two, or for an error"
    return ambiguous(span, reason, f"write the character itself, or `\\U{ord(character):08X}`")


def undefined_alias(source: Source, alias: Span, anchors: Iterable[str]) -> Refused:
    """An alias names no anchor before it; often another was meant, or a text."""
    rest = _LINE_REST.match(source.text, alias.start)
    text = excerpt((rest[0] if rest else alias.text).rstrip())
    name = excerpt(alias.text[1:])
    near = nearest(alias.text[1:], anchors)
    help_line = f"if `{text}` is a text, quote it"
    if near:
        help_line = f"did you mean `*{excerpt(near)}`?"
    elif text == f"*{name}":
        help_line = f"write the anchor `&{name}` before the value to repeat, or quote `{text}` if it is a text"
    return refused("undefined-alias", alias, alias=name, help_line=help_line)


def non_string_key(source: Source, span: Span, kind: str = "") -> Refused:
    """A key is no string; `kind` is `seq` or `map` where it is a list or mapping that begins there."""
    reference = _REFERENCE.match(source.text, span.start - 1) if span.start else None
    if reference:
        whole = Span(source, reference.start(), reference.end())
        help_line = f'quote it: `"{excerpt(reference[0])}"`'
        return refused("non-string-key", whole, key=excerpt(reference[0]), help_line=help_line)
    if kind:
        shown = {"seq": "[…]", "map": "{…}"}[kind]
        return refused("non-string-key", span, key=shown, help_line="write the key as one text")
    if not span.text:
        return refused(
            "non-string-key", span, key="null", help_line='write a key before the `:`, or `""` for an empty one'
        )
    for_alias = "an alias can only be a key where it stands for a text" if span.text.startswith("*") else None
    return refused("non-string-key", span, key=excerpt(span.text), help_line=for_alias)
