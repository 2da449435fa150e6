"""What is said of a patch: whether it applies, what it changes, and whether it asks for more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from onefold.kernel.bundle.validate import reported
from onefold.kernel.classes import frozen
from onefold.kernel.patch.difference import graph_difference
from onefold.kernel.patch.failure import OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.values import JsonObject, JsonValue

REPORT_VERSION: Final = 1


@frozen
class PatchReport:
    """The parts of a report that are found elsewhere."""

    name: str
    """Id of the patch."""
    before: Manifest
    after: Manifest
    """The patched bundle; the other one where the patch could not be applied."""
    failures: Sequence[JsonObject]
    validation: JsonObject
    """The contract's report about the bundle after the patch."""
    delta: JsonObject
    """What may be done before and after, and what is asked for beyond the ceiling under `widening`."""
    exported: JsonValue
    """The graph after the patch, as a preview has it."""
    base: str | None
    """The hash that the patch was made for, if that is stated."""
    found: str
    """The hash of the bundle that it was held against."""

    @property
    def is_valid(self) -> bool:
        """Whether it applies, gives a valid bundle, and asks for nothing more."""
        return not self.failures and bool(self.validation["valid"]) and not self.delta["widening"]

    def data(self) -> dict[str, Any]:
        """The contract's members in its order, and the base after them."""
        return {
            "schema_version": REPORT_VERSION,
            "patch_id": self.name,
            "bundle_id": self.before.id,
            "valid": self.is_valid,
            "apply_errors": list(self.failures),
            "bundle_validation": self.validation,
            "graph_diff": graph_difference(self.before, self.after),
            "capability_delta": self.delta,
            "graph_export": self.exported,
            "base": "not stated" if self.base is None else self.base,
            "bundle_hash": self.found,
        }


def failure_row(finding: Finding, operations: Sequence[Any], code: str, message: str) -> Mapping[str, JsonValue]:
    """A failure as the contract reports it; `operations` are those of the document, as they were read."""
    path = finding.place.path or ()
    index = path[1] if len(path) > 1 and path[0] == OPERATIONS and isinstance(path[1], int) else None
    operation = operations[index] if index is not None else None
    row = reported(finding, "error", code, message)
    told = {"severity": row.pop("severity"), "op_index": index}
    return {**told, "op": operation.get("op") if isinstance(operation, dict) else None, **row}
