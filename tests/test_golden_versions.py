"""The versions of golden workflows are frozen."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from golden_cases import accept_cases, case_name, compiled, inputs

from onefold.kernel.ir.nodes import SCHEMA_VERSION

SCRIPT = Path(__file__).parents[1] / "tools" / "dev" / "freeze_goldens.py"


def _script() -> ModuleType:
    specification = importlib.util.spec_from_file_location("freeze_goldens", SCRIPT)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


FREEZE = _script()


def test_a_version_never_changes() -> None:
    text = FREEZE.VERSIONS.read_text(encoding="utf-8")
    now = {case_name(case): compiled(inputs(case)[0]).version for case in accept_cases()}
    changed = sorted(name for name, version in FREEZE.frozen(text).items() if now.get(name) != version)
    assert not changed, (
        f"a version under `onefold: {SCHEMA_VERSION}` must never change, and those of {changed} did: undo what changed "
        "them. Only a new schema version (a new `onefold:` number) may give a workflow another version."
    )
    assert text == FREEZE.extended(text, now, SCHEMA_VERSION), "run `python tools/dev/freeze_goldens.py`"


def test_new_cases_are_added_in_order() -> None:
    text = FREEZE.extended("", {"b": "blake3:b"}, 1)
    assert text == f"{FREEZE.header(1)}\nblake3:b  b\n"
    both = FREEZE.extended(text, {"b": "blake3:b", "a": "blake3:a"}, 1)
    assert both == f"{FREEZE.header(1)}\nblake3:a  a\nblake3:b  b\n"


@pytest.mark.parametrize("versions", [{"b": "blake3:other"}, {"a": "blake3:a"}, {}], ids=["changed", "renamed", "gone"])
def test_a_frozen_version_is_never_written_anew(versions: dict[str, str]) -> None:
    text = FREEZE.extended("", {"b": "blake3:b"}, 1)
    with pytest.raises(FREEZE.ChangedVersion, match="`b` is frozen as blake3:b"):
        FREEZE.extended(text, versions, 1)
