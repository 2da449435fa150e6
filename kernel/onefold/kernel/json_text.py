"""JSON texts as the standard library reads them, without the time that its package takes to import."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

_SPACE: Final = " \t\n\r"


class Decoder:
    """What `json.JSONDecoder` does with the same settings; the settings are what its C code looks for."""

    __slots__ = (
        "_scan", "memo", "object_hook", "object_pairs_hook", "parse_constant", "parse_float", "parse_int", "strict",
    )  # fmt: skip

    def __init__(
        self,
        object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None,
        parse_int: Callable[[str], Any] = int,
        parse_float: Callable[[str], Any] = float,
        parse_constant: Callable[[str], Any] = float,
    ) -> None:
        from _json import make_scanner

        self.strict, self.object_hook = True, None
        self.memo: dict[str, str] = {}
        self.object_pairs_hook = object_pairs_hook
        self.parse_int, self.parse_float, self.parse_constant = parse_int, parse_float, parse_constant
        self._scan: Callable[[str, int], tuple[Any, int]] = make_scanner(self)  # type: ignore[arg-type] # its stub asks for what it makes

    def decode(self, text: str) -> Any:  # noqa: ANN401 - any value, as with `json`
        """The value of a text. Raises `ValueError`, and `RecursionError`."""
        begin = len(text) - len(text.lstrip(_SPACE))
        try:
            value, end = self._scanned(text, begin)
        except StopIteration:
            raise ValueError("a value was expected") from None
        if text[end:].strip(_SPACE):
            raise ValueError("nothing was expected after the value")
        return value

    def _scanned(self, text: str, begin: int) -> tuple[Any, int]:
        try:
            return self._scan(text, begin)
        except SystemError:
            # To raise its error, the C code looks for the module of it among those that are there.
            import json.decoder  # noqa: F401

            return self._scan(text, begin)


def loads(text: str) -> Any:  # noqa: ANN401 - any value, as with `json`
    """What `json.loads` gives for a text. Raises as `Decoder.decode` does."""
    return Decoder().decode(text)


def members_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object hook where no name may stand twice. Raises `ValueError` where one does."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a name stands there twice")
    return members
