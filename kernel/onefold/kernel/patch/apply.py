"""Apply a patch to a copy of a bundle: every operation, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.bundle.hashing import manifest_bytes
from onefold.kernel.bundle.judged import is_blank
from onefold.kernel.bundle.lowering import in_order
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.patch.documents import SCHEMA_VERSION, ContractPatch
from onefold.kernel.patch.draft import Draft
from onefold.kernel.patch.failure import Failed, of_patch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.patch.documents import Patch


@frozen
class Applied:
    """What became of a patch."""

    manifest: Manifest
    """The patched bundle; after a failure the one that was given."""
    failures: tuple[Finding, ...]
    """Why it could not be applied."""


def patch_failures(patch: Patch) -> tuple[Finding, ...]:
    """What is wrong with a patch whatever it is applied to."""
    return tuple(_of_patch(patch))


def _of_patch(patch: Patch) -> Iterator[Finding]:
    at = ("patch",)
    if isinstance(patch, ContractPatch):
        if patch.schema_version != SCHEMA_VERSION:
            told = {"schema": patch.schema_version, "known": SCHEMA_VERSION}
            yield of_patch("unsupported-patch-schema", ("schema_version",), at, "unsupported", **told)
        if not patch.id or is_blank(patch.id):
            yield of_patch("blank-patch-field", ("id",), at, "blank", field="id")
    if not patch.operations:
        yield of_patch("idle-patch", ("operations",), at, "empty", reason="it has no operations")


def base_failures(patch: Patch, found: str, given: str | None = None) -> tuple[Finding, ...]:
    """Whether a patch was made for another bundle than the one with the hash `found`; `given` is what a caller says."""
    stated = [each for each in (patch.base, given) if each is not None and each != found]
    return tuple(
        of_patch("wrong-patch-base", ("base",), ("base",), "mismatch", base=each, found=found) for each in stated
    )


def apply(patch: Patch, manifest: Manifest, *, is_contract: bool = True) -> Applied:
    """The patched bundle, or the first thing that keeps it from being made; `manifest` itself never changes.

    Of a bundle of ours, lists of tools in any order say the same as those of its source.
    """
    failures = patch_failures(patch)
    if failures:
        return Applied(manifest, failures)
    draft = Draft(manifest)
    for index, operation in enumerate(patch.operations):
        try:
            operation.edit(draft)
        except Failed as failed:
            return Applied(manifest, (failed.finding(index),))
    patched = draft.finished() if is_contract else in_order(draft.finished())
    if manifest_bytes(evolve(manifest, signature=None)) == manifest_bytes(patched):
        reason = "the bundle says all of that already"
        return Applied(manifest, (of_patch("idle-patch", ("operations",), ("patch",), "unchanged", reason=reason),))
    return Applied(patched, ())
