"""Examined sources as plain values, for other processes and later runs."""

from __future__ import annotations

from onefold.kernel.classes import define, field
from onefold.kernel.diagnostics import Diagnostic, RelatedPlace
from onefold.kernel.fixes import Edit, Removal, Splices
from onefold.kernel.member import Call, Member
from onefold.kernel.source import Span
from onefold.kernel.workspace import Offer
from onefold.tools.examined import Examined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, Final, TypeAlias

    from onefold.frontends.compile import Compilation
    from onefold.kernel.fixes import Fix
    from onefold.kernel.source import Source
    from onefold.kernel.workspace import Document

    Packed: TypeAlias = tuple[Any, ...]
    """What `marshal` can write: the kind, whether it is lowered, the document, the diagnostics, and the version where
    it is known, alone in a tuple. A fix that takes something out is `True`."""

_PARTS_OF_AN_OFFER: Final = 4


@define(eq=False)
class _Sources:
    """The sources that diagnostics point into, numbered as they come."""

    found: list[Source] = field(factory=list, init=False)
    _numbers: dict[int, int] = field(factory=dict, init=False)
    """By identity: to compare sources is to compare their texts."""

    def number(self, source: Source) -> int:
        known = self._numbers.get(id(source))
        if known is None:
            known = self._numbers[id(source)] = len(self.found)
            self.found.append(source)
        return known


def packed(examined: Examined, *, is_versioned: bool = True) -> tuple[Packed, tuple[Source, ...]]:
    """A source that is no catalogue as a plain value, and the sources that it takes to understand it again.

    Without `is_versioned`, the version of a workflow is not worked out; what is unpacked works it out when it is asked.
    """
    diagnostics, sources = packed_diagnostics(examined.diagnostics)
    member = examined.member
    version = None if member is None or not is_versioned else (member.version,)
    return (*packed_facts(examined), diagnostics, version), sources


def is_versioned(value: Packed) -> bool:
    """Whether the version is known of a workflow that was packed."""
    document, version = value[2], value[4]
    return version is not None or document is None or len(document) == _PARTS_OF_AN_OFFER


def packed_facts(examined: Examined) -> Packed:
    """What other sources are compared with, as a plain value; but for the version of a workflow."""
    return (examined.kind, examined.is_lowered, _packed_document(examined))


def unpacked_member(facts: Packed) -> Member | None:
    """The workflow of which these are the facts, if it is one; it has no version."""
    document = _document(facts[2], lambda: None)
    return document if isinstance(document, Member) else None


def packed_diagnostics(found: Iterable[Diagnostic]) -> tuple[Packed, tuple[Source, ...]]:
    """Diagnostics as a plain value, and the sources that they point into."""
    sources = _Sources()
    return tuple(_packed_diagnostic(each, sources) for each in found), tuple(sources.found)


def unpacked_diagnostics(value: Packed, sources: Sequence[Source]) -> tuple[Diagnostic, ...]:
    """What `packed_diagnostics` was given; `sources` are those that it gave."""
    return tuple(_diagnostic(each, sources) for each in value)


def unpacked(value: Packed, sources: Sequence[Source], whole: Callable[[], Compilation]) -> Examined:
    """What `packed` was given, but for a catalogue's entries; `sources` are those that it gave."""
    kind, is_lowered, document, diagnostics, version = value
    found = unpacked_diagnostics(diagnostics, sources)
    find_version = (lambda: whole().version) if version is None else (lambda: version[0])
    return Examined(kind, is_lowered, _document(document, find_version), found, whole)


def _packed_document(examined: Examined) -> Packed | None:
    document = examined.document
    if isinstance(document, Member):
        return _packed_member(document)
    if isinstance(document, Offer):
        return (document.kind, document.id, tuple(document.workflows), tuple(document.tools))
    return None


def _document(value: Packed | None, find_version: Callable[[], str | None]) -> Document | None:
    """An offer has four parts, a member more."""
    if value is None:
        return None
    return Offer(*value) if len(value) == _PARTS_OF_AN_OFFER else _member(value, find_version)


def _packed_member(member: Member) -> Packed:
    calls = tuple((each.step, each.workflow, each.version) for each in member.calls)
    return (
        member.workflow,
        calls,
        tuple(sorted(member.tools)),
        member.allowed,
        member.names_tools,
        tuple(sorted(member.verifiers)),
        tuple(sorted(member.models)),
    )


def _member(value: Packed, find_version: Callable[[], str | None]) -> Member:
    workflow, calls, tools, allowed, names_tools, verifiers, models = value
    return Member(
        workflow,
        find_version,
        tuple(Call(*each) for each in calls),
        frozenset(tools),
        allowed,
        names_tools,
        frozenset(verifiers),
        frozenset(models),
    )


def _packed_diagnostic(each: Diagnostic, sources: _Sources) -> Packed:
    related = tuple((place.message, place.ir_path, _packed_span(place.span, sources)) for place in each.related)
    span, fix = _packed_span(each.span, sources), _packed_fix(each.fix, sources)
    return (each.code, each.name, each.severity, each.message, each.ir_path, span, related, each.help, fix)


def _diagnostic(value: Packed, sources: Sequence[Source]) -> Diagnostic:
    code, name, severity, message, path, span, related, help_line, fix = value
    places = tuple(RelatedPlace(words, place, _span(where, sources)) for words, place, where in related)
    return Diagnostic(code, name, severity, message, path, _span(span, sources), places, help_line, _fix(fix, sources))


def _packed_span(span: Span | None, sources: _Sources) -> Packed | None:
    return None if span is None else (sources.number(span.source), span.start, span.end)


def _span(value: Packed | None, sources: Sequence[Source]) -> Span | None:
    return None if value is None else Span(sources[value[0]], value[1], value[2])


def _packed_fix(fix: Fix | None, sources: _Sources) -> object:
    if isinstance(fix, Splices):
        return tuple((_packed_span(each.span, sources), each.text) for each in fix.edits)
    return None if fix is None else True


def _fix(value: bool | Iterable[tuple[Packed, str]] | None, sources: Sequence[Source]) -> Fix | None:
    if value is None or isinstance(value, bool):
        return Removal() if value else None
    edits = ((_span(span, sources), text) for span, text in value)
    return Splices(tuple(Edit(span, text) for span, text in edits if span is not None))
