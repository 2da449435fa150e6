"""Read a case: what is asked for, and the golden answer beside it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal, TypeAlias

from onefold.frontends.compile import any_error, called, kind_of_document
from onefold.kernel.bundle.cases import CaseDef
from onefold.kernel.classes import frozen
from onefold.tools.compiling import frontend_for, read_text
from onefold.tools.documents import Unusable, read_record
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
    asked = read_record(path, CaseDef, "a case")
    word = _word(_beside(path, asked.golden))
    if (word == "patch") != (asked.base is not None):
        reason = "its golden answer is a patch" if word == "patch" else "its golden answer is no patch"
        raise Unusable(path, (), f"`{path}` has {'no' if word == 'patch' else 'a'} `base_bundle_path`, and {reason}")
    return Case(path, asked, word)


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
