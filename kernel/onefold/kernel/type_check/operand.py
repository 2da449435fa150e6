"""A part of a predicate with what it can be."""

from __future__ import annotations

from onefold.kernel.diagnostics import Place
from onefold.kernel.type_check.words import kinds_text
from onefold.kernel.typed import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.ir.expression import Expression
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.ir.walk import NodePath
    from onefold.kernel.schema_types import Possible
    from onefold.kernel.schema_types.possible import Path

# Longer ones are cut: a message is one sentence.
_LONGEST_SHOWN: Final = 60


class Operand(NamedTuple):
    """An expression that has been looked at."""

    expression: Expression
    at: IrPath
    """The predicate that it is a part of."""
    node: NodePath
    """Where it stands there."""
    found: Possible
    path: Path | None = None
    """The path from a root that leads to it, where there is one."""
    items: tuple[Operand, ...] | None = None
    """The items of a list that is written out."""

    def known(self, found: Possible, path: Path | None = None, items: tuple[Operand, ...] | None = None) -> Operand:
        """The same with what it can be."""
        return Operand(self.expression, self.at, self.node, found, path, items)

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place(self.at, node=self.node)

    @property
    def text(self) -> str:
        """How it is written, cut where it is long."""
        from onefold.kernel.expression_text import expression_text  # Only what is shown has to be spelled.

        text = expression_text(self.expression)
        return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"

    @property
    def shown(self) -> str:
        """Its text in back-ticks."""
        return f"`{self.text}`"

    @property
    def is_what(self) -> str:
        """What kind of value it can be, as in `is a string`."""
        return kinds_text(self.found.kinds)
