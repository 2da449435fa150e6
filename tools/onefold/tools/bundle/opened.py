"""A bundle that was read, with all that was found in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.frontends.report import diagnose
from onefold.kernel.bundle.hashing import plain_hash
from onefold.kernel.bundle.preview import Preview, preview
from onefold.kernel.bundle.validate import reported, shown_graph_digest, validate_bundle, validation_report
from onefold.kernel.classes import frozen
from onefold.kernel.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from onefold.frontends.compile import Locate
    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.canonicalize import Canonical
    from onefold.kernel.diagnostics import Diagnostic, Finding
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue
    from onefold.tools.bundle.archives import Archive


@frozen
class OpenedBundle:
    """A bundle of any origin."""

    path: Path
    """The file that was named."""
    manifest: Manifest
    is_contract: bool
    """Whether it was written in the format of the public contract."""
    diagnostics: tuple[Diagnostic, ...]
    rows: tuple[Mapping[str, JsonValue], ...]
    """The findings as the contract reports them."""
    workflow: Canonical | None = None
    """The workflow that the graph was lowered from."""
    workflow_path: Path | None = None
    """Its file."""
    package: str | None = None
    """The bundle hash of what was read as a bundle of the contract, or as an archive."""
    gate: Mapping[str, JsonValue] | None = None
    """What the verification of an archive says of it."""
    archive: Archive | None = None
    """The archive that it is."""

    def graph_digest(self) -> str:
        """The digest that reports give its graph."""
        return shown_graph_digest(self.manifest, is_contract=self.is_contract)

    def report(self) -> dict[str, JsonValue]:
        """The contract's report of what was found, and the bundle hash."""
        return {**validation_report(self.manifest, self.rows, self.graph_digest()), "bundle_hash": self.hash}

    def preview(self) -> Preview:
        """What it will do."""
        return preview(self.manifest, self.rows, is_contract=self.is_contract, package=self.package)

    @property
    def hash(self) -> str:
        """The bundle hash; of what was no file of one bundle, that of the bundle it means with nothing beside it."""
        return self.package or plain_hash(self.manifest)

    @property
    def is_package(self) -> bool:
        """Whether it has to say what travels with it."""
        return self.is_contract or self.gate is not None

    @property
    def is_valid(self) -> bool:
        """Whether nothing in it is an error."""
        return not any(each["severity"] == "error" for each in self.rows)

    @property
    def counted(self) -> str:
        """How much is wrong with it, in words."""
        counts = [(level, sum(each["severity"] == level for each in self.rows)) for level in ("error", "warning")]
        return ", ".join(counted(count, level) if count else f"no {level}s" for level, count in counts)

    @property
    def summary(self) -> str:
        """One line: what it is, and how much was found in it."""
        nodes = counted(len(self.manifest.workflow.nodes), "node")
        return f"{self.manifest.id} {self.manifest.version}: {nodes}, {self.counted}"


def judged(
    manifest: Manifest,
    locate: Locate,
    *,
    is_package: bool,
    remarks: Iterable[Finding] = (),
    unread: Sequence[Finding] = (),
    has_graph: bool = True,
) -> tuple[tuple[Diagnostic, ...], tuple[Mapping[str, JsonValue], ...]]:
    """The findings of all rules as diagnostics, and as the contract's rows in the contract's order.

    `unread` says which fields could not be read: what rules find in what stands in their place is no finding.
    """
    gaps = [_gap(each) for each in unread]
    found = validate_bundle(manifest, is_package=is_package, has_graph=has_graph)
    findings = (*remarks, *unread, *(each for each in found if not _is_of_gap(each, gaps)))
    diagnostics = diagnose(findings, locate)
    rows: list[Mapping[str, JsonValue]] = []
    for finding in findings:
        # Words alone are wanted here; to look for places again, each time, would take too long.
        (one,) = diagnose([finding], lambda _: None)
        rows.append(reported(finding, one.severity, one.code, one.message))
    return diagnostics, tuple(rows)


def _gap(finding: Finding) -> IrPath:
    """The path of what could not be read, which may not be there at all."""
    path, field = finding.place.path or (), finding.arguments.get("field")
    return (*path, field) if finding.code == "missing-field" and isinstance(field, str) else path


def _is_of_gap(finding: Finding, gaps: Sequence[IrPath]) -> bool:
    path = finding.place.path or ()
    return any(gap[: len(path)] == path[: len(gap)] for gap in gaps if gap and path)
