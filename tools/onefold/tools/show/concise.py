"""Diagnostics on one line each, as compilers have always printed them and editors read them."""

from __future__ import annotations

from onefold.kernel.diagnostics import Diagnostic
from onefold.tools.show.cells import escaped
from onefold.tools.show.text import place


def render(diagnostic: Diagnostic, *, path: str) -> str:
    """`file:line:column: severity[CODE] message`; `path` names the source where there is no span."""
    where = place(diagnostic.span) if diagnostic.span else path
    return escaped(f"{where}: {diagnostic.severity}[{diagnostic.code}] {diagnostic.message}")
