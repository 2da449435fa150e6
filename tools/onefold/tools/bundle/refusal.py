"""Why a bundle is refused: the contract's code, the code of the page about it, and a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from onefold.frontends.report import code_named
from onefold.kernel.values import JsonValue


class Refused(Exception):  # noqa: N818 - it says what became of the bundle
    """A bundle is not taken, or not made."""

    def __init__(
        self,
        code: str,
        name: str,
        *,
        is_usage: bool = False,
        data: JsonValue = None,
        **arguments: object,
    ) -> None:
        """`code` is the contract's, `name` that of the page; the arguments are those of its message."""
        page = code_named(name)
        self.code = code
        self.name = name
        self.id = page.id
        self.message = page.message.format_map(arguments)
        self.help = page.help.format_map(arguments)
        self.is_usage = is_usage
        self.data = data
        super().__init__(f"{code}: {self.message}")

    def error(self) -> Mapping[str, JsonValue]:
        """For programs."""
        return {"code": self.code, "diagnostic": self.id, "name": self.name, "message": self.message, "details": None}
