"""From the events of either parser to a value or a tree: the only place where YAML gets its meaning."""

from __future__ import annotations

from onefold.frontends.refusal import Refused, duplicate_key
from onefold.frontends.tree import Entry, MappingNode, ScalarNode, SequenceNode
from onefold.frontends.yaml import faults, guards, properties
from onefold.frontends.yaml.built import MERGE, scalar_of
from onefold.frontends.yaml.glance import OUR_KEYS, may_be_one_line, may_differ
from onefold.frontends.yaml.scalars import (
    RESOLVED_STARTS,
    SCALAR_TAGS,
    TAG_PREFIX,
    Unresolved,
    resolve,
    resolve_tagged,
)
from onefold.kernel.classes import Factory, define
from onefold.kernel.source import Span
from onefold.kernel.typed import cast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Final

    from onefold.frontends.frontend import Limits
    from onefold.frontends.tree import Node
    from onefold.frontends.yaml.built import Built, Entries
    from onefold.frontends.yaml.events import Event
    from onefold.frontends.yaml.scalars import (
        Scalar,
    )
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.source import Source
    from onefold.kernel.values import JsonValue

# What walks a tree may recurse, so no reading goes deeper than this, whatever limit is configured.
_DEEPEST: Final = 400
# Plain scalars up to this length are worked out once, however often they are written.
_SHORT: Final = 24


@define
class _Frame:
    """A collection that is still open; the outermost one is a list that takes the document's root."""

    flow: bool
    indent: int
    """Column of the innermost block collection, -1 outside of all."""
    start: int
    line: int
    items: list[Built] | None = None
    entries: Entries | None = None
    anchor: str | None = None
    key: str | None = None
    """The key whose value comes next."""
    key_span: Span | None = None
    merged: Span | None = None
    """The alias that the merge key has for a value."""


@define
class Builder:
    """Builds what one document holds. It does not recurse, and stops at the limits that keep it from harm."""

    source: Source
    limits: Limits
    tree: bool
    """Whether to build a tree with spans, not the plain value."""
    remarks: list[Finding] = Factory(list)
    """What is found that does not make the document void."""
    _frame: _Frame = Factory(lambda: _Frame(False, -1, 0, 0, []))
    _outer: list[_Frame] = Factory(list)
    _anchors: dict[str, Built | _Frame] = Factory(dict)
    """What each anchor names; its frame while the collection is still open."""
    _known: dict[str, Scalar] = Factory(dict)
    """The values of short plain scalars that nobody misreads: most of them stand in a document many times."""
    _nodes: int = 0
    _depth: int = 0
    """The deepest level that is built."""
    _documents: int = 0
    _end: int = 0
    """Where the last node that is written out ends; kept for a tree."""
    _texts: list[tuple[int, int]] | None = None
    """The ranges where `#` is text, kept if the source may have a comment without a space before it."""

    def build(self, events: Iterable[Event]) -> Built:
        """The document's root; raises `Refused`, and whatever `events` raises."""
        self._depth = min(self.limits.depth, _DEEPEST)
        handlers: dict[str, Callable[[Event], None]] = {
            "ScalarEvent": self._scalar,
            "MappingStartEvent": self._open_mapping,
            "MappingEndEvent": self._close,
            "SequenceStartEvent": self._open_sequence,
            "SequenceEndEvent": self._close,
            "AliasEvent": self._alias,
            "DocumentStartEvent": self._open_document,
        }
        if guards.may_have_late_comment(self.source.text):
            self._texts = []
        for event in events:
            handler = handlers.get(event.__class__.__name__)
            if handler:
                handler(event)
        if self._texts is not None:
            guards.require_spaced_comments(self.source, self._texts)
        if not self._frame.items:
            raise faults.refused("empty-document", Span(self.source, 0, 0))
        return self._frame.items[0]

    def _open_document(self, event: Event) -> None:
        self._documents += 1
        if self._documents > 1:
            span = Span(self.source, event.start_mark.index, event.end_mark.index)
            raise faults.refused("several-documents", span)

    def _scalar(self, event: Event) -> None:
        """Handle the most frequent event; what few scalars need is done elsewhere."""
        frame = self._frame
        is_key = frame.entries is not None and frame.key is None
        text, style, tag = event.value, event.style, event.tag
        if style or frame.flow:
            self._hold_to_rules(event, frame, is_key)
        is_new = style or tag is not None or text not in self._known
        value = self._value(event, is_key) if is_new else self._known[text]
        built = self._leaf(event, value) if self.tree else value
        if self._texts is not None:
            self._texts.append(guards.text_range(self.source, event))
        if event.anchor is not None:
            properties.require_same_anchor(self.source, event)
            self._anchors[event.anchor] = built
        if not is_key:
            self._put(built)
        elif text == "<<" and not style and tag is None:
            self._key(event, MERGE, built)
        else:
            self._key(event, value, built)

    def _value(self, event: Event, is_key: bool) -> Scalar:
        """What a scalar that was not met before stands for."""
        text, is_plain = event.value, not event.style and event.tag is None
        value: Scalar = text
        if event.tag is not None or (not event.style and text[:1] in RESOLVED_STARTS):
            value = self._resolved(event)
        if is_plain and not may_differ(text):
            if len(text) <= _SHORT:
                self._known[text] = value
        elif is_plain and not (is_key and text in OUR_KEYS):
            self._remark_plain(event, value)
        return value

    def _hold_to_rules(self, event: Event, frame: _Frame, is_key: bool) -> None:
        """Refuse a scalar that readers do not agree on."""
        if event.style in ("|", ">"):
            guards.require_unambiguous_block(self.source, event, frame.indent)
            if event.value[-1:] == "\n":
                self._remark_block(event, frame)
            return
        if event.style:
            start, end = event.start_mark, event.end_mark
            if start.line != end.line:
                guards.require_indented_lines(self.source, start.index, end.index, frame.indent, quoted=True)
            if not event.value.isascii() and faults.has_surrogate(event.value):
                raise faults.surrogate(self.source, event)
        elif event.value in ("", "-") or event.value[-1] == ":" or is_key:
            guards.require_unambiguous_plain(self.source, event, key=is_key)
        if is_key and frame.flow:
            guards.require_spaced_question_mark(self.source, event)

    def _remark_plain(self, event: Event, value: Scalar) -> None:
        from onefold.frontends.yaml.remarks import plain_scalar  # Nearly no document needs it.

        finding = plain_scalar(self.source, event, value)
        if finding is not None:
            self.remarks.append(finding)

    def _remark_block(self, event: Event, frame: _Frame) -> None:
        keys = [each.key for each in (*self._outer[1:], frame)]
        is_ours = keys[:2] in (["description"], ["rubric", "criteria"])
        is_one_line = is_ours and may_be_one_line(frame.key, len(keys))
        if not is_one_line and not event.value.endswith("\n\n"):
            return
        from onefold.frontends.yaml.remarks import block_scalar

        self.remarks.append(block_scalar(self.source, event, str(keys[-1])))

    def _resolved(self, event: Event) -> Scalar:
        tag = event.tag
        if tag == "!":
            return event.value
        if tag is not None and tag not in SCALAR_TAGS:
            raise faults.wrong_tag(self.source, event)
        try:
            return resolve(event.value) if tag is None else resolve_tagged(tag, event.value)
        except Unresolved as unresolved:
            raise faults.unresolved(self.source, event, unresolved.code) from None

    def _leaf(self, event: Event, value: Scalar) -> ScalarNode:
        span = faults.span_of(self.source, event)
        if event.style in ("|", ">"):
            # The parsers count blank lines after the text as part of it.
            span = guards.without_blank_lines_after(span)
        if span.end > span.start:
            self._end = span.end
        return ScalarNode(span, value)

    def _alias(self, event: Event) -> None:
        alias = properties.require_same_alias(self.source, event)
        name = alias.text[1:]
        if name not in self._anchors:
            raise faults.undefined_alias(self.source, alias, self._anchors)
        built = self._anchors[name]
        if isinstance(built, _Frame):
            raise faults.refused("cyclic-alias", alias, alias=name)
        self._end = alias.end
        frame = self._frame
        if frame.key == MERGE:
            frame.merged = alias
        if frame.entries is None or frame.key is not None:
            self._put(built)
            return
        if frame.flow:
            guards.require_spaced_question_mark(self.source, event)
        self._key(event, scalar_of(built), None)

    def _key(self, event: Event, key: Built, written: Built) -> None:
        """Take a key; `written` is its node where it is written out, not an alias."""
        frame = self._frame
        if not isinstance(key, str):
            raise faults.non_string_key(self.source, faults.span_of(self.source, event))
        if frame.entries is not None and key in frame.entries:
            first, second = frame.entries[key], faults.span_of(self.source, event)
            name = "<<" if key == MERGE else key
            raise Refused(duplicate_key(name, second, first.key if isinstance(first, Entry) else second))
        frame.key = key
        if self.tree:
            span = written.span if isinstance(written, ScalarNode) else faults.span_of(self.source, event)
            frame.key_span = span

    def _put(self, built: Built) -> None:
        """Add a value to the innermost open collection."""
        self._nodes += 1
        if self._nodes > self.limits.nodes:
            self._count(0)
        frame = self._frame
        if frame.items is not None:
            frame.items.append(built)
        elif frame.entries is not None and frame.key is not None:
            frame.entries[frame.key] = Entry(frame.key_span, cast("Node", built)) if frame.key_span else built
            frame.key = None

    def _count(self, nodes: int) -> None:
        """Count nodes that merging makes or looks at."""
        self._nodes += nodes
        if self._nodes > self.limits.nodes:
            span = Span(self.source, self._frame.start, self._frame.start + 1)
            raise faults.refused("too-many-nodes", span, limit=self.limits.nodes)

    def _open_mapping(self, event: Event) -> None:
        self._open(event, "map").entries = {}

    def _open_sequence(self, event: Event) -> None:
        self._open(event, "seq").items = []

    def _open(self, event: Event, kind: str) -> _Frame:
        outer, start = self._frame, event.start_mark
        if outer.entries is not None and outer.key is None:
            raise faults.non_string_key(self.source, Span(self.source, start.index, event.end_mark.index), kind)
        if len(self._outer) >= self._depth:
            span = Span(self.source, start.index, start.index + 1)
            raise faults.refused("nesting-too-deep", span, limit=self._depth)
        anchor, tag = event.anchor, event.tag
        if tag is not None and tag not in ("!", TAG_PREFIX + kind):
            raise faults.wrong_tag(self.source, event)
        indent = outer.indent if event.flow_style else self._column(event, kind)
        frame = _Frame(event.flow_style, indent, properties.content_start(self.source, event), start.line)
        if anchor is not None:
            properties.require_same_anchor(self.source, event)
            frame.anchor = anchor
            self._anchors[anchor] = frame
        self._outer.append(outer)
        self._frame = frame
        return frame

    def _column(self, event: Event, kind: str) -> int:
        """The column of a block collection: of its first key, or of its first `-`."""
        end = event.end_mark
        # The event of a list that stands no deeper than its key ends after the first `-`, others before it.
        indentless = kind == "seq" and not self.source.text.startswith("-", end.index)
        return end.column - 1 if indentless else end.column

    def _close(self, event: Event) -> None:
        frame, outer = self._frame, self._outer.pop()
        end = event.end_mark
        if frame.flow:
            self._end = end.index
            if frame.line != end.line and not outer.flow:
                guards.require_indented_lines(self.source, frame.start, end.index, frame.indent, quoted=False)
        if frame.entries is not None and MERGE in frame.entries:
            self._merge(frame, frame.entries)
        built = self._node(frame) if self.tree else self._plain(frame)
        # An alias means the anchor that begins last before it, so one used again inside stays.
        if frame.anchor is not None and self._anchors[frame.anchor] is frame:
            self._anchors[frame.anchor] = built
        self._frame = outer
        self._put(built)

    def _merge(self, frame: _Frame, entries: Entries) -> None:
        from onefold.frontends.yaml.merging import NoMapping, merge  # Few sources merge mappings.

        value = entries[MERGE]
        try:
            merge(entries, self._count)
        except NoMapping:
            whole = Span(self.source, frame.start, frame.start + 1)
            span = frame.merged or (value.node.span if isinstance(value, Entry) else whole)
            raise faults.refused("bad-merge", span) from None

    def _plain(self, frame: _Frame) -> JsonValue:
        return cast("JsonValue", frame.items if frame.entries is None else frame.entries)

    def _node(self, frame: _Frame) -> Node:
        # What a tree is built of is nodes and entries only, which the types of the frame cannot say.
        span = Span(self.source, frame.start, self._end)
        if frame.entries is not None:
            return MappingNode(span, cast("dict[str, Entry]", frame.entries))
        return SequenceNode(span, tuple(cast("list[Node]", frame.items)))
