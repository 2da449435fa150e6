"""Diagnostics on one line each, as compilers have always printed them and editors read them."""

from __future__ import annotations

import os
from typing import Final

from onefold.kernel.diagnostics import Diagnostic
from onefold.tools.show.cells import escaped
from onefold.tools.show.text import place

_COMMANDS: Final = ("::", "##[", "##vso[")
_HERE: Final = f".{os.sep}"


def render(diagnostic: Diagnostic, *, path: str = "") -> str:
    """`file:line:column: severity[CODE] message`; `path` names the source where there is no span.

    A name that begins like a command to a build server, which reads every line, gets its folder in front.
    """
    where = place(diagnostic.span) if diagnostic.span else path
    where = f"{where}: " if where else ""
    here = _HERE if where.lstrip().startswith(_COMMANDS) else ""
    return escaped(f"{here}{where}{diagnostic.severity}[{diagnostic.code}] {diagnostic.message}")
