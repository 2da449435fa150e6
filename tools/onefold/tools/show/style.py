"""Colours of a terminal, by what they are for."""

from __future__ import annotations

from onefold.kernel.classes import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

_RESET: Final = "\x1b[0m"
_CODES: Final[Mapping[str, str]] = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "note": "\x1b[1;36m",
    "related": "\x1b[1;34m",
    "gutter": "\x1b[1;34m",
    "help": "\x1b[1;32m",
    "old": "\x1b[30;41m",
    "new": "\x1b[30;42m",
    "strong": "\x1b[1m",
    "faint": "\x1b[2m",
    "plain": "",
}


@frozen
class Style:
    """Paints text for a terminal, or leaves it alone."""

    colour: bool = False

    def paint(self, purpose: str, text: str) -> str:
        """The text in the colour of its purpose; the text must be escaped before."""
        code = _CODES[purpose] if self.colour and text else ""
        return f"{code}{text}{_RESET}" if code else text
