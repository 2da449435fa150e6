"""Compile one source: read, lower, validate, canonicalize, encode, hash; diagnostics with their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from attrs import frozen

from onefold.frontends.bounds import measure
from onefold.frontends.decode import decode
from onefold.frontends.frontend import Frontend, Limits
from onefold.frontends.locate import Locator
from onefold.frontends.lower import lower_workflow
from onefold.frontends.texts import Resolver
from onefold.kernel.canonicalize import Canonical, canonicalize
from onefold.kernel.diagnostics import Diagnostic, Finding, Place
from onefold.kernel.digest import version
from onefold.kernel.encode import encode
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.ir.path import IrPath
from onefold.kernel.source import Source, Span
from onefold.kernel.validate import validate, validate_part
from onefold.kernel.values import JsonValue


@frozen
class Compilation:
    """What came of one source."""

    source: Source
    workflow: WorkflowDef | None
    """The IR as lowered, unless a field is not well formed."""
    canonical: Canonical | None
    """The canonical workflow, unless there is an error."""
    data: bytes | None
    """The canonical bytes."""
    version: str | None
    """`blake3:` and 64 hex digits: the digest of `data`."""
    diagnostics: tuple[Diagnostic, ...]


@frozen
class Document:
    """The plain value of one source."""

    source: Source
    value: JsonValue
    diagnostics: tuple[Diagnostic, ...]
    """With an error among them the value is void."""


def read_document(name: str, data: bytes, frontend: Frontend, limits: Limits) -> Document:
    """Read a source of any kind of document: the front-end's value within the limits."""
    source, findings = decode(name, data, limits)
    if findings:
        return Document(source, None, _diagnose(findings, _span_of_place))
    reading = frontend.read(source, limits)
    if any_error(found := _diagnose(reading.findings, _span_of_place)):
        return Document(source, None, found)
    size = measure(reading.value, limits)
    if size.finding is not None:
        return Document(source, None, _diagnose([size.finding], _locating(source, frontend, limits, {})))
    return Document(source, reading.value, found)


def compile_source(
    name: str, data: bytes, frontend: Frontend, limits: Limits, resolve: Resolver | None = None
) -> Compilation:
    """Compile the bytes of one source.

    `name` is how diagnostics call it. Never raises on bad input: whatever is wrong is among the diagnostics.
    """
    document = read_document(name, data, frontend, limits)
    source = document.source
    if any_error(document.diagnostics):
        return Compilation(source, None, None, None, None, document.diagnostics)
    if document.value == {}:
        # A text without keys is an empty mapping to TOML's standard; as a workflow nobody has written it yet.
        empty = Finding("empty-document", Place(span=Span(source, 0, 0)))
        return Compilation(source, None, None, None, None, _diagnose([empty], _span_of_place))
    lowered = lower_workflow(document.value, limits, resolve)
    findings = list(lowered.findings)
    if lowered.workflow is not None:
        findings.extend(validate(lowered.workflow))
    elif lowered.part is not None:
        findings.extend(validate_part(lowered.part, lowered.lost))
    diagnostics = document.diagnostics
    if findings:
        diagnostics += _diagnose(findings, _locating(source, frontend, limits, lowered.files))
    if lowered.workflow is None or any_error(diagnostics):
        return Compilation(source, lowered.workflow, None, None, None, diagnostics)
    canonical = canonicalize(lowered.workflow)
    encoded = encode(canonical)
    return Compilation(source, lowered.workflow, canonical, encoded, version(encoded), diagnostics)


def any_error(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether something among the diagnostics keeps the source from having a version."""
    return any(each.severity == "error" for each in diagnostics)


def _span_of_place(place: Place) -> Span | None:
    return place.span


def _diagnose(findings: Iterable[Finding], locate: Callable[[Place], Span | None]) -> tuple[Diagnostic, ...]:
    findings = tuple(findings)
    if not findings:
        return ()
    from onefold.frontends.report import diagnose  # Words are loaded only when there is something to say.

    return diagnose(findings, locate)


def _locating(
    source: Source, frontend: Frontend, limits: Limits, files: Mapping[IrPath, Source]
) -> Callable[[Place], Span | None]:
    """A function from places to spans that reads the source again, with spans, at its first use."""

    @cache
    def locator() -> Locator | None:
        root = frontend.locate(source, limits)
        return None if root is None else Locator(root, frontend.characters, files)

    def locate(place: Place) -> Span | None:
        if place.span is not None:
            return place.span
        found = locator()
        return None if found is None else found.span(place)

    return locate
