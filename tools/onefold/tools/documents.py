"""Definitions, orchestrators and manifests in files, and what of a workspace they need around them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from onefold.frontends.compile import Compilation, Document, any_error, called, locating
from onefold.frontends.documents import Meaning
from onefold.frontends.frontend import Frontend, Limits
from onefold.frontends.lower import lower_document
from onefold.frontends.report import diagnose
from onefold.kernel.canonicalize import Canonical
from onefold.kernel.catalog import Catalog
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Diagnostic
from onefold.kernel.identity.definitions import Definition, Orchestrator
from onefold.kernel.identity.manifests import Manifest, OrchestratorManifest, PlannerManifest, WorkerManifest
from onefold.kernel.identity.outer_loop import OuterLoopDef
from onefold.kernel.ir.catalog import CatalogDef
from onefold.kernel.values import JsonValue
from onefold.tools.compiling import frontend_for, frontends, read_text
from onefold.tools.files import read_source
from onefold.tools.glance import may_define
from onefold.tools.search import Unreadable, search
from onefold.tools.surroundings import Surroundings, compile_file
from onefold.tools.workspace import BrokenConfiguration, Workspaces, admitting, shown, workspace_root

_AnyMeaning = TypeVar("_AnyMeaning", bound=Meaning)
_AnyRecord = TypeVar("_AnyRecord")
_KINDS = {CatalogDef: "catalog", Definition: "definition", Orchestrator: "orchestrator"}


class Unusable(Exception):  # noqa: N818 - it says what the file is
    """A file is not the document that is needed, or has errors."""

    def __init__(self, path: Path, diagnostics: tuple[Diagnostic, ...], reason: str) -> None:
        """`diagnostics` are what is wrong with it; without any, `reason` says why it will not do, in a sentence."""
        super().__init__(reason)
        self.path = path
        self.diagnostics = diagnostics


def read_definition(path: Path) -> Definition:
    """The definition in a file, with its skills.

    Raises `Unusable`, `OSError`, `UnknownFormat` and `BrokenConfiguration`, as everything here that reads a file.
    """
    return _meant(path, Definition, "a definition")


def read_orchestrator(path: Path) -> Orchestrator:
    """The orchestrator in a file, with its skills."""
    return _meant(path, Orchestrator, "an orchestrator")


def read_manifest(path: Path) -> Manifest:
    """The manifest in a file; a hash in it is right."""
    meaning = _compiled(path, "manifest", "a manifest").meaning
    # A fixer's manifest is a worker's too.
    assert isinstance(meaning, OrchestratorManifest | PlannerManifest | WorkerManifest)  # noqa: S101 - it has no errors
    return meaning


def read_workflow(path: Path) -> Canonical:
    """The canonical workflow in a file."""
    compilation = compile_file(path)
    if compilation.kind != "workflow":
        raise _unfit(path, compilation, "a workflow")
    if compilation.canonical is None:
        raise Unusable(path, compilation.complaints, f"`{path}` has errors")
    return compilation.canonical


def read_outer_loop(path: Path) -> OuterLoopDef:
    """The context of an outer loop in a file of any data format."""
    return read_record(path, OuterLoopDef, "the context of an outer loop")


def read_plain(path: Path) -> tuple[Document, Frontend, Limits]:
    """The plain value of a file, and how it was read.

    Raises `Unusable`, `OSError`, `UnknownFormat` and `BrokenConfiguration`.
    """
    limits = Workspaces().of(path).limits
    # Read first: that a file is not there says more than that its name has no known ending.
    data = read_source(path, limits)
    frontend = frontend_for(path)
    document = read_text(data, frontend, limits, str(path))
    if any_error(document.diagnostics):
        raise Unusable(path, document.diagnostics, f"`{path}` has errors")
    return document, frontend, limits


def read_record(
    path: Path, record: type[_AnyRecord], described: str, prepared: Callable[[JsonValue], JsonValue] | None = None
) -> _AnyRecord:
    """The record in a file of any data format, of a kind that a document need not name.

    `described` is how messages call it, with its article; `prepared` makes the value one that can be lowered.
    """
    document, frontend, limits = read_plain(path)
    value = document.value if prepared is None else prepared(document.value)
    lowered = lower_document(value, record, limits, called=described)
    if lowered.record is None or lowered.findings:
        locate = locating(document.source, frontend, limits, {})
        raise Unusable(path, diagnose(lowered.findings, locate), f"`{path}` has errors")
    return lowered.record


def read_catalog(paths: Iterable[Path], around: Path) -> Catalog:
    """What these catalogues say together; without any, those of the workspace around a file."""
    catalogs = [_meant(each, CatalogDef, "a catalogue") for each in paths]
    if catalogs:
        return Catalog.of(catalogs)
    surroundings = Surroundings(Workspaces(), frontends().frontends, (around,)).of(around)
    for source in surroundings.catalogs:
        if any_error(source.compilation.complaints):
            raise Unusable(source.path, source.compilation.complaints, f"`{source.path}` has errors")
    return surroundings.catalog or Catalog()


@frozen
class Found:
    """A file that a search came to and that holds a definition."""

    path: Path
    compilation: Compilation

    @property
    def definition(self) -> Definition | None:
        """What it says, unless it has errors."""
        meaning = self.compilation.meaning
        return meaning if isinstance(meaning, Definition) else None


def definitions_around(path: Path, wanted: Iterable[str]) -> Mapping[str, Definition]:
    """The definitions with these ids in the workspace around a file.

    Raises `Unusable` for one of them that has errors, and where two files have one id.
    """
    ids = tuple(wanted)
    known: dict[str, tuple[Path, Definition]] = {}
    for found in _definitions_below(Path(shown(workspace_root(path))), ids):
        definition = found.definition
        if definition is None:
            raise Unusable(found.path, found.compilation.complaints, f"`{found.path}` has errors")
        first = known.setdefault(definition.id, (found.path, definition))
        if first[0] != found.path and definition.id in ids:
            raise Unusable(found.path, (), f"`{definition.id}` is defined twice: in `{first[0]}` and in `{found.path}`")
    return {name: definition for name, (_, definition) in known.items()}


def _definitions_below(root: Path, ids: tuple[str, ...]) -> Iterator[Found]:
    """The files below a folder that hold a definition and mention one of the ids."""
    workspaces = Workspaces()
    limits = workspaces.around(root).limits
    for found in search(root, frontends().frontends, admitting(workspaces)):
        if isinstance(found, Unreadable) or not ids:
            continue
        path = Path(found)
        try:
            data = read_source(path, limits)
            if any(may_define(data, each) for each in ids):
                compilation = compile_file(path)
                if compilation.kind == "definition":
                    yield Found(path, compilation)
        except (OSError, ValueError, BrokenConfiguration):
            continue  # What cannot be read defines nothing, and `check` tells of it.


def _meant(path: Path, wanted: type[_AnyMeaning], name: str) -> _AnyMeaning:
    meaning = _compiled(path, _KINDS[wanted], name).meaning
    assert isinstance(meaning, wanted)  # noqa: S101 - a document without errors means something of its kind
    return meaning


def _compiled(path: Path, kind: str, name: str) -> Compilation:
    compilation = compile_file(path)
    if compilation.kind != kind:
        raise _unfit(path, compilation, name)
    if compilation.meaning is None:
        raise Unusable(path, compilation.complaints, f"`{path}` has errors")
    return compilation


def is_unread(compilation: Compilation) -> bool:
    """Whether a source could not be read, so that nobody can say what it is a document of."""
    return any_error([each for each in compilation.complaints if each.code.startswith("OF1")])


def _unfit(path: Path, compilation: Compilation, name: str) -> Unusable:
    """A document of another kind; what could not even be read is told of as that."""
    if is_unread(compilation):
        return Unusable(path, compilation.complaints, f"`{path}` has errors")
    return Unusable(path, (), f"`{path}` is {called(compilation.kind)}, and {name} is needed here")
