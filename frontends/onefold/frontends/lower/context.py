"""What lowering carries along: the findings so far, the limits and the way to texts in files."""

from __future__ import annotations

from onefold.frontends.bounds import is_within
from onefold.kernel.classes import Factory, define
from onefold.kernel.diagnostics import Finding, Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Final, TypeAlias

    from onefold.frontends.frontend import Limits
    from onefold.frontends.texts import Resolver
    from onefold.kernel.ir.declare import Identifier, Shape
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.source import Source
    from onefold.kernel.values import JsonValue

    # Context, shape, value, path: the IR value, or `INVALID` when something was reported.
    Reader: TypeAlias = Callable[["Context", Any, JsonValue, IrPath], Any]


class Invalid:
    """What lowering gives where there is a finding instead of a value."""


INVALID: Final = Invalid()


@define
class Context:
    """One run of lowering."""

    readers: Mapping[type, Reader]
    """The reader of every shape."""
    limits: Limits
    resolve: Resolver | None
    text_bytes: int
    """UTF-8 bytes of text so far; texts from files count too."""
    is_shallow: bool = True
    """Whether the value is known to be no deeper than it may be."""
    findings: list[Finding] = Factory(list)
    files: dict[IrPath, Source] = Factory(dict)
    """The file whose text stands at a path."""
    nouns: dict[IrPath, str] = Factory(dict)
    """What messages call the entries of a mapping at a path."""
    ids: dict[str, Identifier] = Factory(dict)
    """The ids that are well formed, each with the shape that it has."""
    alike: dict[tuple[int, int, bytes], Any] = Factory(dict)
    """What came of parts in which nothing was wrong, by their shape, their depth and how they are spelled."""
    document: str = "a workflow"
    """How messages call the whole document, with its article."""

    def report(self, code: str, place: Place, help_line: str | None = None, **arguments: object) -> Invalid:
        """Note a finding; the result stands for the value that is missing."""
        self.findings.append(Finding(code, place, arguments, help=help_line))
        return INVALID

    def is_too_deep(self, value: JsonValue, path: IrPath) -> bool:
        """Whether what stands at a path, which may be of any form, makes the whole too deep; then that is noted."""
        if self.is_shallow or is_within(value, self.limits.depth - len(path)):
            return False
        # Its place is found by whoever measures the whole.
        self.report("nesting-too-deep", Place(path), limit=self.limits.depth)
        return True

    def lower(self, shape: Shape, value: JsonValue, path: IrPath) -> Any:  # noqa: ANN401 - the shape says which
        """The IR value for `value`, or `INVALID` when something was reported."""
        return self.readers[type(shape)](self, shape, value, path)
