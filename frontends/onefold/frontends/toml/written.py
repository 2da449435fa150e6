"""What a TOML text says in the order in which it says it, which its tree does not keep."""

from __future__ import annotations

from onefold.kernel.classes import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeAlias

    from onefold.frontends.toml.tables import Part
    from onefold.frontends.tree import Node
    from onefold.kernel.source import Span

    Statement: TypeAlias = "Header | Assignment"


@frozen
class Header:
    """The header of a table, or of an item of a list of tables."""

    key: Sequence[Part]
    span: Span
    """With its brackets."""

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.span.start


@frozen
class Assignment:
    """A key, dotted or not, and its value."""

    key: Sequence[Part]
    node: Node

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.key[0].span.start


@frozen
class Written:
    """A whole text."""

    statements: Sequence[Statement]
    members: Mapping[int, Sequence[Assignment]]
    """What is written in each inline table, by where it begins."""
    comments: Sequence[Span]
