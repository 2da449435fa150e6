"""Hold a patch against a bundle: apply it to a copy, and say what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onefold.frontends.report import diagnose
from onefold.kernel.bundle.preview import preview
from onefold.kernel.bundle.validate import validation_report
from onefold.kernel.ceiling.of_bundles import ceiling_of_bundle
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.patch.apply import Applied, apply, base_failures
from onefold.kernel.patch.delta import capability_delta, widening_item
from onefold.kernel.patch.report import PatchReport, failure_row
from onefold.tools.bundle.links import linked_excesses, with_stated_roots
from onefold.tools.bundle.opened import judged
from onefold.tools.bundle.requests import around_bundle
from onefold.tools.workspace import workspace_root

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.bundle.preview import Preview
    from onefold.kernel.ceiling.around import Around
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
    around = around_bundle(bundle)
    delta = capability_delta(bundle.manifest, after.manifest, parent, is_contract=bundle.is_contract, around=around)
    shown = preview(after.manifest, after.rows, is_contract=bundle.is_contract, package=after.package)
    report = PatchReport(
        patch.name,
        bundle.manifest,
        after.manifest,
        rows,
        validation_report(after.manifest, after.rows, digest),
        {**delta, "widening": [*delta["widening"], *_linked(bundle, after, parent, around)]},
        shown.data["graph"],
        patch.base or base,
        bundle.hash,
    )
    return JudgedPatch(bundle, after, diagnose(applied.failures, patch.locate), report, shown)


def _linked(bundle: OpenedBundle, after: OpenedBundle, parent: Ceiling | None, around: Around) -> list[JsonValue]:
    """Folders that are within what was allowed by their names, and not by where they lead on this machine."""
    before, now = (
        ceiling_of_bundle(each.manifest, is_contract=bundle.is_contract, around=around) for each in (bundle, after)
    )
    limit = with_stated_roots(before, bundle.manifest) if parent is None else parent
    found = linked_excesses(with_stated_roots(now, after.manifest), limit, workspace_root(bundle.path))
    return [widening_item(each) for each in found]


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
            return apply(patch.patch, bundle.manifest, is_contract=bundle.is_contract)
    return Applied(bundle.manifest, tuple(failures))


def _row(finding: Finding, patch: ReadPatch) -> Mapping[str, JsonValue]:
    (one,) = diagnose([finding], lambda _: None)
    row: Mapping[str, Any] = failure_row(finding, patch.operations, one.code, one.message)
    return row
