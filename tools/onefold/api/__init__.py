"""The public Python API of onefold.

>>> from onefold.api import compile
>>> unit = compile('{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi"}}}', format="json")
>>> unit.version
'blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f'
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from onefold.frontends.compile import any_error, called
from onefold.frontends.frontend import Frontend, Limits, Reading
from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Diagnostic
from onefold.kernel.diff import Difference, DoesNotApply, compare, from_json, to_json
from onefold.kernel.diff import apply as apply_difference
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.jcs import encode_value
from onefold.kernel.values import JsonValue
from onefold.tools import compiling
from onefold.tools.authorship import author as author_in
from onefold.tools.authorship import now
from onefold.tools.compiling import UnknownFormat
from onefold.tools.show.text import render
from onefold.tools.store import DEFAULT_CHANNEL, Damaged, Note, Recorded, Revision, SeveralHeads, Store
from onefold.tools.surroundings import compile_file
from onefold.tools.workspace import BrokenConfiguration

if TYPE_CHECKING:
    from typing import TypeAlias

    from onefold.api.runs import (
        CannotBuild as CannotBuild,
    )
    from onefold.api.runs import (
        CapabilityDriftError as CapabilityDriftError,
    )
    from onefold.api.runs import (
        Change as Change,
    )
    from onefold.api.runs import (
        Conflict as Conflict,
    )
    from onefold.api.runs import (
        Definition as Definition,
    )
    from onefold.api.runs import (
        Event as Event,
    )
    from onefold.api.runs import (
        EventLog as EventLog,
    )
    from onefold.api.runs import (
        FixerManifest as FixerManifest,
    )
    from onefold.api.runs import (
        InvalidEvent as InvalidEvent,
    )
    from onefold.api.runs import (
        Lineage as Lineage,
    )
    from onefold.api.runs import (
        MalformedStepPath as MalformedStepPath,
    )
    from onefold.api.runs import (
        Manifest as Manifest,
    )
    from onefold.api.runs import (
        MemoryCollision as MemoryCollision,
    )
    from onefold.api.runs import (
        Orchestrator as Orchestrator,
    )
    from onefold.api.runs import (
        OrchestratorManifest as OrchestratorManifest,
    )
    from onefold.api.runs import (
        PlannerManifest as PlannerManifest,
    )
    from onefold.api.runs import (
        Scope as Scope,
    )
    from onefold.api.runs import (
        Tampered as Tampered,
    )
    from onefold.api.runs import (
        Unhashable as Unhashable,
    )
    from onefold.api.runs import (
        Unopenable as Unopenable,
    )
    from onefold.api.runs import (
        Unusable as Unusable,
    )
    from onefold.api.runs import (
        WorkerManifest as WorkerManifest,
    )
    from onefold.api.runs import (
        build_manifest as build_manifest,
    )
    from onefold.api.runs import (
        changes as changes,
    )
    from onefold.api.runs import (
        check_all as check_all,
    )
    from onefold.api.runs import (
        check_manifest_drift as check_manifest_drift,
    )
    from onefold.api.runs import (
        digest_of as digest_of,
    )
    from onefold.api.runs import (
        lineage as lineage,
    )
    from onefold.api.runs import (
        manifest_hash as manifest_hash,
    )
    from onefold.api.runs import (
        manifest_object as manifest_object,
    )
    from onefold.api.runs import (
        read_definition as read_definition,
    )
    from onefold.api.runs import (
        read_manifest as read_manifest,
    )
    from onefold.api.runs import (
        read_orchestrator as read_orchestrator,
    )
    from onefold.api.runs import (
        scope_of as scope_of,
    )
    from onefold.api.runs import (
        start_session as start_session,
    )
    from onefold.frontends.compile import Compilation
    from onefold.kernel.canonicalize import Canonical
    from onefold.kernel.values import JsonObject

__all__ = [
    "BrokenConfiguration",
    "CannotBuild",
    "CapabilityDriftError",
    "Change",
    "Checked",
    "CompileError",
    "Conflict",
    "Damaged",
    "Definition",
    "Diagnostic",
    "Difference",
    "DoesNotApply",
    "Event",
    "EventLog",
    "FixerManifest",
    "Frontend",
    "InvalidEvent",
    "JsonValue",
    "Limits",
    "Lineage",
    "MalformedStepPath",
    "Manifest",
    "MemoryCollision",
    "Orchestrator",
    "OrchestratorManifest",
    "PlannerManifest",
    "Reading",
    "Recorded",
    "Revision",
    "Scope",
    "SeveralHeads",
    "Store",
    "Tampered",
    "Unhashable",
    "Unit",
    "UnknownFormat",
    "Unopenable",
    "Unusable",
    "WorkerManifest",
    "WorkflowDef",
    "apply",
    "build_manifest",
    "changes",
    "check",
    "check_all",
    "check_manifest_drift",
    "compile",
    "diff",
    "digest_of",
    "from_json",
    "lineage",
    "manifest_hash",
    "manifest_object",
    "read",
    "read_definition",
    "read_manifest",
    "read_orchestrator",
    "record",
    "scope_of",
    "start_session",
    "to_json",
]


def __getattr__(name: str) -> object:
    """What belongs to runs, loaded at its first use: most who compile workflows need no event log."""
    if name in __all__:
        from importlib import import_module

        return getattr(import_module("onefold.api.runs"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@frozen
class Unit:
    """A compiled workflow."""

    version: str
    """The WorkflowVersion: `blake3:` and 64 hex digits."""
    ir: WorkflowDef
    """The canonical workflow."""
    canonical: bytes
    """The bytes that the version is the BLAKE3 of: RFC 8785 JSON."""
    diagnostics: tuple[Diagnostic, ...]
    """Warnings and notes; errors never come with a unit."""


@frozen
class Checked:
    """What `check` found. Without an error, silenced or not, there is a version, an IR and canonical bytes."""

    version: str | None
    ir: WorkflowDef | None
    canonical: bytes | None
    diagnostics: tuple[Diagnostic, ...]
    silenced: tuple[Diagnostic, ...] = ()
    """What was found and is not reported, because a comment says so. An error among them leaves no version either."""

    @property
    def ok(self) -> bool:
        """Whether no error is reported."""
        return not any_error(self.diagnostics)


Comparable: TypeAlias = "Unit | WorkflowDef | JsonObject | str | Path"
"""What can be compared: a unit, an IR, a canonical document, or the path of a file."""


class CompileError(Exception):
    """A source has errors; its text shows them as the command line would."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        """`diagnostics` are all that were found, warnings too."""
        super().__init__("\n\n".join(render(each) for each in diagnostics))
        self.diagnostics = diagnostics


def compile(source: str | bytes | Path, *, format: str | None = None, limits: Limits | None = None) -> Unit:
    """Compile a workflow.

    `source` is the path of a file; with `format` (`yaml`, `toml`, `json`, `fold` or an installed one) it is the
    text or the bytes themselves, which then cannot name files of their own. Of the configuration around a file its
    limits and severities count; catalogues say nothing about what a workflow is. Raises `CompileError` when the
    source has errors, `OSError` when the file cannot be read, `UnknownFormat` when no front-end takes it,
    `BrokenConfiguration`, and `ValueError` for another document than a workflow, which has no version.
    """
    compilation = _compilation(source, format, limits, compare=False)
    if compilation.kind != "workflow":
        raise ValueError(f"{called(compilation.kind)} has no version: it is for `check`")
    checked = _checked(compilation)
    if checked.version is None or checked.ir is None or checked.canonical is None:
        raise CompileError((*checked.diagnostics, *(each for each in checked.silenced if each.severity == "error")))
    return Unit(checked.version, checked.ir, checked.canonical, checked.diagnostics)


def check(source: str | bytes | Path, *, format: str | None = None, limits: Limits | None = None) -> Checked:
    """Compile without raising for what is wrong with the source: it is among the diagnostics.

    Arguments as for `compile`. A file is compared with the catalogues of its workspace, and may be one itself. Raises
    `OSError` when the file cannot be read, `UnknownFormat` when no front-end takes it, `BrokenConfiguration`.
    """
    return _checked(_compilation(source, format, limits, compare=True))


def _checked(compilation: Compilation) -> Checked:
    workflow = compilation.canonical.workflow if compilation.canonical else None
    return Checked(compilation.version, workflow, compilation.data, compilation.diagnostics, compilation.silenced)


def read(data: str | bytes, *, format: str, limits: Limits | None = None) -> JsonValue:
    """The plain value of a document of any kind: what the front-end reads, before lowering.

    Mappings are `dict`, lists `list`; numbers are `int` or `float` as written. Raises `CompileError` when the text
    cannot be read, `UnknownFormat` for a format that is not installed.
    """
    frontend = compiling.frontend_called(format)
    document = compiling.read_text(_bytes(data), frontend, limits or Limits())
    if any_error(document.diagnostics):
        raise CompileError(document.diagnostics)
    return document.value


def diff(old: Comparable, new: Comparable) -> Difference:
    """The semantic difference of two workflows; empty if and only if their versions are equal.

    Files and documents are compiled first, and raise as `compile` does.
    """
    return compare(_canonical(old), _canonical(new))


def apply(difference: Difference, old: Comparable) -> JsonObject:
    """The canonical document of the new workflow, made from the old; its JCS bytes hash to `difference.new.version`.

    A difference that was written with `to_json` and read again with `from_json` will do. Raises `DoesNotApply` (a
    `ValueError`) when `old` is not what the difference was made from, or the difference is damaged.
    """
    return apply_difference(difference, _canonical(old))


def _canonical(workflow: Comparable) -> Canonical:
    if isinstance(workflow, str | Path):
        workflow = compile(workflow)
    elif isinstance(workflow, Mapping):
        workflow = compile(encode_value(workflow), format="json")
    return canonicalize(workflow.ir if isinstance(workflow, Unit) else workflow)


def record(
    unit: Unit,
    root: str | Path,
    *,
    message: str = "",
    channel: str = DEFAULT_CHANNEL,
    merge: bool = False,
    author: str | None = None,
    time: str | None = None,
) -> Recorded:
    """Record a compiled workflow in the version store of the workspace at `root`, as `onefold record` does.

    `author` is git's and `time` (UTC, ISO 8601, whole seconds: `2026-01-31T12:00:00Z`) the clock's unless given. The
    new revision's parent is the channel's head; the head's own content changes nothing. `merge` makes a revision after
    several heads, which raise `SeveralHeads` without it. Raises `Damaged` where the store is not what it should be,
    `ValueError` for a channel, a time or a text that no revision can have, and `OSError`.
    """
    root = Path(root)
    note = Note(author_in(root) if author is None else author, now() if time is None else time, message)
    return Store.at(root).record(canonicalize(unit.ir), channel, note, merge=merge)


def _compilation(
    source: str | bytes | Path, format_name: str | None, limits: Limits | None, *, compare: bool
) -> Compilation:
    if format_name is not None:
        frontend = compiling.frontend_called(format_name)
        if isinstance(source, Path):
            return compile_file(source, limits, frontend, compare=compare)
        return compiling.compile_text(_bytes(source), frontend, limits or Limits())
    if isinstance(source, bytes):
        raise TypeError("bytes need a format")
    return compile_file(Path(source), limits, compare=compare)


def _bytes(text: str | bytes) -> bytes:
    # A str may hold lone surrogates; encoded like this they are refused as what they are not: UTF-8.
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
