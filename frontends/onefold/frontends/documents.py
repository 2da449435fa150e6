"""Understand the documents that are no workflows: catalogues, definitions, orchestrators, bundles and the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.frontends.lower.document import lower_document
from onefold.frontends.report import code_named
from onefold.frontends.skills import read_skills
from onefold.kernel.classes import Factory, frozen
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.identity.consistent import inconsistency
from onefold.kernel.identity.definition import DefinitionDef
from onefold.kernel.identity.definitions import Definition, Orchestrator
from onefold.kernel.identity.manifests import MANIFEST, manifest_hash
from onefold.kernel.identity.orchestrator import OrchestratorDef
from onefold.kernel.ir.catalog import CatalogDef
from onefold.kernel.validate_documents import validate_catalog, validate_definition, validate_orchestrator

if TYPE_CHECKING:
    # Most documents are no bundles.
    from collections.abc import Mapping
    from typing import Any, Final, TypeAlias

    from onefold.frontends.frontend import Limits
    from onefold.frontends.lower.document import LoweredDocument
    from onefold.frontends.texts import Resolver
    from onefold.kernel.bundle.manifest import BundleDef
    from onefold.kernel.bundle.manifest import Manifest as BundleManifest
    from onefold.kernel.ceiling.documents import CeilingDef
    from onefold.kernel.identity.manifests import Manifest
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.patch.documents import ContractPatch, Patch, PatchDef
    from onefold.kernel.source import Source
    from onefold.kernel.values import JsonValue

Meaning: TypeAlias = (
    "CatalogDef | Definition | Orchestrator | Manifest | BundleDef | BundleManifest | CeilingDef | Patch"
)

# The hash of a manifest may stand in its document, as it does in what `onefold manifest` prints.
MANIFEST_HASH: Final = "manifestHash"
# Stands for an id that is not well formed while the rest is looked at.
_UNNAMED: Final = "unnamed"


@frozen
class Understood:
    """What a document says."""

    meaning: Meaning | None
    """Of a catalogue, as much as is well formed; of the others nothing while there is an error."""
    findings: tuple[Finding, ...]
    files: Mapping[IrPath, Source] = Factory(dict)
    """Sources of the texts that came from files, by the path they stand at."""


def understand(kind: str, value: JsonValue, limits: Limits, resolve: Resolver | None) -> Understood:
    """What the plain value of a document of that kind says, and everything that is wrong with it."""
    return {
        "catalog": _catalog,
        "definition": _definition,
        "orchestrator": _orchestrator,
        "manifest": _manifest,
        "bundle": _bundle,
        "patch": _patch,
        "ceiling": _ceiling,
    }[kind](value, limits, resolve)


def tools_of(meaning: Meaning | None) -> tuple[str, ...]:
    """The tools that a definition or an orchestrator names."""
    return meaning.record.tools if isinstance(meaning, Definition | Orchestrator) else ()


def _catalog(value: JsonValue, limits: Limits, _resolve: Resolver | None) -> Understood:
    lowered = lower_document(value, CatalogDef, limits, called="a catalogue")
    findings = list(lowered.findings)
    if lowered.record is not None:
        findings.extend(validate_catalog(lowered.record, is_part=bool(lowered.findings)))
    return Understood(lowered.record, tuple(findings))


def _definition(value: JsonValue, limits: Limits, resolve: Resolver | None) -> Understood:
    lowered = lower_document(
        value, DefinitionDef, limits, called="a definition", resolve=resolve, stand_ins={"definition": _UNNAMED}
    )
    record, findings = lowered.record, list(lowered.findings)
    if record is None:
        return Understood(None, tuple(findings), lowered.files)
    findings.extend(validate_definition(record))
    planner = read_skills(record.planner.skills, ("planner", "skills"), resolve, limits)
    worker = read_skills(record.worker.skills, ("worker", "skills"), resolve, limits)
    findings.extend((*planner.findings, *worker.findings))
    meaning = None if _is_wrong(findings) else Definition(record, planner.skills, worker.skills)
    return Understood(meaning, tuple(findings), lowered.files)


def _orchestrator(value: JsonValue, limits: Limits, resolve: Resolver | None) -> Understood:
    lowered = lower_document(
        value, OrchestratorDef, limits, called="an orchestrator", resolve=resolve, stand_ins={"orchestrator": _UNNAMED}
    )
    record, findings = lowered.record, list(lowered.findings)
    if record is None:
        return Understood(None, tuple(findings), lowered.files)
    findings.extend(validate_orchestrator(record))
    read = read_skills(record.skills, ("skills",), resolve, limits)
    findings.extend(read.findings)
    meaning = None if _is_wrong(findings) else Orchestrator(record, read.skills)
    return Understood(meaning, tuple(findings), lowered.files)


def _manifest(value: JsonValue, limits: Limits, _resolve: Resolver | None) -> Understood:
    written = value if isinstance(value, dict) else {}
    members: JsonValue = {name: each for name, each in written.items() if name != MANIFEST_HASH}
    lowered: LoweredDocument[Manifest] = lower_document(
        members if written else value, MANIFEST, limits, called="a manifest"
    )
    manifest, claimed = lowered.record, written.get(MANIFEST_HASH)
    if manifest is None or lowered.findings:
        return Understood(None, lowered.findings)
    fault = inconsistency(manifest)
    if fault is not None:
        return Understood(None, (Finding("inconsistent-manifest", Place(fault[0]), {"reason": fault[1]}),))
    found = manifest_hash(manifest)
    if MANIFEST_HASH not in written or claimed == found:
        return Understood(manifest, ())
    return Understood(None, (Finding("wrong-manifest-hash", Place((MANIFEST_HASH,)), {"found": found}),))


def _bundle(value: JsonValue, limits: Limits, _resolve: Resolver | None) -> Understood:
    from onefold.kernel.bundle.manifest import BundleDef, Manifest
    from onefold.kernel.bundle.validate import validate_bundle, validate_document

    record: Any = BundleDef if isinstance(value, dict) and "bundle" in value else Manifest
    lowered: LoweredDocument[BundleDef | Manifest] = lower_document(value, record, limits, called="a bundle")
    bundle, findings = lowered.record, list(lowered.findings)
    if bundle is None or findings:
        # Rules would tell a second time of what is not well formed and was left out.
        return Understood(None, tuple(findings))
    if isinstance(bundle, Manifest):
        findings.extend(validate_bundle(bundle, is_package=True))
    else:
        findings.extend(validate_document(bundle))
    return Understood(None if _is_wrong(findings) else bundle, tuple(findings))


def _patch(value: JsonValue, limits: Limits, _resolve: Resolver | None) -> Understood:
    from onefold.kernel.patch.apply import patch_failures
    from onefold.kernel.patch.documents import ContractPatch, PatchDef

    record: Any = PatchDef if isinstance(value, dict) and "patch" in value else ContractPatch
    lowered: LoweredDocument[PatchDef | ContractPatch] = lower_document(value, record, limits, called="a patch")
    patch, findings = lowered.record, list(lowered.findings)
    if patch is None or findings:
        return Understood(None, tuple(findings))
    findings.extend(patch_failures(patch))
    return Understood(None if findings else patch, tuple(findings))


def _ceiling(value: JsonValue, limits: Limits, _resolve: Resolver | None) -> Understood:
    from onefold.kernel.ceiling.documents import CeilingDef
    from onefold.kernel.ceiling.validate import validate_ceiling

    lowered = lower_document(value, CeilingDef, limits, called="a ceiling", stand_ins={"ceiling": _UNNAMED})
    findings = list(lowered.findings)
    if lowered.record is not None:
        findings.extend(validate_ceiling(lowered.record))
    return Understood(None if _is_wrong(findings) else lowered.record, tuple(findings))


def _is_wrong(findings: list[Finding]) -> bool:
    return any(code_named(each.code).severity == "error" for each in findings)
