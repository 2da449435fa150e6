"""What `bundle`, `patch` and `eval` print for programs: one object with the data of the contract inside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onefold.tools.cli import envelope

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Mapping, Sequence


def add_format(parser: ArgumentParser) -> None:
    """The arguments that choose what is printed."""
    parser.add_argument("--format", choices=("text", "json"), default="text", help="text (default) or json")
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="short for --format json")


def write_envelope(
    word: str,
    ok: bool,
    data: Any,  # noqa: ANN401 - the contract's data, of any shape
    error: Mapping[str, Any] | None = None,
    warnings: Sequence[Any] = (),
    command: str = "bundle",
    **more: Any,  # noqa: ANN401 - what else a word has to say
) -> None:
    """Print the object; `data` is the contract's, unchanged."""
    envelope.write_envelope(f"{command}-{word}" if command else word, ok, data, error, warnings, **more)
