"""Judge the document that answers a case: validate it, preview it, run it, and look at its structure."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from onefold.kernel.bundle.cases import failures
from onefold.kernel.bundle.preview import Preview, preview
from onefold.kernel.bundle.receipt import Run
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Diagnostic
from onefold.tools.authoring.cases import Case
from onefold.tools.bundle.opened import OpenedBundle
from onefold.tools.bundle.opening import open_source
from onefold.tools.bundle.refusal import Refused
from onefold.tools.bundle.running import run
from onefold.tools.compiling import UnknownFormat
from onefold.tools.documents import Unusable
from onefold.tools.patch.judging import judge_patch
from onefold.tools.patch.reading import read_patch
from onefold.tools.patch.sources import patched_sources
from onefold.tools.surroundings import compile_file

if TYPE_CHECKING:
    from onefold.kernel.values import JsonObject


@frozen
class Verdict:
    """What became of a document."""

    path: Path
    diagnostics: tuple[Diagnostic, ...] = ()
    complaints: tuple[str, ...] = ()
    """What else is wrong, as clauses."""
    bundle: OpenedBundle | None = None
    """The bundle that it is, makes, or patches into being, if there is one."""
    is_valid: bool = False
    """Whether there is no error in it."""
    is_previewed: bool = False
    """Whether its preview shows the digest that its validation reports."""
    receipt: JsonObject | None = None
    """Of its run, if it is valid."""
    failures: tuple[str, ...] = ()
    """The structural assertions that it fails."""

    @property
    def has_run(self) -> bool:
        """Whether its run came to a good end."""
        return self.receipt is not None and self.receipt["status"] == "completed"

    @property
    def is_sound(self) -> bool:
        """Whether it is something that runs, whatever was asked for."""
        return self.is_valid and self.is_previewed and self.has_run

    @property
    def is_good(self) -> bool:
        """Whether it answers the case."""
        return self.is_sound and not self.failures


def judge(case: Case, path: Path) -> Verdict:
    """The verdict on a document.

    Raises `BrokenConfiguration`, `OSError` where it cannot be read, and what `open_source` raises about the bundle
    that a patch is for: what is wrong with that is none of the patch's business.
    """
    base = None if case.base is None else open_source(case.base)
    try:
        return _opened(case, path) if base is None else _patched(case, path, base)
    except Unusable as unusable:
        return Verdict(path, unusable.diagnostics, () if unusable.diagnostics else (str(unusable),))
    except UnknownFormat as unknown:
        return Verdict(path, complaints=(str(unknown),))


def _opened(case: Case, path: Path) -> Verdict:
    bundle = open_source(path)
    word = "workflow" if bundle.workflow_path == path else "bundle"
    if word != case.word:
        return Verdict(path, complaints=(f"`{path.name}` is a {word}, and a {case.word} is asked for",))
    diagnostics = (*_of_workflow(bundle), *bundle.diagnostics)
    if not bundle.is_valid:
        return Verdict(path, diagnostics, bundle=bundle)
    shown = preview(bundle.manifest, bundle.rows, is_contract=bundle.is_contract, package=bundle.package)
    return _run(case, path, diagnostics, bundle, shown)


def _patched(case: Case, path: Path, base: OpenedBundle) -> Verdict:
    patch = read_patch(path)
    found = judge_patch(patch, base)
    if found.failures:
        return Verdict(path, found.failures)
    widening: Any = found.report.delta["widening"]
    if not found.report.is_valid:
        complaints = tuple(f"it asks for more: {each['kind']}, {each['detail']}" for each in widening)
        return Verdict(path, found.after.diagnostics, complaints, found.after)
    try:
        # Whether references in a changed prompt hold is seen where the source is compiled that says the change.
        patched_sources(found.before, found.after.manifest)
    except Refused as refused:
        return Verdict(path, complaints=(refused.message.removesuffix("."),), bundle=found.after)
    return _run(case, path, found.after.diagnostics, found.after, found.preview)


def _run(case: Case, path: Path, diagnostics: tuple[Diagnostic, ...], bundle: OpenedBundle, shown: Preview) -> Verdict:
    """The verdict on what is valid."""
    return Verdict(
        path,
        diagnostics,
        (),
        bundle,
        is_valid=True,
        is_previewed=shown.data["graph_digest"] == bundle.graph_digest(),
        receipt=run(Run(bundle.manifest, bundle.is_contract, package=bundle.package)),
        failures=failures(case.asked.assertions, bundle.manifest),
    )


def _of_workflow(bundle: OpenedBundle) -> tuple[Diagnostic, ...]:
    """What is found in the workflow of a bundle; it has no error."""
    if bundle.workflow_path is None:
        return ()
    return compile_file(bundle.workflow_path).diagnostics
