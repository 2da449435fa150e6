"""Freeze the versions of new golden workflows in `golden/versions.txt`: `python tools/dev/freeze_goldens.py`.

Versions that are frozen are never written anew: a workflow keeps its version for as long as its schema version lives.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
ACCEPT = ROOT / "golden" / "accept"
VERSIONS = ROOT / "golden" / "versions.txt"
_COMMENT = "#"
_SEPARATOR = "  "


class ChangedVersion(Exception):  # noqa: N818 - it is a refusal by rule, not a fault
    """A frozen workflow has another version, or is gone; the text names it."""


def header(schema_version: int) -> str:
    """The first line, without its line end."""
    return f"{_COMMENT} The version of every workflow in golden/accept, frozen for as long as onefold: {schema_version}"


def frozen(text: str) -> dict[str, str]:
    """The versions by case."""
    lines = [line for line in text.split("\n") if line and not line.startswith(_COMMENT)]
    pairs = [line.split(_SEPARATOR, 1) for line in lines]
    return {case: version for version, case in pairs}


def extended(text: str, versions: Mapping[str, str], schema_version: int) -> str:
    """The text of the file with the lines of new cases added; raises `ChangedVersion` where an old one would change."""
    old = frozen(text)
    for case, version in old.items():
        if versions.get(case) != version:
            found = f"is now {versions[case]}" if case in versions else "is gone"
            raise ChangedVersion(f"`{case}` is frozen as {version} and {found}")
    lines = [f"{version}{_SEPARATOR}{case}" for case, version in sorted(versions.items())]
    return "\n".join([header(schema_version), *lines, ""])


def main() -> None:
    """Add the new cases."""
    sys.path[:0] = [str(ROOT / each) for each in ("kernel", "frontends", "grammars", "tools")]
    from onefold import api
    from onefold.kernel.ir.nodes import SCHEMA_VERSION

    cases = [each for each in ACCEPT.iterdir() if each.is_dir()]
    versions = {case.name: api.compile(min(case.glob("input.*"))).version for case in cases}
    text = VERSIONS.read_text(encoding="utf-8") if VERSIONS.exists() else ""
    try:
        VERSIONS.write_text(extended(text, versions, SCHEMA_VERSION), encoding="utf-8")
    except ChangedVersion as refusal:
        sys.exit(f"{refusal}: a version never changes")


if __name__ == "__main__":
    main()
