"""What two workflows differ in, as values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from onefold.kernel.classes import field, frozen
from onefold.kernel.diff.classes import class_of
from onefold.kernel.jcs import encode_value

if TYPE_CHECKING:
    from typing import Final, TypeAlias

    from onefold.kernel.diff.classes import Class
    from onefold.kernel.flow.edges import Kind as Way
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue

Kind: TypeAlias = Literal["added", "removed", "changed", "renamed"]
KINDS: Final[tuple[Kind, ...]] = ("added", "removed", "changed", "renamed")

# What an entry is about. `text`: a prompt or another text. `set`: a list whose order means nothing. `json`: arguments
# or a schema. `record`: a whole step, transition, criterion or verifier. `value`: any other single value.
Form: TypeAlias = Literal["text", "set", "json", "record", "value"]
FORMS: Final[tuple[Form, ...]] = ("text", "set", "json", "record", "value")


def _exact(value: JsonValue) -> bytes:
    # Python takes `True` and `1` for equal, which they are not.
    return encode_value(value)


@frozen
class Entry:
    """One difference: a field, or a member of a collection, that is not what it was.

    Paths are those of the new workflow, after all renames; what was removed stands at its place in the old one.
    """

    kind: Kind
    path: IrPath
    form: Form
    old: JsonValue = field(default=None, eq=_exact)
    """What it was, as the canonical document writes it, defaults written out; `None` where it was added."""
    new: JsonValue = field(default=None, eq=_exact)
    """What it is now; `None` where it was removed."""

    @property
    def change_class(self) -> Class:
        """What kind of thing it touches, for whoever decides about breaking changes."""
        return class_of(self.path)


@frozen
class EdgeChange:
    """An edge of the graph that one of the two workflows has and the other has not."""

    kind: Literal["added", "removed"]
    origin: str
    target: str
    by: Way
    outcome: str | None
    """Outcome of `origin` with which a transition is taken; `None` for the other kinds of edges."""


@frozen
class Side:
    """One of the two workflows."""

    workflow: str
    """Its id."""
    version: str


@frozen
class Difference:
    """The difference of two workflows. It is empty if and only if their versions are equal."""

    old: Side
    new: Side
    entries: tuple[Entry, ...] = ()
    """Renames first, then the fields in the order of the specification."""
    edges: tuple[EdgeChange, ...] = ()
    """How the graph changed; it follows from the entries."""

    @property
    def is_empty(self) -> bool:
        """Whether both are the same version."""
        return not self.entries

    @property
    def renames(self) -> dict[str, str]:
        """The steps that have another id now: old id to new id."""
        return {str(each.old): str(each.new) for each in self.entries if each.kind == "renamed"}
