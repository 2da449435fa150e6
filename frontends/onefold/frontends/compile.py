"""Compile one source: read, lower, validate; diagnostics with their places; canonicalize, encode, hash when asked."""

from __future__ import annotations

from onefold.frontends.bounds import measure, told
from onefold.frontends.decode import decode
from onefold.frontends.lower import lower_workflow
from onefold.frontends.policy import NO_POLICY, Verdict
from onefold.kernel.classes import field, frozen
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.functions import local_cache
from onefold.kernel.source import Span
from onefold.kernel.validate import validate, validate_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Final, Literal, TypeAlias

    from onefold.frontends.bounds import Size
    from onefold.frontends.documents import Meaning
    from onefold.frontends.frontend import Frontend, Limits, Reading
    from onefold.frontends.identify import Identity
    from onefold.frontends.ignores import Ignores
    from onefold.frontends.locate import Locator
    from onefold.frontends.lower import Lowered
    from onefold.frontends.policy import Ignore, Policy
    from onefold.frontends.texts import Resolver
    from onefold.kernel.canonicalize import Canonical
    from onefold.kernel.catalog import Catalog
    from onefold.kernel.diagnostics import Diagnostic
    from onefold.kernel.ir.catalog import CatalogDef
    from onefold.kernel.ir.nodes import WorkflowDef
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.source import Source
    from onefold.kernel.values import JsonValue

    Kind: TypeAlias = Literal[
        "workflow", "catalog", "definition", "orchestrator", "manifest", "bundle", "patch", "ceiling"
    ]
    Locate: TypeAlias = Callable[[Place], "Span | None"]

# Of these keys, the one that comes first tells what a document is.
_KINDS: Final[Mapping[str, Kind]] = {
    "onefold": "workflow",
    "catalog": "catalog",
    "definition": "definition",
    "orchestrator": "orchestrator",
    "manifest": "manifest",
    "bundle": "bundle",
    "patch": "patch",
    "ceiling": "ceiling",
    # How the bundles of the public contract begin, and its patches too.
    "schema_version": "bundle",
}


def _span_of_place(place: Place) -> Span | None:
    return place.span


def _nothing() -> Identity | None:
    return None


@frozen
class Compilation:
    """What came of one source."""

    source: Source
    workflow: WorkflowDef | None
    """The IR as lowered, unless a field is not well formed."""
    diagnostics: tuple[Diagnostic, ...]
    kind: Kind = "workflow"
    """What the source is a document of, as far as that can be told."""
    catalog: CatalogDef | None = None
    """Of a catalogue: as much as is well formed, unless that is too little."""
    locate: Locate = field(default=_span_of_place, eq=False, repr=False)
    """The span of a place in the source."""
    silenced: tuple[Diagnostic, ...] = ()
    """What was found and is not reported, because a comment or the policy says so. A silenced error is still one."""
    used: frozenset[Ignore] = frozenset()
    """The ignores of the policy that silenced something."""
    ignores: Ignores | None = field(default=None, eq=False, repr=False)
    """The comments that silence findings, for what is found with other sources at hand."""
    meaning: Meaning | None = field(default=None, repr=False)
    """Of another document than a workflow: what it says, unless there is an error."""
    identity: Callable[[], Identity | None] = field(default=_nothing, eq=False, repr=False)
    """What a workflow is known by, unless there is an error; worked out when it is first asked for."""

    @property
    def canonical(self) -> Canonical | None:
        """The canonical workflow, unless there is an error."""
        found = self.identity()
        return None if found is None else found.canonical

    @property
    def data(self) -> bytes | None:
        """The canonical bytes, unless there is an error."""
        found = self.identity()
        return None if found is None else found.data

    @property
    def version(self) -> str | None:
        """`blake3:` and 64 hex digits: the digest of the canonical bytes, unless there is an error."""
        found = self.identity()
        return None if found is None else found.version

    @property
    def is_lowered(self) -> bool:
        """Whether its fields are well formed, whatever rules find in it; of most documents, whether it has no error."""
        return any(each is not None for each in (self.workflow, self.catalog, self.meaning))

    @property
    def complaints(self) -> tuple[Diagnostic, ...]:
        """What to tell when there is no version: what is reported, and the errors that are not."""
        return (*self.diagnostics, *(each for each in self.silenced if each.severity == "error"))


@frozen
class Document:
    """The plain value of one source."""

    source: Source
    value: JsonValue
    diagnostics: tuple[Diagnostic, ...]
    """With an error among them the value is void."""
    remarks: tuple[Finding, ...] = ()
    """The findings behind the diagnostics, unless the value is void."""
    size: Size | None = None
    """How much the value holds, unless it is void."""


def read_document(name: str, data: bytes, frontend: Frontend, limits: Limits) -> Document:
    """Read a source of any kind of document: the front-end's value within the limits."""
    return _read(name, data, frontend, limits, lambda reading: measure(reading.value, limits))


def _read(name: str, data: bytes, frontend: Frontend, limits: Limits, size_of: Callable[[Reading], Size]) -> Document:
    source, findings = decode(name, data, limits)
    if findings:
        return Document(source, None, _diagnose(findings, _span_of_place))
    reading = frontend.read(source, limits)
    if any_error(found := _diagnose(reading.findings, _span_of_place)):
        return Document(source, None, found)
    size = size_of(reading)
    if size.finding is not None:
        return Document(source, None, _diagnose([size.finding], locating(source, frontend, limits, {})))
    return Document(source, reading.value, found, reading.findings, size)


def _size(reading: Reading, limits: Limits) -> Size:
    """Of a workflow, what its reading tells is enough: how deep it is shows while it is lowered."""
    known = told(reading, limits) if kind_of_document(reading.value) == "workflow" else None
    return known or measure(reading.value, limits)


def compile_source(
    name: str,
    data: bytes,
    frontend: Frontend,
    limits: Limits,
    resolve: Resolver | None = None,
    catalog: Catalog | None = None,
    policy: Policy = NO_POLICY,
) -> Compilation:
    """Compile the bytes of one source; with a `catalog`, what it names is looked up there.

    Comments in the source and the `policy` say which findings are reported; they never decide about the version.

    `name` is how diagnostics call it. Never raises on bad input: whatever is wrong is among the diagnostics. A
    catalogue is checked as what it is, and has no version.
    """
    document = _read(name, data, frontend, limits, lambda reading: _size(reading, limits))
    source = document.source
    if any_error(document.diagnostics):
        return Compilation(source, None, document.diagnostics)
    if document.value == {}:
        # A text without keys is an empty mapping to TOML's standard; as a workflow nobody has written it yet.
        empty = Finding("empty-document", Place(span=Span(source, 0, 0)))
        return Compilation(source, None, _diagnose([empty], _span_of_place))
    kind = kind_of_document(document.value)
    if kind != "workflow":
        return _compiled_other(document, kind, frontend, limits, resolve, catalog, policy)
    lowered = lower_workflow(document.value, limits, resolve, document.size)
    if lowered.is_refused:
        # As where a size is counted before: nothing else in the source counts, be it remarks, comments or a policy.
        return Compilation(source, None, _diagnose(lowered.findings, locating(source, frontend, limits, {})))
    remarks = document.remarks
    del document  # Of a large source the plain value takes more room than the workflow.
    own = (*remarks, *_findings(lowered))
    # What is wrong with it in view of a catalogue is no part of what a workflow is.
    against = _against(lowered, catalog, own)
    locate = locating(source, frontend, limits, lowered.files)
    ignores = _ignores(source, frontend, limits)
    verdict = _judged(own, against, locate, policy, ignores)
    return Compilation(
        source,
        lowered.workflow,
        verdict.diagnostics,
        locate=locate,
        silenced=verdict.silenced,
        used=verdict.used,
        ignores=ignores,
        identity=_identifying(lowered.workflow) if lowered.workflow is not None and verdict.is_valid else _nothing,
    )


def _identifying(workflow: WorkflowDef) -> Callable[[], Identity]:
    """A function that works out the identity at its first use: to check a workflow takes none."""

    @local_cache
    def identity() -> Identity:
        from onefold.frontends.identify import identify

        return identify(workflow)

    return identity


def _findings(lowered: Lowered) -> tuple[Finding, ...]:
    """What is wrong with a workflow alone."""
    if lowered.workflow is not None:
        return (*lowered.findings, *validate(lowered.workflow))
    if lowered.part is not None:
        return (*lowered.findings, *validate_part(lowered.part, lowered.lost))
    return lowered.findings


def _against(lowered: Lowered, catalog: Catalog | None, known: tuple[Finding, ...]) -> tuple[Finding, ...] | None:
    """What else is wrong in view of a catalogue; `None` without one."""
    if catalog is None:
        return None
    from onefold.kernel.validate_against import validate_against, validate_part_against

    if lowered.workflow is not None:
        return validate_against(lowered.workflow, catalog, known)
    return () if lowered.part is None else validate_part_against(lowered.part, catalog)


def kind_of_document(value: JsonValue) -> Kind:
    """What the plain value of a document is one of; what does not say so is a workflow."""
    key = next((key for key in value if key in _KINDS), None) if isinstance(value, dict) else None
    if key == "schema_version" and isinstance(value, dict) and "operations" in value:
        return "patch"
    return "workflow" if key is None else _KINDS[key]


def is_document(value: JsonValue) -> bool:
    """Whether a value says of itself what it is a document of."""
    return isinstance(value, dict) and any(key in _KINDS for key in value)


def called(kind: Kind) -> str:
    """How messages call a document of that kind, with its article."""
    return {"catalog": "a catalogue", "orchestrator": "an orchestrator"}.get(kind, f"a {kind}")


def _compiled_other(
    document: Document,
    kind: Kind,
    frontend: Frontend,
    limits: Limits,
    resolve: Resolver | None,
    catalog: Catalog | None,
    policy: Policy,
) -> Compilation:
    from onefold.frontends.documents import tools_of, understand  # Most sources are workflows.
    from onefold.kernel.ir.catalog import CatalogDef
    from onefold.kernel.validate_against import validate_tools_against

    understood = understand(kind, document.value, limits, resolve)
    locate = locating(document.source, frontend, limits, understood.files)
    ignores = _ignores(document.source, frontend, limits)
    meaning = understood.meaning
    # A catalogue is not judged in view of itself: what is wrong between it and workflows shows when all are there.
    if kind == "catalog":
        catalog = None
    against = None if catalog is None else validate_tools_against(tools_of(meaning), catalog)
    verdict = _judged((*document.remarks, *understood.findings), against, locate, policy, ignores)
    return Compilation(
        document.source,
        None,
        verdict.diagnostics,
        kind,
        meaning if isinstance(meaning, CatalogDef) else None,
        locate,
        verdict.silenced,
        verdict.used,
        ignores,
        meaning if verdict.is_valid else None,
    )


def any_error(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether something among the diagnostics keeps the source from having a version."""
    return any(each.severity == "error" for each in diagnostics)


def _diagnose(findings: Iterable[Finding], locate: Locate) -> tuple[Diagnostic, ...]:
    findings = tuple(findings)
    if not findings:
        return ()
    from onefold.frontends.report import diagnose  # Words are loaded only when there is something to say.

    return diagnose(findings, locate)


def _judged(
    own: Sequence[Finding],
    against: Sequence[Finding] | None,
    locate: Locate,
    policy: Policy,
    ignores: Ignores | None,
) -> Verdict:
    if not own and not against and ignores is None:
        return Verdict()
    from onefold.frontends.judge import judge  # Words are loaded only when there is something to say.

    return judge(own, against, locate, policy, ignores)


def _ignores(source: Source, frontend: Frontend, limits: Limits) -> Ignores | None:
    """The comments that silence findings; `None` where no comment does."""
    if frontend.comments is None or "ignore" not in source.text or "onefold:" not in source.text:
        return None
    from onefold.frontends.ignores import Ignores, may_have_directives  # Nearly no source has any.

    root = frontend.locate(source, limits) if may_have_directives(source) else None
    if root is None:
        return None
    found = Ignores.of(source, frontend.comments(source, limits), root)
    return found if found.directives else None


def in_order(diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Diagnostics in the order of their places."""
    if len(diagnostics) < 2:
        return diagnostics
    from onefold.frontends.report import order

    return tuple(sorted(diagnostics, key=order))


def locating(source: Source, frontend: Frontend, limits: Limits, files: Mapping[IrPath, Source]) -> Locate:
    """A function from places to spans that reads the source again, with spans, at its first use."""

    @local_cache
    def locator() -> Locator | None:
        from onefold.frontends.locate import Locator  # Only what is shown has to be found.

        root = frontend.locate(source, limits)
        return None if root is None else Locator(root, frontend.characters, files)

    def locate(place: Place) -> Span | None:
        if place.span is not None:
            return place.span
        found = locator()
        return None if found is None else found.span(place)

    return locate
