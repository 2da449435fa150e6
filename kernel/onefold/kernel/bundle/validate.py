"""Validate a bundle: run its rules, and put what they find as the contract reports it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.bundle.canonical import canonical_graph, contract_digest, graph_digest
from onefold.kernel.bundle.judged import JudgedBundle
from onefold.kernel.bundle.manifest import Manifest
from onefold.kernel.classes import evolve
from onefold.kernel.rules.of_bundles import BUNDLE_RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from onefold.kernel.bundle.manifest import BundleDef
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonObject, JsonValue


def validate_bundle(manifest: Manifest, *, is_package: bool, has_graph: bool = True) -> tuple[Finding, ...]:
    """Everything that is wrong with a bundle; `is_package` where it has to say what travels with it.

    Without `has_graph` its graph could not be read, or not all of it, and nothing is held against that.
    """
    # Ids that do not agree are seen before the canonical form fills them in.
    whole = evolve(manifest, workflow=canonical_graph(manifest.workflow))
    return _found(JudgedBundle(whole, is_package, has_graph))


def validate_document(bundle: BundleDef) -> tuple[Finding, ...]:
    """What can be said of a bundle's document while its workflow is not at hand."""
    manifest = Manifest(
        schema_version=3,
        id=bundle.bundle,
        version=bundle.version,
        triggers=bundle.triggers,
        prompt_capsules=bundle.prompt_capsules,
        policy=bundle.policy,
        connectors=bundle.connectors,
        environment=bundle.environment,
        receipts=bundle.receipts,
    )
    return _found(JudgedBundle(manifest, is_package=False, has_graph=False))


def _found(bundle: JudgedBundle) -> tuple[Finding, ...]:
    return tuple(finding for rule in BUNDLE_RULES for finding in rule.check(bundle))


def validation_report(manifest: Manifest, diagnostics: Sequence[JsonObject], graph_digest: str) -> dict[str, Any]:
    """The contract's report; `diagnostics` as `reported` gives them, the digest as `shown_graph_digest` does."""
    return {
        "valid": not any(each["severity"] == "error" for each in diagnostics),
        "bundle_id": manifest.id,
        "workflow_id": manifest.workflow.id,
        "graph_digest": graph_digest,
        "errors": [each for each in diagnostics if each["severity"] == "error"],
        "warnings": [each for each in diagnostics if each["severity"] == "warning"],
    }


def shown_graph_digest(manifest: Manifest, *, is_contract: bool) -> str:
    """The digest that reports and receipts give a graph: the contract's own for what was read in its format."""
    return contract_digest(manifest.workflow) if is_contract else graph_digest(manifest.workflow)


def reported(finding: Finding, severity: str, code: str, message: str) -> dict[str, JsonValue]:
    """A finding as the contract reports it, with the code and the kind of its message beside."""
    path = finding.arguments.get("at", finding.place.path or ())
    node, kind = finding.arguments.get("node_id"), finding.arguments.get("kind")
    return {
        "severity": severity,
        "path": contract_path(path if isinstance(path, tuple) else ()),
        "message": message,
        "node_id": node if isinstance(node, str) else None,
        "code": code,
        "kind": kind if isinstance(kind, str) else None,
    }


def contract_path(path: Iterable[Any] | IrPath) -> str:
    """A path as the contract writes it: `triggers[0].kind`, `prompt_capsules.query-logs.node_id`."""
    parts: list[str] = []
    for segment in path:
        if isinstance(segment, int):
            parts.append(f"[{segment}]")
        else:
            parts.append(f".{segment}" if parts else str(segment))
    return "".join(parts)
