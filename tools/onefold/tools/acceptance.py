"""The breaking changes that were accepted: `.onefold/accepted.toml` of a workspace."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from onefold.frontends.toml.render import render
from onefold.tools.files import read_whole
from onefold.tools.writing import write_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from onefold.kernel.values import JsonObject

FILE: Final = Path(".onefold") / "accepted.toml"
_HEAD: Final = """\
# Breaking changes that were accepted, by fingerprint. `onefold breaking --accept` adds to this list; a `reason` that
# you write beside a fingerprint stays, a comment does not.
"""
_KEYS: Final = ("fingerprint", "workflow", "class", "change", "reason")


class BrokenAcceptance(Exception):  # noqa: N818 - it is the state of a file, named for what it is
    """The file is not what it should be; the text says why."""


def accepted(root: Path) -> dict[str, Mapping[str, str]]:
    """What was accepted in a workspace, by fingerprint. Raises `BrokenAcceptance` and `OSError`."""
    data = read_whole(root / FILE)
    if data is None:
        return {}
    try:
        value = tomllib.loads(data.decode("utf-8"))
    except ValueError as error:
        raise BrokenAcceptance(f"`{FILE}` cannot be read: {error}") from None
    entries = value.get("accepted", [])
    if not isinstance(entries, list) or not all(_is_entry(each) for each in entries):
        raise BrokenAcceptance(f"`{FILE}` must be a list of tables [[accepted]], each with a fingerprint")
    return {each["fingerprint"]: each for each in entries}


def _is_entry(value: object) -> bool:
    return isinstance(value, dict) and "fingerprint" in value and all(isinstance(each, str) for each in value.values())


def accept(root: Path, entries: Mapping[str, Mapping[str, str]]) -> None:
    """Add changes to what was accepted. They are sorted, so that two who accept rarely touch the same lines.

    Raises `BrokenAcceptance` and `OSError`.
    """
    known = {**entries, **accepted(root)}
    document: JsonObject = {"accepted": [_ordered(known[each]) for each in sorted(known)]}
    path = root / FILE
    path.parent.mkdir(exist_ok=True)
    write_files({path: f"{_HEAD}\n{render(document)}".encode()}, over=(path,))


def _ordered(entry: Mapping[str, str]) -> JsonObject:
    keys = [each for each in _KEYS if each in entry] + sorted(each for each in entry if each not in _KEYS)
    return {each: entry[each] for each in keys}
