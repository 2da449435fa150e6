"""Two states of a text file as a unified difference, harmless to a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from typing import Final

from onefold.tools.show.cells import escaped
from onefold.tools.show.style import Style

_PURPOSES: Final[Mapping[str, str]] = {"+": "help", "-": "error", "@": "note", " ": "plain"}


def unified(name: str, old: str | None, new: str | None, *, colour: bool = False) -> str:
    r"""What changed from `old` to `new`, with three lines around each change; `None` is a file that is not there.

    >>> print(unified("a", "x\ny\n", "x\nz\n"), end="")
    --- a
    +++ a
    @@ -1,2 +1,2 @@
     x
    -y
    +z
    """
    return "".join(f"{line}\n" for line in _painted(name, old, new, Style(colour)))


def _painted(name: str, old: str | None, new: str | None, style: Style) -> Iterator[str]:
    before, after = ("/dev/null" if text is None else escaped(name) for text in (old, new))
    found = unified_diff(_lines(old), _lines(new), before, after, lineterm="")
    for number, line in enumerate(found):
        shown = "\t".join(map(escaped, line.removesuffix("\n").split("\t")))
        yield style.paint("strong" if number < 2 else _PURPOSES[line[0]], shown)
        if number > 1 and line[0] != "@" and not line.endswith("\n"):
            yield "\\ No newline at end of file"


def _lines(text: str | None) -> list[str]:
    """The lines, each with its end. They end at LF and nothing else."""
    return [line for line in re.split(r"(?<=\n)", text or "") if line]
