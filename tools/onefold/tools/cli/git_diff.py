"""Print how two states of a workflow differ by meaning. Git runs this; see `onefold git-setup`.

Nothing is printed where both mean the same. What does not compile is compared line by line. Texts that stand in files
of their own are named and not shown; git compares those files as well. `git diff --no-ext-diff` compares canonical
YAML instead, and with --no-textconv the sources.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from onefold.kernel.diff import compare
from onefold.tools.cli.exits import DONE, UsageError
from onefold.tools.cli.streams import has_colour, write
from onefold.tools.git_sources import Side, read_side
from onefold.tools.show.cells import escaped
from onefold.tools.show.difference.text import render
from onefold.tools.show.style import Style
from onefold.tools.show.unified import unified

EXAMPLE: Final = "git -c diff.external='onefold git-diff' diff HEAD~1"
_NOWHERE: Final = "/dev/null"
_SIDES: Final = 7
_NAMED: Final = "texts of other files are named and not read, so these are not the versions of `onefold hash`"


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "values",
        nargs="+",
        metavar="VALUE",
        help="PATH OLD-FILE OLD-HEX OLD-MODE NEW-FILE NEW-HEX NEW-MODE [NEW-PATH HEADER], as git gives them; "
        "PATH alone is in conflict",
    )


def run(options: Namespace) -> int:
    """Print the difference; the exit code, which is never that of findings, as git would stop."""
    # What follows `--` is spelled with `./` where it begins with a dash; git itself never does that.
    path, *rest = (each.removeprefix("./") for each in options.values)
    if not rest:
        write(f"* Unmerged path {escaped(path)}\n")
        return DONE
    if len(rest) < _SIDES - 1:
        raise UsageError("git gives seven values, or one")
    old_file, _, old_mode, new_file, _, new_mode, *renamed = rest
    new_path = renamed[0] if renamed else path
    old, new = _side(old_file, old_mode, path), _side(new_file, new_mode, new_path)
    style = Style(_has_colour())
    body = _body(old, new, path, new_path, style)
    header = renamed[1].rstrip("\n").split("\n") if len(renamed) > 1 else []
    if old and new and old_mode != new_mode:
        header = [f"old mode {old_mode}", f"new mode {new_mode}", *header]
    if body or header:
        title = f"diff --onefold a/{escaped(path)} b/{escaped(new_path)}"
        write("".join(f"{style.paint('strong', each)}\n" for each in (title, *map(escaped, header))) + body)
    return DONE


def _side(file: str, mode: str, name: str) -> Side | None:
    """One of the two states; `None` where there is none."""
    if file == _NOWHERE:
        return None
    # A link and a submodule have a text of their own.
    return read_side(Path(file), name if mode.startswith("100") else "")


def _body(old: Side | None, new: Side | None, path: str, new_path: str, style: Style) -> str:
    if old and new and old.canonical and new.canonical:
        difference = compare(old.canonical, new.canonical)
        if difference.is_empty:
            return ""
        note = f"{style.paint('faint', _NAMED)}\n" if old.names_texts or new.names_texts else ""
        return note + render(difference, f"a/{path}", f"b/{new_path}", colour=style.colour)
    is_canonical = all(each is None or each.canonical for each in (old, new))
    before, after = (_text(each, is_canonical=is_canonical) for each in (old, new))
    found = unified(path, before, after, colour=style.colour)
    note = "" if is_canonical else f"{style.paint('faint', 'what does not compile is compared line by line')}\n"
    return f"{note}{found}" if found else ""


def _text(side: Side | None, *, is_canonical: bool) -> str | None:
    if side is None:
        return None
    return side.text if is_canonical else side.source


def _has_colour() -> bool:
    """Whether colours are wanted: on a terminal, and in the pager that git puts before one."""
    is_paged = bool(os.environ.get("GIT_PAGER_IN_USE")) and not os.environ.get("NO_COLOR")
    return has_colour(sys.stdout) or is_paged
