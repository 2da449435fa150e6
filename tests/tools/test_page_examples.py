"""The examples of pages that take several files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from code_pages import FENCE, FILE, MODULES, section


@pytest.mark.parametrize("name", [name for name in MODULES if FILE.search(section(name, "Example"))])
def test_the_example_of_several_files_gives_its_code_and_the_mended_one_gives_nothing(
    name: str, tmp_path: Path, onefold: Any
) -> None:
    code = MODULES[name].CODE.id
    # What no catalogue lists is a note on most examples, and beside their point.
    beside = {"OF329"} - {code}
    assert _found(section(name, "Example"), tmp_path / "example", onefold) - beside == {code}
    assert _found(section(name, "Instead"), tmp_path / "instead", onefold) <= beside


def _found(text: str, folder: Path, onefold: Any) -> set[str]:
    """The codes of all that is found when the files of an example are checked together."""
    for _, source in FENCE.findall(text):
        path = folder / source.partition("\n")[0].removeprefix("# ")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    outcome = onefold("check", str(folder), "--format", "json")
    printed = json.loads(outcome.out)
    found = [*printed.get("notes", ()), *(each for result in printed["results"] for each in result["diagnostics"])]
    # What is wrong with a configuration is told on standard error, in words.
    return {each["code"] for each in found} | set(re.findall(r"^error\[(OF\d+)\]", outcome.err, re.MULTILINE))
