"""Open bundles: documents that people write, JSON of the public contract, and workflows that are to become bundles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.frontends.compile import Compilation, Document, any_error, called, kind_of_document, locating
from onefold.frontends.lower import lower_document
from onefold.frontends.report import diagnose
from onefold.frontends.texts import Refusal
from onefold.kernel.bundle.hashing import plain_hash
from onefold.kernel.bundle.lowering import assembled, lower_graph
from onefold.kernel.bundle.manifest import SCHEMAS, BundleDef, Manifest, WorkflowFile
from onefold.kernel.bundle.parts import BundlePolicy, Catchup, Trigger
from onefold.kernel.diagnostics import Finding, Place
from onefold.tools.bundle.opened import OpenedBundle, judged
from onefold.tools.compiling import frontend_for, read_text
from onefold.tools.documents import Unusable
from onefold.tools.files import inside, read_source
from onefold.tools.surroundings import compile_file
from onefold.tools.workspace import Workspaces, workspace_root

if TYPE_CHECKING:
    from pathlib import Path

    from onefold.frontends.frontend import Frontend, Limits
    from onefold.kernel.canonicalize import Canonical

_FIRST_VERSION: Final = "0.0.0"


def open_source(path: Path) -> OpenedBundle:
    """The bundle in a source of any kind. Raises `Unusable`, `OSError`, `UnknownFormat` and `BrokenConfiguration`."""
    limits = Workspaces().of(path).limits
    # Read first: that a file is not there says more than that its name has no known ending.
    data = read_source(path, limits)
    frontend = frontend_for(path)
    document = read_text(data, frontend, limits, str(path))
    if any_error(document.diagnostics):
        raise Unusable(path, document.diagnostics, f"`{path}` has errors")
    kind = kind_of_document(document.value)
    if kind == "workflow":
        return _of_workflow(path)
    if kind != "bundle":
        raise Unusable(path, (), f"`{path}` is {called(kind)}, and a bundle or a workflow is needed here")
    if isinstance(document.value, dict) and "bundle" in document.value:
        return _of_document(path, document, frontend, limits)
    return _of_contract(path, document, frontend, limits)


def _of_contract(path: Path, document: Document, frontend: Frontend, limits: Limits) -> OpenedBundle:
    schema = document.value.get("schema_version") if isinstance(document.value, dict) else None
    locate = locating(document.source, frontend, limits, {})
    if isinstance(schema, int) and schema not in SCHEMAS:
        # What the other fields of another schema mean is not known.
        known = " and ".join(map(str, SCHEMAS))
        finding = Finding("unsupported-bundle-schema", Place(("schema_version",)), {"schema": schema, "known": known})
        raise Unusable(path, diagnose([finding], locate), f"`{path}` has errors")
    lowered = lower_document(document.value, Manifest, limits, called="a bundle")
    if lowered.record is None or lowered.findings:
        raise Unusable(path, diagnose(lowered.findings, locate), f"`{path}` has errors")
    diagnostics, rows = judged(lowered.record, locate, is_package=True, remarks=document.remarks)
    return OpenedBundle(path, lowered.record, True, diagnostics, rows, package=plain_hash(lowered.record))


def _of_document(path: Path, document: Document, frontend: Frontend, limits: Limits) -> OpenedBundle:
    locate = locating(document.source, frontend, limits, {})
    lowered = lower_document(document.value, BundleDef, limits, called="a bundle")
    bundle = lowered.record
    if bundle is None or lowered.findings:
        raise Unusable(path, diagnose(lowered.findings, locate), f"`{path}` has errors")
    target = inside(path.absolute().parent, workspace_root(path).absolute(), bundle.workflow.file)
    if not isinstance(target, Refusal) and not target.is_file():
        target = Refusal("missing-file", {"reason": "no such file or directory"})
    if isinstance(target, Refusal) and target.code == "secret-file":
        target = Refusal("file-outside-workspace", {"reason": "it looks like a secret"})
    if isinstance(target, Refusal):
        told = {"path": bundle.workflow.file, **target.arguments}
        finding = Finding(target.code, Place(("workflow", "file")), told)
        raise Unusable(path, diagnose([finding], locate), f"`{path}` has errors")
    shown = path.parent / bundle.workflow.file
    workflow = _workflow(shown)
    manifest = assembled(bundle, lower_graph(workflow))
    diagnostics, rows = judged(manifest, locate, is_package=False, remarks=document.remarks)
    return OpenedBundle(path, manifest, False, diagnostics, rows, workflow, shown)


def _of_workflow(path: Path) -> OpenedBundle:
    workflow = _workflow(path)
    manifest = assembled(bundle_around(workflow, path), lower_graph(workflow))
    diagnostics, rows = judged(manifest, lambda _: None, is_package=False)
    return OpenedBundle(path, manifest, False, diagnostics, rows, workflow, path)


def bundle_around(workflow: Canonical, path: Path) -> BundleDef:
    """The bundle of a workflow alone: the one that the contract's builder makes of an entry, started by hand."""
    return BundleDef(
        bundle=workflow.workflow.workflow,
        version=_FIRST_VERSION,
        triggers=(Trigger(id="manual", kind="manual"),),
        workflow=WorkflowFile(file=path.name),
        policy=BundlePolicy(catchup=Catchup(mode="none", max_events=None)),
    )


def _workflow(path: Path) -> Canonical:
    compilation: Compilation = compile_file(path, compare=False)
    if compilation.kind != "workflow":
        raise Unusable(path, (), f"`{path}` is {called(compilation.kind)}, and a workflow is needed here")
    if compilation.canonical is None:
        raise Unusable(path, compilation.complaints, f"`{path}` has errors")
    return compilation.canonical
