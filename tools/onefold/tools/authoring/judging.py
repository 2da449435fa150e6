"""Judge the document that answers a case: validate it, preview it, run it, and look at its structure."""

from __future__ import annotations

from pathlib import Path

from onefold.kernel.bundle.cases import failures
from onefold.kernel.bundle.preview import preview
from onefold.kernel.bundle.receipt import Run
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Diagnostic
from onefold.kernel.values import JsonObject
from onefold.tools.authoring.cases import Case
from onefold.tools.bundle.opened import OpenedBundle
from onefold.tools.bundle.opening import open_source
from onefold.tools.bundle.running import run
from onefold.tools.compiling import UnknownFormat
from onefold.tools.documents import Unusable
from onefold.tools.surroundings import compile_file


@frozen
class Verdict:
    """What became of a document."""

    path: Path
    diagnostics: tuple[Diagnostic, ...] = ()
    complaint: str | None = None
    """Why it is no answer at all, in a sentence; the diagnostics say nothing then."""
    bundle: OpenedBundle | None = None
    """The bundle that it is or makes, if it can be read."""
    is_previewed: bool = False
    """Whether its preview shows the digest that its validation reports."""
    receipt: JsonObject | None = None
    """Of its run, if it is valid."""
    failures: tuple[str, ...] = ()
    """The structural assertions that it fails."""

    @property
    def is_valid(self) -> bool:
        """Whether there is no error in it."""
        return self.bundle is not None and self.bundle.is_valid

    @property
    def has_run(self) -> bool:
        """Whether its run came to a good end."""
        return self.receipt is not None and self.receipt["status"] == "completed"

    @property
    def is_sound(self) -> bool:
        """Whether it is a workflow that runs, whatever was asked for."""
        return self.is_valid and self.is_previewed and self.has_run

    @property
    def is_good(self) -> bool:
        """Whether it answers the case."""
        return self.is_sound and not self.failures


def judge(case: Case, path: Path) -> Verdict:
    """The verdict on a document. Raises `BrokenConfiguration`, and `OSError` where it cannot be read."""
    try:
        bundle = open_source(path)
    except Unusable as unusable:
        return Verdict(path, unusable.diagnostics, None if unusable.diagnostics else str(unusable))
    except UnknownFormat as unknown:
        return Verdict(path, complaint=str(unknown))
    word = "workflow" if bundle.workflow_path == path else "bundle"
    if word != case.word:
        return Verdict(path, complaint=f"`{path.name}` is a {word}, and a {case.word} is asked for")
    diagnostics = (*_of_workflow(bundle), *bundle.diagnostics)
    if not bundle.is_valid:
        return Verdict(path, diagnostics, bundle=bundle)
    shown = preview(bundle.manifest, bundle.rows, is_contract=bundle.is_contract, package=bundle.package)
    receipt = run(Run(bundle.manifest, bundle.is_contract, package=bundle.package))
    return Verdict(
        path,
        diagnostics,
        bundle=bundle,
        is_previewed=shown.data["graph_digest"] == bundle.graph_digest(),
        receipt=receipt,
        failures=failures(case.asked.assertions, bundle.manifest),
    )


def _of_workflow(bundle: OpenedBundle) -> tuple[Diagnostic, ...]:
    """What is found in the workflow of a bundle; it has no error."""
    if bundle.workflow_path is None:
        return ()
    return compile_file(bundle.workflow_path, compare=False).diagnostics
