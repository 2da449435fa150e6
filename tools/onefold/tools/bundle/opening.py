"""Open bundles: documents that people write, JSON of the public contract, and workflows that are to become bundles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from onefold.frontends.compile import Compilation, Document, called, kind_of_document, locating
from onefold.frontends.lower import lower_document
from onefold.frontends.report import diagnose
from onefold.frontends.texts import Refusal
from onefold.kernel.bundle.graph import WorkflowGraph
from onefold.kernel.bundle.hashing import plain_hash
from onefold.kernel.bundle.lowering import LoweredGraph, assembled, lower_graph
from onefold.kernel.bundle.manifest import SCHEMA_VERSION, SCHEMAS, BundleDef, Manifest, WorkflowFile
from onefold.kernel.bundle.parts import BundlePolicy, Catchup, Trigger
from onefold.kernel.bundle.sketch import sketch_graph
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Diagnostic, Finding, Place
from onefold.tools.bundle.opened import OpenedBundle, judged
from onefold.tools.documents import Unusable, read_plain
from onefold.tools.files import inside, is_file
from onefold.tools.surroundings import compile_file
from onefold.tools.workspace import workspace_root

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onefold.frontends.compile import Locate
    from onefold.frontends.frontend import Frontend, Limits
    from onefold.kernel.canonicalize import Canonical
    from onefold.kernel.values import JsonValue

_FIRST_VERSION: Final = "0.0.0"
_Record = TypeVar("_Record")


def open_source(path: Path, *, is_shown: bool = False, is_upgraded: bool = False) -> OpenedBundle:
    """The bundle in a source of any kind.

    What `is_shown` only may have fields that cannot be read, which are told of and left out; what `is_upgraded` may be
    JSON of the contract in any schema. Raises `Unusable`, `OSError`, `UnknownFormat` and `BrokenConfiguration`.
    """
    document, frontend, limits = read_plain(path)
    kind = kind_of_document(document.value)
    if kind == "workflow" and not _is_contract(document.value):
        return _of_workflow(path, is_shown=is_shown)
    if kind not in ("bundle", "workflow"):
        raise Unusable(path, (), f"`{path}` is {called(kind)}, and a bundle or a workflow is needed here")
    written = _Written(path, document, frontend, limits, is_shown, is_upgraded)
    if isinstance(document.value, dict) and "bundle" in document.value:
        return _of_document(written)
    return _of_contract(written)


def _is_contract(value: JsonValue) -> bool:
    """Whether a value without a schema is a bundle of the contract all the same: its workflow is a graph."""
    return isinstance(value, dict) and isinstance(value.get("workflow"), dict) and "onefold" not in value


@frozen
class _Written:
    """A source that was read, and whether it is only to be shown, or of any schema to be upgraded."""

    path: Path
    document: Document
    frontend: Frontend
    limits: Limits
    is_shown: bool
    is_upgraded: bool

    @property
    def locate(self) -> Locate:
        """What finds its places."""
        return locating(self.document.source, self.frontend, self.limits, {})

    def lowered(self, record: type[_Record], **stand_ins: object) -> tuple[_Record, tuple[Finding, ...]]:
        """The record, and what could not be read of it. Raises `Unusable` for what is not only shown."""
        lowered = lower_document(self.document.value, record, self.limits, called="a bundle", stand_ins=stand_ins)
        if lowered.record is None or (lowered.findings and not self.is_shown):
            raise Unusable(self.path, diagnose(lowered.findings, self.locate), f"`{self.path}` has errors")
        return lowered.record, lowered.findings


def _of_contract(written: _Written) -> OpenedBundle:
    path, document = written.path, written.document
    schema = document.value.get("schema_version") if isinstance(document.value, dict) else None
    if isinstance(schema, int) and schema not in SCHEMAS and not written.is_upgraded:
        # What the other fields of another schema mean is not known.
        known = " and ".join(map(str, SCHEMAS))
        finding = Finding("unsupported-bundle-schema", Place(("schema_version",)), {"schema": schema, "known": known})
        raise Unusable(path, diagnose([finding], written.locate), f"`{path}` has errors")
    manifest, unread = written.lowered(Manifest, schema_version=SCHEMA_VERSION)
    diagnostics, rows = judged(
        manifest,
        written.locate,
        is_package=True,
        remarks=document.remarks,
        unread=unread,
        has_graph=not any((each.place.path or ())[:1] == ("workflow",) for each in unread),
    )
    return OpenedBundle(path, manifest, True, diagnostics, rows, package=plain_hash(manifest))


def _of_document(written: _Written) -> OpenedBundle:
    path = written.path
    bundle, unread = written.lowered(BundleDef, bundle="", version="", workflow=WorkflowFile(file=""))
    target = _target(path, bundle) if bundle.workflow.file else None
    if isinstance(target, Refusal):
        told = {"path": bundle.workflow.file, **target.arguments}
        unread = (*unread, Finding(target.code, Place(("workflow", "file")), told))
        if not written.is_shown:
            raise Unusable(path, diagnose(unread, written.locate), f"`{path}` has errors")
    shown = path.parent / bundle.workflow.file
    found = _workflow(shown, is_shown=written.is_shown) if isinstance(target, Path) else _NO_WORKFLOW
    manifest = assembled(bundle, found.lowered)
    diagnostics, rows = judged(
        manifest,
        written.locate,
        is_package=False,
        remarks=written.document.remarks,
        unread=unread,
        has_graph=found.canonical is not None,
    )
    told_of = (*found.diagnostics, *diagnostics), (*map(_row, found.diagnostics), *rows)
    return OpenedBundle(path, manifest, False, *told_of, found.canonical, shown)


def _target(path: Path, bundle: BundleDef) -> Path | Refusal:
    """The file of a bundle's workflow, or why there is none."""
    target = inside(path.absolute().parent, workspace_root(path).absolute(), bundle.workflow.file)
    if not isinstance(target, Refusal) and not is_file(target):
        return Refusal("missing-file", {"reason": "no such file or directory"})
    if isinstance(target, Refusal) and target.code == "secret-file":
        return Refusal("file-outside-workspace", {"reason": "it looks like a secret"})
    return target


def _of_workflow(path: Path, *, is_shown: bool) -> OpenedBundle:
    found = _workflow(path, is_shown=is_shown)
    manifest = assembled(bundle_around(found.lowered.graph.id or path.stem, path), found.lowered)
    diagnostics, rows = judged(manifest, lambda _: None, is_package=False, has_graph=found.canonical is not None)
    told_of = (*found.diagnostics, *diagnostics), (*map(_row, found.diagnostics), *rows)
    return OpenedBundle(path, manifest, False, *told_of, found.canonical, path)


def bundle_around(name: str, path: Path) -> BundleDef:
    """The bundle of a workflow alone: the one that the contract's builder makes of an entry, started by hand."""
    return BundleDef(
        bundle=name,
        version=_FIRST_VERSION,
        triggers=(Trigger(id="manual", kind="manual"),),
        workflow=WorkflowFile(file=path.name),
        policy=BundlePolicy(catchup=Catchup(mode="none", max_events=None)),
    )


@frozen
class _Workflow:
    """The workflow of a bundle, as far as it could be read."""

    canonical: Canonical | None
    lowered: LoweredGraph
    diagnostics: tuple[Diagnostic, ...] = ()


_NO_WORKFLOW: Final = _Workflow(None, LoweredGraph(WorkflowGraph(), {}))


def _workflow(path: Path, *, is_shown: bool) -> _Workflow:
    compilation: Compilation = compile_file(path)
    if compilation.kind != "workflow":
        raise Unusable(path, (), f"`{path}` is {called(compilation.kind)}, and a workflow is needed here")
    if compilation.canonical is not None:
        return _Workflow(compilation.canonical, lower_graph(compilation.canonical))
    if not is_shown:
        raise Unusable(path, compilation.complaints, f"`{path}` has errors")
    lowered = _NO_WORKFLOW.lowered if compilation.workflow is None else sketch_graph(compilation.workflow)
    return _Workflow(None, lowered, compilation.complaints)


def _row(diagnostic: Diagnostic) -> Mapping[str, JsonValue]:
    """What is wrong with a bundle's workflow, as a row of the contract's report."""
    return {
        "severity": "error" if diagnostic.severity == "error" else "warning",
        "path": "workflow",
        "message": diagnostic.message,
        "node_id": None,
        "code": diagnostic.code,
        "kind": None,
    }
