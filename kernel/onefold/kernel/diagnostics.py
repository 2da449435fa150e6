"""What a finding is before and after it is shown.

A `Finding` is raw: the name of its code, a place and arguments. It costs little, so rules and readers make it
freely. A `Diagnostic` is what people and machines see: the code's id, a sentence, a span. The front-ends turn
one into the other, once, when there is something to show.
"""

from __future__ import annotations

from onefold.kernel.classes import Factory, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal, TypeAlias

    from onefold.kernel.fixes import Fix
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.source import Span

    Severity: TypeAlias = Literal["error", "warning", "note"]


@frozen
class Code:
    """The identity of one kind of finding. Ids are never reused."""

    id: str
    """Stable address: `OF` and three digits."""
    severity: Severity
    message: str
    """One sentence with `{argument}` fields; says what is wrong, not how to mend it."""
    help: str = ""
    """How to mend it, with the same fields; empty where nothing general can be said."""


@frozen
class Place:
    """Where a finding is: a path in the IR, or a span where no path exists yet."""

    path: IrPath | None = None
    part: Literal["value", "key"] = "value"
    """`key` points at the name of the last segment (it should not be there), `value` at what stands there.

    Of a subexpression `key` is what a selection selects, or an index with its brackets.
    """
    within: tuple[int, int] | None = None
    """Half-open range of characters inside the text at `path`."""
    node: tuple[int, ...] | None = None
    """Subexpression of the predicate at `path`: at each level the index among `ir.walk.children`."""
    span: Span | None = None


@frozen
class Related:
    """Another place that explains a finding."""

    place: Place
    message: str


@frozen
class Finding:
    """One thing found, not yet put into words.

    `code` is the code's name (`unknown-field`), the file name of the module that declares it.
    """

    code: str
    place: Place
    arguments: Mapping[str, object] = Factory(dict)
    related: tuple[Related, ...] = ()
    help: str | None = None
    """Replaces the code's own help line."""
    sensitive: bool = False
    """Whether what stands at its place must never be shown."""
    fix: Fix | None = None


@frozen
class RelatedPlace:
    """Another place of a diagnostic, ready to show."""

    message: str
    ir_path: str | None
    span: Span | None


@frozen
class Diagnostic:
    """One finding, in words and with its place, the same for every output format."""

    code: str
    """`OF` and three digits; `onefold explain CODE` shows its page."""
    name: str
    """The offence in kebab case."""
    severity: Severity
    message: str
    ir_path: str | None
    """Path in the IR, such as `steps.review.timeout`; absent while the source could not be read."""
    span: Span | None
    related: tuple[RelatedPlace, ...] = ()
    help: str | None = None
    fix: Fix | None = None
