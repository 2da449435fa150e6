"""Read a case: what is asked for, and the golden answer beside it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal, TypeAlias

from onefold.frontends.compile import any_error, called, kind_of_document, locating
from onefold.frontends.lower import lower_document
from onefold.frontends.report import diagnose
from onefold.kernel.bundle.cases import CaseDef
from onefold.kernel.classes import frozen
from onefold.tools.compiling import frontend_for, read_text
from onefold.tools.documents import Unusable
from onefold.tools.files import read_source
from onefold.tools.workspace import Workspaces

Word: TypeAlias = Literal["bundle", "patch", "workflow"]


@frozen
class Case:
    """A case with its place."""

    path: Path
    asked: CaseDef
    word: Word
    """What the golden answer is, and so every other has to be."""

    @property
    def golden(self) -> Path:
        """The document of the golden answer."""
        return _beside(self.path, self.asked.golden)

    @property
    def base(self) -> Path | None:
        """The document of the bundle that a patch is for."""
        return None if self.asked.base is None else _beside(self.path, self.asked.base)


def read_case(path: Path) -> Case:
    """The case in a file of any data format.

    Raises `Unusable`, `OSError`, `UnknownFormat` and `BrokenConfiguration`, also for the golden answer.
    """
    limits = Workspaces().of(path).limits
    data = read_source(path, limits)
    frontend = frontend_for(path)
    document = read_text(data, frontend, limits, str(path))
    if any_error(document.diagnostics):
        raise Unusable(path, document.diagnostics, f"`{path}` has errors")
    lowered = lower_document(document.value, CaseDef, limits, called="a case")
    if lowered.record is None or lowered.findings:
        locate = locating(document.source, frontend, limits, {})
        raise Unusable(path, diagnose(lowered.findings, locate), f"`{path}` has errors")
    word = _word(_beside(path, lowered.record.golden))
    if (word == "patch") != (lowered.record.base is not None):
        reason = "its golden answer is a patch" if word == "patch" else "its golden answer is no patch"
        raise Unusable(path, (), f"`{path}` has {'no' if word == 'patch' else 'a'} `base_bundle_path`, and {reason}")
    return Case(path, lowered.record, word)


def _beside(path: Path, name: str) -> Path:
    return Path(os.path.normpath(path.parent / name))


def _word(golden: Path) -> Word:
    """What the golden answer is a document of."""
    limits = Workspaces().of(golden).limits
    document = read_text(read_source(golden, limits), frontend_for(golden), limits, str(golden))
    if any_error(document.diagnostics):
        raise Unusable(golden, document.diagnostics, f"`{golden}` has errors")
    kind = kind_of_document(document.value)
    if kind in ("bundle", "patch", "workflow"):
        return kind
    raise Unusable(golden, (), f"`{golden}` is {called(kind)}, and a bundle, a patch or a workflow is needed here")
