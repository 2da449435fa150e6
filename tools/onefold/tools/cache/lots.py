"""Many plain values that are kept as bytes, some hundred together: those that nobody asks for stay bytes."""

from __future__ import annotations

import marshal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Final, TypeAlias

    Lot: TypeAlias = tuple[int, bytes]
    """How many there are, and what `marshal` made of the list of them."""

_TOGETHER: Final = 200


class Lots:
    """A list of values that `marshal` can write."""

    __slots__ = ("_lots", "_opened")

    def __init__(self, plain: Iterable[Lot]) -> None:
        """As `plain` gives them."""
        self._lots: list[Lot] = list(plain)
        self._opened: dict[int, list[Any]] = {}
        """What was looked into, by the number of the lot."""

    @classmethod
    def of(cls, values: list[Any]) -> Lots:
        """The values in lots."""
        lots = (values[first : first + _TOGETHER] for first in range(0, len(values), _TOGETHER))
        return cls((len(each), marshal.dumps(each, 2)) for each in lots)

    def plain(self) -> tuple[Lot, ...]:
        """All of them, for `Lots(plain)`."""
        for number, values in self._opened.items():
            self._lots[number] = (len(values), marshal.dumps(values, 2))
        return tuple(self._lots)

    def __getitem__(self, number: int) -> Any:  # noqa: ANN401 - whatever is plain
        """The value with that number."""
        values, place = self._found(number)
        return values[place]

    def __setitem__(self, number: int, value: Any) -> None:  # noqa: ANN401
        """Let another value have that number."""
        values, place = self._found(number)
        values[place] = value

    def insert(self, number: int, value: Any) -> None:  # noqa: ANN401
        """Let another value have that number, and those from there on the next."""
        values, place = self._found(max(number - 1, 0))
        values.insert(place + (number > 0), value)

    def __delitem__(self, number: int) -> None:
        """Let a value be gone."""
        values, place = self._found(number)
        del values[place]

    def _found(self, number: int) -> tuple[list[Any], int]:
        """The lot that a value is in, and its place there."""
        for index, (stored, data) in enumerate(self._lots):
            count = len(self._opened[index]) if index in self._opened else stored
            if number < count:
                if index not in self._opened:
                    self._opened[index] = marshal.loads(data)  # noqa: S302 - an answer is ours, and whole
                return self._opened[index], number
            number -= count
        raise IndexError(number)
