"""Why a patch cannot be applied: one finding, with the contract's path and the operation beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.bundle.judged import found

if TYPE_CHECKING:
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath

OPERATIONS = "operations"


class Failed(Exception):  # noqa: N818 - it says what became of the operation
    """An operation cannot be carried out."""

    def __init__(
        self, code: str, field: IrPath, at: IrPath, kind: str, node: str | None = None, /, **arguments: object
    ) -> None:
        """`field` is the place within the operation, `at` the contract's path; the arguments are its message's."""
        super().__init__(code)
        self.code = code
        self.field = field
        self.at = at
        self.kind = kind
        self.node = node
        self.arguments = arguments

    def finding(self, index: int) -> Finding:
        """What is told of the operation with this index."""
        return found(self.code, (OPERATIONS, index, *self.field), self.kind, self.node, self.at, **self.arguments)


def of_patch(code: str, path: IrPath, at: IrPath, kind: str, **arguments: object) -> Finding:
    """What is wrong with a patch as a whole."""
    return found(code, path, kind, None, at, **arguments)
