"""Two states of one text as a unified diff."""

from __future__ import annotations

import re
from difflib import unified_diff
from typing import Final

from onefold.tools.show.cells import escaped

_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")
_UNENDED: Final = "\\ No newline at end of file"


def unified(name: str, before: str, after: str) -> str:
    r"""The diff; nothing for equal texts. Characters that a terminal might obey are escaped, all but tabs.

    >>> print(unified("a", "x\ny", "x\nz\n"), end="")
    --- a
    +++ a
    @@ -1,2 +1,2 @@
     x
    -y
    \ No newline at end of file
    +z
    """
    shown = escaped(name)
    lines = unified_diff(_LINE.findall(before), _LINE.findall(after), shown, shown, lineterm="\n")
    return "".join(f"{_shown(line)}\n" for line in lines)


def _shown(line: str) -> str:
    text = "\t".join(escaped(part) for part in line.removesuffix("\n").split("\t"))
    return text if line.endswith("\n") else f"{text}\n{_UNENDED}"
