"""What every word of `bundle` prints for programs: one object with the contract's data inside."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import Any

from onefold.tools.cli import envelope


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
    **more: Any,  # noqa: ANN401 - what else a word has to say
) -> None:
    """Print the object; `data` is the contract's, unchanged."""
    envelope.write_envelope(f"bundle-{word}", ok, data, error, warnings, **more)
