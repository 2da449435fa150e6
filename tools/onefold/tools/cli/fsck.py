"""Examine the version store: read every file of it, and hold everything against what names it.

Finds altered, cut, swapped, missing and stray files, links, revisions that contradict one another, and channels with
several heads. Writes again what is only a cache. Exits with 1 when something is found.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Final

from onefold.kernel.words import counted
from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE
from onefold.tools.cli.stored import diagnostic, store_here, telling_damage
from onefold.tools.cli.streams import columns, complain, has_colour, write
from onefold.tools.show.style import Style
from onefold.tools.show.text import render
from onefold.tools.store.fsck import Examination, examine
from onefold.tools.workspace import shown

EXAMPLE: Final = "onefold fsck"


def arguments(_parser: ArgumentParser) -> None:
    """Add the arguments of this command: it has none."""


@telling_damage
def run(_options: Namespace) -> int:
    """Print what is wrong and a summary; the exit code."""
    store = store_here()
    if not store.exists:
        complain(f"there is no version store: `{shown(store.folder)}` is missing; `onefold record` makes it")
        return UNABLE
    found = examine(store)
    colour, wide = has_colour(sys.stdout), columns(sys.stdout)
    for fault in found.faults:
        write(f"{render(diagnostic(fault), colour=colour, path=shown(fault.path), columns=wide)}\n\n")
    write(f"{Style(colour).paint('strong', _summary(found))}\n")
    return FINDINGS if found.faults else DONE


def _summary(found: Examination) -> str:
    counts = f"{counted(found.objects, 'version')}, {counted(found.revisions, 'revision')}"
    wrong = counted(len(found.faults), "error") if found.faults else "nothing found"
    return f"{counts} on {counted(found.channels, 'channel')} examined: {wrong}"
