"""The golden cases: folders in `golden` that hold one meaning, or one mistake, in every format."""

from __future__ import annotations

import os
from contextlib import chdir
from functools import cache
from pathlib import Path

from onefold.api import Checked, Unit, check
from onefold.frontends.frontend import Limits
from onefold.frontends.registry import FRONTENDS, for_file, named
from onefold.kernel.document import document
from onefold.tools.show.text import render

ROOT = Path(__file__).parents[1] / "golden"
ACCEPT = ROOT / "accept"
REJECT = ROOT / "reject"
# Golden workflows call others by channels and by `latest` too. Comments, and configurations for JSON, say that it is
# on purpose; when a workflow is printed, they are lost.
SILENCED = ("floating-selector",)
FORMATS = tuple(each.name for each in FRONTENDS)


def accept_cases() -> list[Path]:
    """The folder of every workflow."""
    return _folders(ACCEPT)


def reject_cases() -> list[Path]:
    """The folder of every mistake: `REJECT/CODE-NAME/CASE`."""
    return [case for code in _folders(REJECT) for case in _folders(code)]


def _folders(parent: Path) -> list[Path]:
    return sorted(each for each in parent.iterdir() if each.is_dir())


def case_name(case: Path) -> str:
    """The folder below `accept` or `reject`, which is also the id of its tests."""
    return case.relative_to(ACCEPT if case.is_relative_to(ACCEPT) else REJECT).as_posix()


def inputs(case: Path) -> list[Path]:
    """The sources of a case, which all say the same."""
    return sorted(case.glob("input.*"))


def format_of(source: Path) -> str:
    """The format of a source by its name. Fails on a name that no search would find."""
    frontend = for_file(FRONTENDS, source.name, explicit=False)
    assert frontend is not None, f"{source} has no known ending"
    return frontend.name


def check_input(source: Path, limits: Limits | None = None) -> Checked:
    """Check a source as someone would in its folder, so that diagnostics call it by its bare name."""
    with chdir(source.parent):
        return check(Path(source.name), limits=limits)


def printed(unit: Unit, format_name: str) -> str:
    """The canonical document in a format, as `compile --to` prints it. Raises `Unprintable`."""
    frontend = named(FRONTENDS, format_name)
    assert frontend is not None
    assert frontend.print is not None
    return frontend.print(document(unit.ir))


@cache
def compiled(source: Path) -> Unit:
    """A golden source, without any finding."""
    checked = check_input(source)
    assert checked.diagnostics == (), "\n".join(map(render, checked.diagnostics))
    assert {each.name for each in checked.silenced} <= set(SILENCED)
    assert checked.version is not None
    assert checked.ir is not None
    assert checked.canonical is not None
    return Unit(checked.version, checked.ir, checked.canonical, checked.diagnostics)


def text_of(source: Path) -> str:
    """The text of a source, its line ends as written."""
    return source.read_bytes().decode("utf-8-sig")


def relative(path: Path) -> str:
    """A path as messages name it."""
    return os.path.relpath(path, ROOT.parent)
