"""Keep the canonical form of every workflow as WORKFLOW.yaml in the golden folder, for people to review.

The folder is `golden` at the root of the workspace unless the configuration names another; nothing in it is ever
read as a source. Files of workflows that are gone are removed when the whole workspace is searched. Nothing is written
unless everything compiles. Without PATH the whole workspace around the current folder is searched.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path
from shlex import quote
from typing import Final

from onefold.kernel.classes import Factory, define
from onefold.kernel.words import counted
from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE, UsageError
from onefold.tools.cli.inputs import STANDARD_INPUT, Compiled
from onefold.tools.cli.rivals import tell_rivals
from onefold.tools.cli.sources import compiled_sources
from onefold.tools.cli.streams import complain, has_colour, in_the_way, say, write
from onefold.tools.goldens import Finding, NoGoldenFolder, examine, folder_of, golden_name, golden_text
from onefold.tools.show.cells import escaped
from onefold.tools.show.unified import unified
from onefold.tools.workspace import (
    BrokenConfiguration,
    Workspace,
    Workspaces,
    absolute,
    admitting,
    shown,
    workspace_root,
)
from onefold.tools.writing import remove_files, write_files

EXAMPLE: Final = "onefold golden\nonefold golden --check\nonefold golden flows/review.fold.toml"


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="file, or folder to search for .fold* files (what git ignores is passed over); the whole workspace when "
        "left out",
    )
    parser.set_defaults(source_format=None, stdin_filename=None)
    parser.add_argument("--check", action="store_true", help="write nothing; show what is stale, missing or left over")
    parser.add_argument(
        "--fail-on-change", action="store_true", help="exit with 1 when anything was written, as a hook has to"
    )


def run(options: Namespace) -> int:
    """Write the goldens, or say which are not as they should be; the exit code."""
    if STANDARD_INPUT in options.paths:
        raise UsageError("goldens are made from files, and standard input is none")
    options.paths = options.paths or [shown(workspace_root(Path(STANDARD_INPUT)))]
    try:
        return _run(options)
    except NoGoldenFolder as none:
        complain(str(none))
    except OSError as error:
        complain(in_the_way(error))
    return UNABLE


def _run(options: Namespace) -> int:
    search = _Search()
    compiled, code = compiled_sources(options, search.workspaces, search.admits)
    search.refuse_goldens(each.input.place for each in compiled)
    rivals = tell_rivals(compiled)
    if rivals or _tell_confusable(compiled):
        code = max(code, FINDINGS)
    if not compiled:
        return code or _tell_nothing(options)
    if code != DONE and not options.check:
        return code
    # What does not compile has a golden too, and nobody knows which.
    folders = search.folders(options.paths) if code == DONE else ()
    wanted = _wanted([each for each in compiled if each not in rivals], folders)
    findings = [
        finding for folder, texts in wanted.items() for finding in examine(texts, folder, whole=folder in folders)
    ]
    count = sum(map(len, wanted.values()))
    if options.check:
        return max(code, _tell(findings, count))
    return _write(findings, count, fail=options.fail_on_change)


@define
class _Search:
    """What a search comes to."""

    workspaces: Workspaces = Factory(Workspaces)
    seen: dict[Path, Workspace] = Factory(dict)
    """The workspaces that were looked into, by root."""

    def admits(self, path: str, is_folder: bool) -> bool:
        """Whether the configurations admit it, and it is no golden folder."""
        return admitting(self.workspaces)(path, is_folder) and not self.is_golden(Path(path))

    def is_golden(self, path: Path) -> bool:
        """Whether an absolute path is a golden folder or below one."""
        try:
            workspace = self.workspaces.around(path.parent)
        except BrokenConfiguration:
            return False
        self.seen[workspace.root] = workspace
        return path.is_relative_to(folder_of(workspace))

    def refuse_goldens(self, places: Iterable[Path]) -> None:
        """Raise `UsageError` for a file that was named and lies in a golden folder."""
        for each in places:
            if self.is_golden(absolute(each)):
                raise UsageError(f"`{each}` lies in the golden folder, where nothing is a source")

    def folders(self, paths: Sequence[str]) -> tuple[Path, ...]:
        """The golden folders of the workspaces that were searched wholly."""
        searched = [absolute(Path(each)) for each in paths]
        roots = (root for root in self.seen if any(each.is_dir() and root.is_relative_to(each) for each in searched))
        return tuple(folder_of(self.seen[root]) for root in roots)


def _wanted(compiled: Sequence[Compiled], folders: Sequence[Path]) -> dict[Path, dict[Path, str]]:
    """The texts of the goldens by path, by golden folder; those of `folders` are there even where they have none."""
    wanted: dict[Path, dict[Path, str]] = {folder: {} for folder in folders}
    for each in compiled:
        canonical = each.compilation.canonical
        assert canonical  # noqa: S101 - only what compiled comes here
        folder = folder_of(each.workspace)
        texts = wanted.setdefault(folder, {})
        texts[folder / golden_name(canonical.workflow.workflow)] = golden_text(canonical)
    return wanted


def _tell_nothing(options: Namespace) -> int:
    complain(f"no workflow found in {' and '.join(f'`{each}`' for each in options.paths)}")
    return UNABLE


def _tell_confusable(compiled: Sequence[Compiled]) -> bool:
    """Whether two workflows would share a file where `A` is `a`, which is told."""
    first: dict[tuple[Path, str], str] = {}
    found = False
    for each in compiled:
        assert each.compilation.canonical  # noqa: S101 - only what compiled comes here
        workflow = each.compilation.canonical.workflow.workflow
        other = first.setdefault((each.workspace.root, golden_name(workflow).casefold()), workflow)
        if other != workflow:
            complain(f"the goldens of `{other}` and `{workflow}` would be one file on many systems: rename one")
            found = True
    return found


def _tell(findings: Sequence[Finding], count: int) -> int:
    colour = has_colour(sys.stdout)
    for each in findings:
        name = shown(each.path)
        write(f"{each.state}: {escaped(name)}\n{unified(name, each.old, each.new, colour=colour)}\n")
    if count:
        write(f"{counted(count, 'golden')} checked: {_wrong(findings)}\n")
    if any(each.state != "foreign" for each in findings):
        say("run `onefold golden` and commit what it writes")
    _tell_foreign(findings)
    return FINDINGS if findings else DONE


def _wrong(findings: Sequence[Finding]) -> str:
    counts = {each.state: sum(other.state == each.state for other in findings) for each in findings}
    return ", ".join(f"{count} {state}" for state, count in counts.items()) or "all as they should be"


def _write(findings: Sequence[Finding], count: int, *, fail: bool) -> int:
    contents = {each.path: each.new.encode() for each in findings if each.new is not None}
    gone = [each.path for each in findings if each.state == "left over"]
    _refuse_links(contents)
    for folder in {path.parent for path in contents}:
        folder.mkdir(parents=True, exist_ok=True)
    write_files(contents, over=contents)
    remove_files(gone, over=gone)
    for path in sorted([*contents, *gone]):
        write(f"{'wrote' if path in contents else 'removed'} {escaped(shown(path))}\n")
    write(f"{counted(count, 'golden')}: {len(contents)} written, {len(gone)} removed\n")
    changed = bool(contents or gone)
    if changed and fail:
        say("add what was written and removed to the commit: git add --all " + " ".join(_folders([*contents, *gone])))
    is_foreign = _tell_foreign(findings)
    return FINDINGS if is_foreign or (changed and fail) else DONE


def _folders(paths: Iterable[Path]) -> list[str]:
    return sorted({quote(shown(path.parent)) for path in paths})


def _refuse_links(paths: Iterable[Path]) -> None:
    link = next((path for path in paths if path.is_symlink()), None)
    if link is not None:
        raise NoGoldenFolder(f"`{shown(link)}` is a symbolic link, and a golden is written into no other place")


def _tell_foreign(findings: Sequence[Finding]) -> bool:
    foreign = [each for each in findings if each.state == "foreign"]
    for each in foreign:
        complain(f"`{shown(each.path)}` was not written by onefold and belongs to no workflow: move it elsewhere")
    return bool(foreign)
