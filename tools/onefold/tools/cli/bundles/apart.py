"""What a word writes must not be one file twice."""

from __future__ import annotations

from pathlib import Path

from onefold.tools.cli.exits import UsageError
from onefold.tools.files import is_same_file


def require_apart(*written: str | Path | None) -> None:
    """Raise `UsageError` where a file would be written twice; `None` stands for none."""
    taken: list[Path] = []
    for target in (Path(each) for each in written if each):
        for other in taken:
            if is_same_file(target, other):
                raise UsageError(f"`{target}` would be written over `{other}`, which is written here too")
        taken.append(target)
