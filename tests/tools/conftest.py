"""What every test of the command line uses: a folder of its own, and the command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from attrs import frozen
from identity_documents import workspace

from onefold.tools.cli import commands
from onefold.tools.cli.main import main
from onefold.tools.events import EventLog


@frozen
class Outcome:
    """What one run of the command gave."""

    code: int
    out: str
    err: str


Run = Callable[..., Outcome]


@pytest.fixture
def folder(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "nobodys-cache" / tmp_path.name))
    return tmp_path


@pytest.fixture
def onefold(folder: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process, in `folder`."""

    def run(*arguments: str, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(stdin)))
        code = main(arguments)
        out, err = capfdbinary.readouterr()
        return Outcome(code, out.decode(), err.decode())

    assert folder.is_dir()
    return run


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that were run, and not answered."""
    found: list[list[str]] = []
    run = commands.run

    def noted(arguments: list[str]) -> int:
        found.append(arguments)
        return run(arguments)

    monkeypatch.setattr(commands, "run", noted)
    return found


@pytest.fixture
def quick_path(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is such a thing: logs wait for the disk at every event."""
    memory = Path("/dev/shm")  # noqa: S108 - nothing is shared there: the folder has a name that nobody else has
    if not memory.is_dir():
        yield tmp_path
        return
    with TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


@pytest.fixture
def path(quick_path: Path) -> Path:
    """A file for an event log."""
    return quick_path / "events.db"


@pytest.fixture
def log(path: Path) -> Iterator[EventLog]:
    """An event log that is open."""
    with EventLog(path) as opened:
        yield opened


@pytest.fixture
def around(folder: Path) -> Path:
    """The current folder, with documents of every kind of identity."""
    return workspace(folder, "yaml")
