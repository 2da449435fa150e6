"""What a format has to be able to do so that its texts can be revised."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from onefold.kernel.classes import Factory, frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Set

    from onefold.frontends.tree import MappingNode, Node, SequenceNode
    from onefold.kernel.fixes import Edit
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue


class Unrevisable(Exception):  # noqa: N818 - it says what cannot be done
    """A text is written in a way that cannot be changed in its place; `path` is where."""

    def __init__(self, path: IrPath) -> None:
        """Nothing was changed."""
        super().__init__(path)
        self.path = path


@frozen
class FieldChanges:
    """What becomes of the fields of a mapping."""

    put: Mapping[str, JsonValue] = Factory(dict)
    """Other values of fields that are written."""
    added: Mapping[str, JsonValue] = Factory(dict)
    """New fields."""
    dropped: Set[str] = frozenset()
    """Fields that go."""


@frozen
class ItemChanges:
    """What becomes of the items of a list."""

    put: Mapping[int, JsonValue] = Factory(dict)
    appended: tuple[JsonValue, ...] = ()
    dropped: Set[int] = frozenset()


class Pen(Protocol):
    """Writes changes into the text of one source. What it gives need not be right: whoever uses it compares."""

    def is_whole(self, path: IrPath, owner: Node, node: Node) -> bool:
        """Whether what stands at a path, `node` within `owner`, is only ever replaced whole."""

    def is_shared(self, node: Node) -> bool:
        """Whether what stands there is meant in other places too, so that a change in it may be one too many."""

    def fields(self, owner: MappingNode, path: IrPath, changes: FieldChanges) -> Iterable[Edit]:
        """The splices that change the fields of a mapping. Raises `Unrevisable`."""

    def items(self, owner: SequenceNode, path: IrPath, changes: ItemChanges) -> Iterable[Edit]:
        """The splices that change the items of a list. Raises `Unrevisable`."""
