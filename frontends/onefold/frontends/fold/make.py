"""What values are made of: plain values at the first reading, nodes with spans at the second."""

from __future__ import annotations

from onefold.frontends.tree import Entry, MappingNode, ScalarNode, SequenceNode
from onefold.kernel.classes import frozen
from onefold.kernel.source import Span
from onefold.kernel.typed import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, Protocol

    from onefold.kernel.source import Source

    class Make(Protocol):
        """Makes the values of one reading."""

        def scalar(self, value: float | str | None, start: int, end: int) -> Any:  # noqa: ANN401 - a plain value or a node
            """A scalar."""

        def sequence(self, items: Sequence[Made], start: int, end: int) -> Any:  # noqa: ANN401 - a plain value or a node
            """A list."""

        def mapping(self, fields: Iterable[Field], start: int, end: int) -> Any:  # noqa: ANN401 - a plain value or a node
            """A mapping; no key comes twice."""


class Made(NamedTuple):
    """A value and its place in the text."""

    value: Any
    """A plain value or a node."""
    start: int
    end: int
    text: str = ""
    """Of a scalar, what it is as a key."""


class Field(NamedTuple):
    """A key of a mapping, its place, and what stands there."""

    key: str
    start: int
    end: int
    made: Made


@frozen
class Plain:
    """Makes plain values."""

    def scalar(self, value: float | str | None, _start: int, _end: int) -> float | str | None:
        """The value itself."""
        return value

    def sequence(self, items: Sequence[Made], _start: int, _end: int) -> list[Any]:
        """A list of values."""
        return [item.value for item in items]

    def mapping(self, fields: Iterable[Field], _start: int, _end: int) -> dict[str, Any]:
        """A dictionary of values."""
        return {field.key: field.made.value for field in fields}


@frozen
class Nodes:
    """Makes nodes with spans."""

    source: Source

    def scalar(self, value: float | str | None, start: int, end: int) -> ScalarNode:
        """A scalar node."""
        return ScalarNode(Span(self.source, start, end), value)

    def sequence(self, items: Sequence[Made], start: int, end: int) -> SequenceNode:
        """A sequence node."""
        return SequenceNode(Span(self.source, start, end), tuple(item.value for item in items))

    def mapping(self, fields: Iterable[Field], start: int, end: int) -> MappingNode:
        """A mapping node."""
        entries = {field.key: Entry(Span(self.source, field.start, field.end), field.made.value) for field in fields}
        return MappingNode(Span(self.source, start, end), entries)
