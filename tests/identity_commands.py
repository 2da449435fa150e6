"""What the tests of the commands about identity have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def printed(onefold: Any, folder: Path, name: str, *arguments: str) -> str:
    """Print a manifest into a file; its name."""
    outcome = onefold("manifest", *arguments)
    assert (outcome.code, outcome.err) == (0, "")
    (folder / name).write_text(outcome.out)
    return name
