"""Public conformance data, found through the environment variable ONEFOLD_CONFORMANCE."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import Any

import pytest

VARIABLE = "ONEFOLD_CONFORMANCE"


def load(relative: str) -> Any:
    """The parsed JSON file at `relative` below the data folder; skips the calling test where there is none."""
    return json.loads(folder().joinpath(relative).read_text(encoding="utf-8"))


def folder() -> Path:
    """The data folder; skips the calling test where the variable is not set."""
    root = os.environ.get(VARIABLE)
    if not root:
        pytest.skip(f"{VARIABLE} is not set: no public conformance data here")
    return Path(root)


def cases(relative: str) -> list[dict[str, Any]]:
    """The cases of one suite, for use inside a test."""
    loaded: list[dict[str, Any]] = load(relative)
    return loaded


def parameters(relative: str) -> list[Any]:
    """The cases of one suite as pytest parameters, one test a case; a single skipped one where there is no data."""
    root = os.environ.get(VARIABLE)
    if not root:
        reason = f"{VARIABLE} is not set: no public conformance data here"
        return [pytest.param({}, id="no-data", marks=pytest.mark.skip(reason=reason))]
    loaded = json.loads(Path(root, relative).read_text(encoding="utf-8"))
    return [pytest.param(case, id=str(case["name"])) for case in loaded]


def raw(case: dict[str, Any]) -> bytes:
    """The exact bytes of a case."""
    if "input_b64" in case:
        return base64.b64decode(case["input_b64"])
    text: str = case["input"]
    return text.encode("utf-8")
