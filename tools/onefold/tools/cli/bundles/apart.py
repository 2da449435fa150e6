"""What a word writes must be none of the files that it reads, nor one file twice."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from onefold.tools.cli.exits import UsageError
from onefold.tools.files import is_same_file


def require_apart(read: Iterable[str | Path | None], written: Iterable[str | Path | None]) -> None:
    """Raise `UsageError` where a file would be written over that is read, or written twice; `None` stands for none."""
    taken = [Path(each) for each in read if each]
    for each in written:
        target = Path(each) if each else None
        for other in taken if target is not None else ():
            if target is not None and is_same_file(target, other):
                raise UsageError(f"`{target}` would be written over `{other}`, which is used here too")
        if target is not None:
            taken.append(target)
