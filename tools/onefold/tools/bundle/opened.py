"""A bundle that was read, with all that was found in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.frontends.report import diagnose
from onefold.kernel.bundle.hashing import plain_hash
from onefold.kernel.bundle.validate import reported, shown_graph_digest, validate_bundle
from onefold.kernel.classes import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from onefold.frontends.compile import Locate
    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.canonicalize import Canonical
    from onefold.kernel.diagnostics import Diagnostic, Finding
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
    def summary(self) -> str:
        """One line: what it is, and how much was found in it."""
        counts = [sum(each["severity"] == level for each in self.rows) for level in ("error", "warning")]
        told = ", ".join(
            f"{count or 'no'} {noun}{'' if count == 1 else 's'}"
            for count, noun in zip(counts, ("error", "warning"), strict=True)
        )
        nodes = len(self.manifest.workflow.nodes)
        return f"{self.manifest.id} {self.manifest.version}: {nodes} node{'' if nodes == 1 else 's'}, {told}"


def judged(
    manifest: Manifest, locate: Locate, *, is_package: bool, remarks: Iterable[Finding] = ()
) -> tuple[tuple[Diagnostic, ...], tuple[Mapping[str, JsonValue], ...]]:
    """The findings of all rules as diagnostics, and as the contract's rows in the contract's order."""
    findings = (*remarks, *validate_bundle(manifest, is_package=is_package))
    diagnostics = diagnose(findings, locate)
    rows: list[Mapping[str, JsonValue]] = []
    for finding in findings:
        # Words alone are wanted here; to look for places again, each time, would take too long.
        (one,) = diagnose([finding], lambda _: None)
        rows.append(reported(finding, one.severity, one.code, one.message))
    return diagnostics, tuple(rows)
