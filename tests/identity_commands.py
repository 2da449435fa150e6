"""What the tests of the commands about identity have in common."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator


def validator(kind: str) -> Draft202012Validator:
    """A validator of what a command prints."""
    return Draft202012Validator(json.loads(files("onefold.tools").joinpath("schemas", f"{kind}.json").read_text()))


def printed(onefold: Any, folder: Path, name: str, *arguments: str) -> str:
    """Print a manifest into a file; its name."""
    outcome = onefold("manifest", *arguments)
    assert (outcome.code, outcome.err) == (0, "")
    (folder / name).write_text(outcome.out)
    return name
