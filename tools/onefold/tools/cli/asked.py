"""What programs are told that asked for JSON, where a command ends without a word for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from onefold.tools.cli.commands import COMMANDS
from onefold.tools.cli.envelope import write_envelope
from onefold.tools.cli.streams import complaints

_OF_FILES: Final = ("init",)
"""Commands whose `--format` is that of a file they write."""
_WORDS_APART: Final = ("bundle",)
"""Commands each of whose words prints an object of its own."""


def tell_programs(arguments: Sequence[str], kind: str) -> None:
    """Print the object that says why, if JSON was asked for; `kind` is `usage`, `failed` or `fault`."""
    if not _is_asked_for(arguments):
        return
    label = _label(arguments)
    first, *others = complaints() or ("what is wrong stands on standard error",)
    error = {
        "code": f"{label.removeprefix('bundle-')}.{kind}",
        "diagnostic": None,
        "name": None,
        "message": first,
        "details": others or None,
    }
    write_envelope(label, False, None, error)


def _is_asked_for(arguments: Sequence[str]) -> bool:
    """Whether the last word about it is that JSON is to be printed."""
    if arguments[0] in _OF_FILES:
        return False
    is_asked = False
    for each, value in zip(arguments, (*arguments[1:], ""), strict=True):
        if each == "--":
            break
        if each == "--json" or each.startswith("--format="):
            is_asked = each in ("--json", "--format=json")
        elif each == "--format":
            is_asked = value == "json"
    return is_asked


def _label(arguments: Sequence[str]) -> str:
    """The name that the object of a command has."""
    first, *rest = arguments
    if first not in COMMANDS:
        return "onefold"
    if first not in _WORDS_APART:
        return first
    from onefold.tools.cli.bundle import WORDS

    word = next((each for each in rest if not each.startswith("-")), "")
    return f"{first}-{word}" if word in WORDS else first
