"""The sources that a command is given: files, folders to search, and standard input."""

from __future__ import annotations

import os
import sys

from onefold.frontends.compile import called
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.words import listed
from onefold.tools.cli.exits import UsageError
from onefold.tools.cli.streams import complain, has_colour, reason_of, say, say_diagnostics
from onefold.tools.compiling import UnknownFormat, compile_text, frontend_called, frontend_for, frontends
from onefold.tools.files import is_folder, read_source, tidied
from onefold.tools.show.text import render
from onefold.tools.witness import keep
from onefold.tools.workspace import BrokenConfiguration, Workspaces, admitting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import Final, TypeAlias

    from onefold.frontends.compile import Compilation
    from onefold.frontends.frontend import Frontend, Limits
    from onefold.kernel.catalog import Catalog
    from onefold.tools.search import Admits
    from onefold.tools.workspace import Workspace

    Outcome: TypeAlias = "Compiled | Failed"

STANDARD_INPUT: Final = "-"


@frozen
class Input:
    """One source, still to be read."""

    file: str | None
    """Where it is, or for standard input where it would be; texts that it names are looked for from there."""
    frontend: Frontend | None = None
    """Chosen by name; otherwise by the ending of `path`."""
    piped: bool = False
    """Whether it comes from standard input."""
    is_found: bool = False
    """Whether nobody named it, and a search came to it."""

    @property
    def name(self) -> str:
        """How it is called in what is printed."""
        return STANDARD_INPUT if self.file is None else self.file

    @property
    def path(self) -> Path | None:
        """Where it is or would be, if anywhere."""
        return None if self.file is None else self.place

    @property
    def place(self) -> Path:
        """Where it is or would be; standard input without a name belongs to the current folder."""
        from pathlib import Path  # Its import takes long, and to check a file it is not needed.

        return Path(self.name)


@frozen
class Compiled:
    """A source that was read and compiled."""

    input: Input
    frontend: Frontend
    data: bytes
    """The source itself."""
    compilation: Compilation
    workspace: Workspace
    catalog: Catalog | None = None
    """What it was checked against."""

    def again(self, data: bytes) -> Compilation:
        """What comes of other bytes in its place."""
        return _compilation(self.input, data, self.frontend, self.workspace, self.catalog)


@frozen
class Failed:
    """A source, or a part of a folder, that could not be read; that was told already."""

    name: str


def add_inputs(parser: ArgumentParser, *, optional: bool = False) -> None:
    """The arguments that name sources; the same for every command."""
    kinds = "file, folder to search for .fold* files (what git ignores is passed over), or - for standard input"
    parser.add_argument(
        "paths",
        nargs="*" if optional else "+",
        metavar="PATH",
        help=f"{kinds}; the current folder when left out" if optional else kinds,
    )
    parser.add_argument("--from", dest="source_format", metavar="FORMAT", help="format of standard input")
    parser.add_argument(
        "--stdin-filename",
        metavar="NAME",
        help="file that standard input stands for: its ending gives the format, and texts are found from there",
    )


def compile_inputs(
    options: Namespace, workspaces: Workspaces | None = None, admits: Admits | None = None, *, others: bool = False
) -> Iterator[Outcome]:
    """Compile the sources that the arguments name, each once, in order.

    `admits` may narrow what a search takes. Without `others`, documents that are no workflows are left out where a
    search finds them, and told of otherwise. What cannot be read, and that nothing was found at all, is told on
    standard error at once. Raises `UsageError`.
    """
    workspaces = workspaces or Workspaces()
    told: set[str] = set()
    for found in find_inputs(options, workspaces, admits):
        if isinstance(found, Failed):
            yield found
            continue
        try:
            outcome = compile_input(found, workspaces.of(found.name))
        except BrokenConfiguration as broken:
            tell_of_configuration(broken, told)
            outcome = Failed(found.name)
        if not others and isinstance(outcome, Compiled) and outcome.compilation.kind != "workflow":
            if found.is_found:
                continue
            complain(f"`{found.name}` is {called(outcome.compilation.kind)}, and only workflows have a version")
            outcome = Failed(found.name)
        yield outcome


def find_inputs(options: Namespace, workspaces: Workspaces, admits: Admits | None = None) -> Iterator[Input | Failed]:
    """The sources that the arguments name, each once, in order. Raises `UsageError`.

    A search takes what the configurations admit, or what `admits` does. What cannot be searched, and that nothing was
    found at all, is told on standard error at once.
    """
    known = frontends().frontends
    tell_of_broken()
    is_empty = True
    for found in _inputs(options, known, admits or admitting(workspaces)):
        is_empty = False
        yield found
    if is_empty:
        where = " and ".join(f"`{each}`" for each in options.paths or ["."])
        endings = listed(suffix for each in known for suffix in each.suffixes)
        passed_over = "what git ignores or the configuration excludes is passed over"
        complain(f"no workflow found in {where}: file names end in {endings}, and {passed_over}")
        yield Failed(where)


def tell_of_configuration(broken: BrokenConfiguration, told: set[str]) -> None:
    """Show what is wrong with a configuration, unless that was `told`."""
    if broken.path not in told:
        told.add(broken.path)
        complain(f"the configuration `{broken.path}` cannot be used")
        say_diagnostics(broken.diagnostics, broken.path)


def tell_of_broken() -> None:
    """Report the front-ends of installed packages that cannot be used."""
    broken = frontends().broken
    if not broken:
        return
    from onefold.frontends.report import diagnose

    place = Place()
    findings = [Finding("broken-frontend", place, {"frontend": each.name, "reason": each.reason}) for each in broken]
    for diagnostic in diagnose(findings, lambda _: None):
        say(render(diagnostic, colour=has_colour(sys.stderr)))


def _inputs(options: Namespace, known: Sequence[Frontend], admits: Admits) -> Iterator[Input | Failed]:
    paths = options.paths or ["."]
    if STANDARD_INPUT not in paths and (options.source_format or options.stdin_filename):
        raise UsageError("--from and --stdin-filename are for standard input, which is the path `-`")
    piped = _standard_input(options) if STANDARD_INPUT in paths else None
    seen: set[str] = set()
    for each in paths:
        found = [piped] if piped and each == STANDARD_INPUT else _found(tidied(each), known, admits)
        for one in found:
            key = STANDARD_INPUT if one is piped else os.path.abspath(one.name)  # noqa: PTH100 - links stay links
            if key not in seen:
                seen.add(key)
                yield one


def _standard_input(options: Namespace) -> Input:
    try:
        frontend = frontend_called(options.source_format) if options.source_format else None
        file = tidied(options.stdin_filename) if options.stdin_filename else None
        if frontend is None and file is None:
            raise UsageError("standard input needs --from FORMAT or --stdin-filename NAME")
        if frontend is None and file is not None:
            frontend = frontend_for(file)
        return Input(file, frontend, piped=True)
    except UnknownFormat as unknown:
        raise UsageError(str(unknown)) from None


def _found(file: str, known: Sequence[Frontend], admits: Admits) -> Iterator[Input | Failed]:
    """A file that is named is always taken; a folder is searched."""
    if not is_folder(file):
        yield Input(file)
        return
    from onefold.tools.search import Unreadable, search  # Not every run searches.

    for each in search(file, known, admits):
        if isinstance(each, Unreadable):
            complain(f"cannot search `{each.path}`: {each.reason.lower()}")
            yield Failed(each.path)
        else:
            yield Input(each, is_found=True)


def compile_input(source: Input, workspace: Workspace, catalog: Catalog | None = None) -> Outcome:
    """Read and compile a source; what stands in the way is told on standard error at once."""
    limits = workspace.limits
    try:
        # Read first: that a file is not there says more than that its name has no known ending.
        data = _standard_bytes(limits) if source.piped else read_source(source.name, limits)
        frontend = source.frontend or frontend_for(source.name)
    except UnknownFormat as unknown:
        complain(str(unknown))
        return Failed(source.name)
    except (OSError, ValueError) as error:
        complain(f"cannot read `{source.name}`: {reason_of(error)}")
        return Failed(source.name)
    try:
        compilation = _compilation(source, data, frontend, workspace, catalog)
    except (Exception, SystemExit) as fault:  # the fault may lie in a stranger's front-end, and the other sources go on
        from onefold.tools.cli.faults import report_frontend

        report_frontend(frontend, source.name, fault)
        return Failed(source.name)
    return Compiled(source, frontend, data, compilation, workspace, catalog)


def _compilation(
    source: Input, data: bytes, frontend: Frontend, workspace: Workspace, catalog: Catalog | None
) -> Compilation:
    policy = workspace.policy(source.name)
    root = workspace.folder
    return compile_text(data, frontend, workspace.limits, source.file, catalog=catalog, policy=policy, root=root)


def _standard_bytes(limits: Limits) -> bytes:
    if sys.stdin is None:
        raise OSError("standard input is closed")
    try:  # noqa: SIM105 - a check does without `contextlib`
        keep(sys.stdin.fileno())
    except (OSError, ValueError):
        pass  # it need not be a file
    return sys.stdin.buffer.read(limits.source_bytes + 1)
