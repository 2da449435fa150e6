"""The one object that programs are given where a command has something around its data to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from onefold.tools.cli.streams import write
from onefold.tools.show.json import printed_pieces


def write_envelope(
    label: str,
    ok: bool,
    data: Any,  # noqa: ANN401 - the data of the command, of any shape
    error: Mapping[str, Any] | None = None,
    warnings: Sequence[Any] = (),
    **more: Any,  # noqa: ANN401 - what else a command has to say
) -> None:
    """Print the object; `label` is the command."""
    written = {"onefold": f"{label}/1", "ok": ok, "data": data, "error": error, "warnings": list(warnings)}
    for piece in printed_pieces({**written, **more}):
        write(piece)
