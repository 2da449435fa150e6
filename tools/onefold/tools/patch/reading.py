"""Read a patch from a file of any data format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from onefold.frontends.compile import called, kind_of_document, locating
from onefold.frontends.lower.document import lower_document
from onefold.frontends.report import diagnose
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.patch.documents import ContractPatch, PatchDef
from onefold.kernel.patch.failure import OPERATIONS
from onefold.tools.documents import Unusable, read_plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from onefold.frontends.compile import Document, Locate
    from onefold.frontends.frontend import Frontend, Limits
    from onefold.frontends.lower.document import LoweredDocument
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.patch.documents import Patch

# Members whose shape the contract judges while a patch is applied, not while it is read.
_POLICIES: Final = ("model_policy", "approval_policy", "capability_policy", "retry", "catchup")


@frozen
class ReadPatch:
    """A patch in a file."""

    path: Path
    patch: Patch | None
    """What it says, unless a policy in it is malformed."""
    failures: tuple[Finding, ...]
    """What is wrong with such policies."""
    name: str
    operations: Sequence[Any]
    """As they stand in the document."""
    locate: Locate
    base: str | None
    """The hash of the bundle that it was made for, if it is stated."""


def read_patch(path: Path) -> ReadPatch:
    """The patch in a file. Raises `Unusable`, `OSError`, `UnknownFormat` and `BrokenConfiguration`."""
    return patch_in(path, *read_plain(path))


def patch_in(path: Path, document: Document, frontend: Frontend, limits: Limits) -> ReadPatch:
    """The patch in a document that was read; `path` is how it is called. Raises `Unusable`."""
    value, kind = document.value, kind_of_document(document.value)
    if kind != "patch" or not isinstance(value, dict):
        raise Unusable(path, (), f"`{path}` is {called(kind)}, and a patch is needed here")
    locate = locating(document.source, frontend, limits, {})
    record: Any = PatchDef if "patch" in value else ContractPatch
    lowered: LoweredDocument[PatchDef | ContractPatch] = lower_document(value, record, limits, called="a patch")
    operations = value.get(OPERATIONS)
    operations = operations if isinstance(operations, list) else []
    failures = [_of_policy(each, operations) for each in lowered.findings]
    told = [each for each in failures if each is not None]
    if len(told) < len(failures) or (lowered.record is None and not told):
        raise Unusable(path, diagnose(lowered.findings, locate), f"`{path}` has errors")
    name = str(value.get("patch", value.get("id", "")))
    base = value.get("base")
    stated = base if isinstance(base, str) else None
    return ReadPatch(path, None if told else lowered.record, tuple(told), name, operations, locate, stated)


def _of_policy(finding: Finding, operations: Sequence[Any]) -> Finding | None:
    """A malformed policy as the failure of its operation; nothing for what else is wrong."""
    path = finding.place.path or ()
    if len(path) < 4 or path[0] != OPERATIONS or not isinstance(path[1], int) or path[3] not in _POLICIES:
        return None
    operation: Mapping[str, Any] = operations[path[1]]
    node = operation.get("node_id")
    at = ("policy",) if node is None else ("workflow", "nodes", str(node))
    return evolve(finding, arguments={**finding.arguments, "at": at, "node_id": node, "kind": "malformed"})
