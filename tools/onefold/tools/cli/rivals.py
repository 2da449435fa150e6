"""Workflows that several sources define, and not in the same way."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from onefold.tools.cli.inputs import Compiled
from onefold.tools.cli.streams import say_diagnostics
from onefold.tools.cross_check import Part, cross_check
from onefold.tools.examined import Examined

_RIVALS: Final = "conflicting-versions"


def tell_rivals(compiled: Sequence[Compiled]) -> list[Compiled]:
    """The sources of workflows that a workspace has in different versions, which is told on standard error."""
    workspaces: dict[Path, list[Compiled]] = {}
    for each in compiled:
        workspaces.setdefault(each.workspace.root, []).append(each)
    rivals: list[Compiled] = []
    for members in workspaces.values():
        parts = [_part(each) for each in members]
        for number, diagnostics in cross_check(parts, is_whole=False).items():
            found = [each for each in diagnostics if each.name == _RIVALS]
            say_diagnostics(found, members[number].input.name)
            if found:
                rivals += [each for each in members if _id(each) == _id(members[number])]
    return rivals


def _part(compiled: Compiled) -> Part:
    return Part(Examined.of(compiled.compilation), lambda: compiled.workspace.policy(compiled.input.place))


def _id(compiled: Compiled) -> str | None:
    workflow = compiled.compilation.workflow
    return None if workflow is None else workflow.workflow
