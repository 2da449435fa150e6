"""Published vectors of identity: in the folder `vectors` beside the conformance data, or that ONEFOLD_VECTORS names."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from conformance import VARIABLE as CONFORMANCE

VARIABLE = "ONEFOLD_VECTORS"


def _folder() -> Path | None:
    root = os.environ.get(VARIABLE)
    beside = os.environ.get(CONFORMANCE)
    if not root and beside:
        root = str(Path(beside).parent / "vectors")
    return Path(root, "identity") if root and Path(root, "identity").is_dir() else None


def parameters(name: str, kind: str = "") -> list[Any]:
    """The cases of a file as pytest parameters; `kind` chooses those whose id begins so. One skipped without data."""
    folder = _folder()
    if folder is None:
        reason = f"no vectors of identity here: {VARIABLE} is not set"
        return [pytest.param({}, id="no-data", marks=pytest.mark.skip(reason=reason))]
    loaded = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    cases = [each for each in loaded["cases"] if each["id"].startswith(kind)]
    return [pytest.param(case, id=case["id"]) for case in cases]
