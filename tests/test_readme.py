"""The README tells the truth: its workflows are one, and the commands print what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from readings import codes, read_text

from onefold.frontends.registry import FRONTENDS, named
from onefold.tools.cli.main import main

README = Path(__file__).parent.parent / "README.md"
BLOCKS: list[tuple[str, str]] = re.findall(
    r"^```(\w+)\n(.*?)^```$", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
)


def _block(language: str) -> str:
    return next(text for found, text in BLOCKS if found == language)


@pytest.mark.parametrize("command", _block("console").split("$ ")[1:])
def test_a_command_prints_what_the_readme_shows(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fold = _block("fold")
    (tmp_path / "triage.fold").write_text(fold, encoding="utf-8")
    (tmp_path / "triage.fold.yaml").write_text(_block("yaml"), encoding="utf-8")
    (tmp_path / "wrong.fold").write_text(fold.replace("then page", "then pager"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    line, _, shown = command.partition("\n")
    main(line.split()[1:])
    assert capsys.readouterr().out.startswith(shown.rstrip())


@pytest.mark.parametrize(("language", "text"), [each for each in BLOCKS if each[0] in ("yaml", "json")])
def test_every_document_in_the_readme_can_be_read(language: str, text: str) -> None:
    frontend = named(FRONTENDS, language)
    assert frontend is not None
    reading = read_text(frontend, text)
    assert codes(reading) == []
    assert isinstance(reading.value, dict)
