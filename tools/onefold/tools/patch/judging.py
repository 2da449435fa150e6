"""Hold a patch against a bundle: apply it to a copy, and say what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onefold.frontends.report import diagnose
from onefold.kernel.bundle.preview import preview
from onefold.kernel.bundle.validate import validation_report
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.patch.apply import Applied, apply, base_failures
from onefold.kernel.patch.delta import capability_delta
from onefold.kernel.patch.report import PatchReport, failure_row
from onefold.tools.bundle.opened import judged
from onefold.tools.bundle.requests import around_bundle

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.bundle.preview import Preview
    from onefold.kernel.ceiling.model import Ceiling
    from onefold.kernel.diagnostics import Diagnostic, Finding
    from onefold.kernel.values import JsonValue
    from onefold.tools.bundle.opened import OpenedBundle
    from onefold.tools.patch.reading import ReadPatch


@frozen
class JudgedPatch:
    """A patch with what comes of it."""

    before: OpenedBundle
    after: OpenedBundle
    """The patched bundle; the other one where the patch could not be applied."""
    failures: tuple[Diagnostic, ...]
    """Why it could not be applied."""
    report: PatchReport
    preview: Preview
    """Of the bundle after the patch."""


def judge_patch(
    patch: ReadPatch, bundle: OpenedBundle, parent: Ceiling | None = None, base: str | None = None
) -> JudgedPatch:
    """What comes of a patch; `parent` is the ceiling it has to stay below, `base` what the caller says it is for."""
    applied = _applied(patch, bundle, base)
    return judgement(patch, bundle, applied, parent, base)


def judgement(
    patch: ReadPatch, bundle: OpenedBundle, applied: Applied, parent: Ceiling | None, base: str | None
) -> JudgedPatch:
    """What is to be said of a patch that was applied, or could not be."""
    rows = [_row(each, patch) for each in applied.failures]
    after = bundle if rows else with_manifest(bundle, applied.manifest)
    digest = after.graph_digest()
    shown = preview(after.manifest, after.rows, is_contract=bundle.is_contract, package=after.package)
    report = PatchReport(
        patch.name,
        bundle.manifest,
        after.manifest,
        rows,
        validation_report(after.manifest, after.rows, digest),
        capability_delta(
            bundle.manifest, after.manifest, parent, is_contract=bundle.is_contract, around=around_bundle(bundle)
        ),
        shown.data["graph"],
        patch.base or base,
        bundle.hash,
    )
    return JudgedPatch(bundle, after, diagnose(applied.failures, patch.locate), report, shown)


def with_manifest(bundle: OpenedBundle, manifest: Manifest) -> OpenedBundle:
    """The bundle that says something else, with all that is to be found in it."""
    diagnostics, rows = judged(manifest, lambda _: None, is_package=bundle.is_package)
    after = evolve(bundle, manifest=manifest, diagnostics=diagnostics, rows=rows, package=None)
    return evolve(after, package=after.hash) if bundle.package is not None else after


def _applied(patch: ReadPatch, bundle: OpenedBundle, base: str | None) -> Applied:
    failures: Iterable[Finding] = patch.failures
    if patch.patch is not None:
        failures = base_failures(patch.patch, bundle.hash, base)
        if not failures:
            return apply(patch.patch, bundle.manifest)
    return Applied(bundle.manifest, tuple(failures))


def _row(finding: Finding, patch: ReadPatch) -> Mapping[str, JsonValue]:
    (one,) = diagnose([finding], lambda _: None)
    row: Mapping[str, Any] = failure_row(finding, patch.operations, one.code, one.message)
    return row
