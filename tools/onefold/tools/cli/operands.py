"""The two workflows that a command compares: files, standard input, files of git revisions, recorded workflows."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from onefold.frontends.compile import Compilation, compile_source
from onefold.kernel import patterns
from onefold.kernel.canonicalize import Canonical
from onefold.kernel.classes import frozen
from onefold.tools.cli.exits import UsageError
from onefold.tools.cli.inputs import STANDARD_INPUT, Compiled, compile_inputs, tell_of_configuration
from onefold.tools.cli.stored import store_here, tell_unresolved
from onefold.tools.cli.streams import complain, say_diagnostics
from onefold.tools.compiling import UnknownFormat, frontend_for
from onefold.tools.git import GitRefusal
from onefold.tools.git_tree import path_in, tree_at
from onefold.tools.store.resolve import Found, Unknown, resolve
from onefold.tools.workspace import BrokenConfiguration, Workspaces

# Digits of a version or a revision, spelled so that they cannot be a file of a git revision called `blake3`.
_DIGEST: Final = patterns.compile(r"blake3:[0-9a-fA-F]{4,64}", patterns.ASCII)


@frozen
class Operand:
    """A workflow to compare."""

    name: str
    """As it was asked for."""
    canonical: Canonical
    place: Path
    """Where it is or would be; its workspace keeps what was accepted."""


def add_operands(parser: ArgumentParser) -> None:
    """The arguments that name the two workflows; the same for every command that compares."""
    kinds = "a file, - for standard input, GITREF:PATH, or REF: a workflow, WORKFLOW@CHANNEL, a version or a revision"
    parser.add_argument("old", metavar="OLD", help=f"{kinds}; a file that exists comes first")
    parser.add_argument("new", metavar="NEW", help="the same")
    parser.add_argument("--from", dest="source_format", metavar="FORMAT", help="format of standard input")
    parser.add_argument(
        "--stdin-filename",
        metavar="NAME",
        help="file that standard input stands for: its ending gives the format, and texts are found from there",
    )


def compile_operands(options: Namespace) -> tuple[Operand, Operand] | None:
    """Both workflows; `None` where one of them cannot be had, which is told. Raises `UsageError` and `Damaged`."""
    if options.old == options.new == STANDARD_INPUT:
        raise UsageError("only one of the two can be standard input")
    if STANDARD_INPUT not in (options.old, options.new) and (options.source_format or options.stdin_filename):
        raise UsageError("--from and --stdin-filename are for standard input, which is the operand `-`")
    old, new = _operand(options.old, options), _operand(options.new, options)
    return (old, new) if old and new else None


def _operand(text: str, options: Namespace) -> Operand | None:
    if text == STANDARD_INPUT:
        return _source(text, options.source_format, options.stdin_filename)
    path = Path(text)
    if text and _exists(path):
        if path.is_dir():
            complain(f"`{text}` is a folder: name a file")
            return None
        return _source(text, None, None)
    reference, colon, inner = text.partition(":")
    if colon and not _DIGEST.fullmatch(text):
        return _of_git(text, reference, inner)
    return _of_store(text)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _source(path: str, source_format: str | None, stdin_filename: str | None) -> Operand | None:
    inputs = Namespace(paths=[path], source_format=source_format, stdin_filename=stdin_filename)
    for outcome in compile_inputs(inputs):
        if isinstance(outcome, Compiled):
            return _checked(outcome.input.name, outcome.compilation, outcome.input.place)
    return None


def _of_git(text: str, reference: str, path: str) -> Operand | None:
    here = Path.cwd()
    try:
        tree = tree_at(reference, here)
    except GitRefusal as absent:
        # Ids of workflows may have colons too.
        found = resolve(store_here(), text)
        if not isinstance(found, Unknown):
            return _of_store(text)
        complain(f"`{text}` is no file, and {absent}")
        return None
    try:
        inner = path_in(here, path)
        limits = Workspaces().around(here).limits
        data = tree.read(inner, limits.source_bytes + 1)
        frontend = frontend_for(Path(inner.name))
    except BrokenConfiguration as broken:
        tell_of_configuration(broken, set())
        return None
    except (GitRefusal, UnknownFormat) as refusal:
        complain(str(refusal))
        return None
    return _checked(text, compile_source(text, data, frontend, limits, tree.resolver(inner, limits)), here / "-")


def _of_store(text: str) -> Operand | None:
    store = store_here()
    found = resolve(store, text)
    if isinstance(found, Found):
        return Operand(text, store.objects.workflow(found.version), Path(STANDARD_INPUT))
    if isinstance(found, Unknown):
        complain(f"`{text}` is no file, and {found.reason}")
    else:
        tell_unresolved(text, found)
    return None


def _checked(name: str, compilation: Compilation, place: Path) -> Operand | None:
    if compilation.canonical is None:
        say_diagnostics(compilation.complaints, name)
        return None
    return Operand(name, compilation.canonical, place)
