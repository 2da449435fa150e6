"""Write sources that were changed in memory, all or none, unless somebody else has changed one meanwhile."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from onefold.tools.cli.inputs import Compiled
from onefold.tools.cli.streams import complain, reason_of
from onefold.tools.files import read_source
from onefold.tools.writing import write_files


def rewrite(changes: Iterable[tuple[Compiled, bytes]]) -> bool:
    """Give files other bytes; `False`, which is told, where that cannot be done. None is standard input."""
    contents: dict[Path, bytes] = {}
    for compiled, data in changes:
        path = compiled.input.path
        assert path is not None  # noqa: S101 - what is changed is in a file
        try:
            if read_source(path, compiled.workspace.limits) != compiled.data:
                complain(f"`{compiled.input.name}` was changed meanwhile and is left alone")
                return False
        except OSError as error:
            complain(f"cannot read `{compiled.input.name}`: {reason_of(error)}")
            return False
        contents[path] = data
    try:
        write_files(contents, over=contents)
    except OSError as error:
        complain(f"cannot write `{error.filename or next(iter(contents))}`: {reason_of(error)}")
        return False
    return True
