"""Patches as people write them, and as the public contract does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from onefold.kernel.bundle.shapes import COUNT, TEXT
from onefold.kernel.classes import frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.patch.operations import OPERATION

if TYPE_CHECKING:
    from onefold.kernel.patch.operations import Operation

PATCH_ID: Final = declare.Identifier("a patch id", separators="./:-", limit=200)
SCHEMA_VERSION: Final = 1
"""The schema of the contract's patches."""
_OPERATIONS: Final = declare.Ordered(OPERATION)


@frozen
class PatchDef:
    """A patch as people write it, for one bundle and no other."""

    patch: str = declared("patch", PATCH_ID, doc="Id of the patch.")
    base: str = declared("base", declare.Digest("blake3"), doc="Hash of the bundle that it was made for.")
    summary: str | None = declared("summary", TEXT, default=None, doc="What it is for, in a sentence.")
    operations: tuple[Operation, ...] = declared("operations", _OPERATIONS, doc="What is done, in order.")

    @property
    def name(self) -> str:
        """Its id."""
        return self.patch


@frozen
class ContractPatch:
    """A patch as the public contract writes it. It does not say which bundle it was made for."""

    schema_version: int = declared("schema_version", COUNT, doc="Version of the schema: 1.")
    id: str = declared("id", TEXT, default="", doc="Id of the patch.")
    summary: str | None = declared("summary", TEXT, default=None, doc="What it is for, in a sentence.")
    operations: tuple[Operation, ...] = declared("operations", _OPERATIONS, default=(), doc="What is done, in order.")

    @property
    def name(self) -> str:
        """Its id."""
        return self.id

    @property
    def base(self) -> str | None:
        """Nothing: it is not stated."""
        return None


Patch: TypeAlias = PatchDef | ContractPatch
