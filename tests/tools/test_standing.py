"""An answer of `check` stands while nothing changed, and never longer."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from mixed_workspace import CLEAN, FILES, put_mixed
from repositories import Repository
from workspace_changes import CHANGES, MENDED, put_many, replaced, written

from onefold.tools import witness
from onefold.tools.cache import digests, programs, standing
from onefold.tools.cache.folder import cache_folder
from onefold.tools.cli import check as module
from onefold.tools.cli import commands
from onefold.tools.cli.plain_arguments import _Declared

HOUR = 3600 * 10**9
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the times of files do not tell of every change there")


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let runs begin long after all files were written."""
    monkeypatch.setattr(digests, "_now", lambda: time.time_ns() + HOUR)
    monkeypatch.setattr(standing, "_now", lambda: time.time_ns() + HOUR)


@pytest.fixture
def repository(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A work tree with a workspace, everything in the index; it is the current folder."""
    found = Repository(folder / "tree")
    monkeypatch.chdir(found.folder)
    put_many(found.folder)
    found.write({".gitignore": "hidden*\nsecret/\n"})
    found.git("add", "--all")
    return found


@pytest.fixture
def check(repository: Repository, onefold: Any) -> Callable[..., Any]:
    """Check with one process: what another process reads, nobody witnesses."""
    assert repository.folder.is_dir()
    return lambda *arguments: onefold("check", "--jobs", "1", "--format", "concise", *arguments)


def put(folder: Path, files: Mapping[str, str] = MENDED) -> None:
    """The mixed workspace, without what is complained of on standard error."""
    put_mixed(folder)
    for each, text in files.items():
        folder.joinpath(each).write_text(text, encoding="utf-8", newline="")
    shutil.rmtree(folder / "sub")


@pytest.mark.parametrize("format_name", ["text", "json", "sarif"])
def test_an_answer_is_printed_as_what_was_found(
    repository: Repository, onefold: Any, ran: list[list[str]], format_name: str
) -> None:
    put(repository.folder)
    options = ("check", "--jobs", "1", "--format", format_name)
    fresh = onefold(*options, "--no-cache")
    assert fresh.code == 1
    assert onefold(*options) == fresh
    ran.clear()
    assert onefold(*options) == fresh
    assert not ran


def test_help_that_stands_is_printed_as_the_first_time(check: Callable[..., Any]) -> None:
    first = check("--help")
    assert "Example:" in first.out
    assert check("--help") == first


# Never stale. What is changed, in a way that git does not tell of where there is one: nobody asks it.


def unnoticed(name: str) -> Callable[[Path], None]:
    """Change the bytes of a file and neither its size nor its time."""

    def change(folder: Path) -> None:
        path = folder / name
        status = path.stat()
        path.write_text(path.read_text().replace("model", "modle"))
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        assert path.stat().st_size == status.st_size

    return change


NAMING = CLEAN.format(id="naming").replace('"hi"', '{"file": "hidden.md"}')
UNHIDDEN = CLEAN.format(id="made").replace("model", "modle")


def linked(folder: Path) -> None:
    folder.joinpath("link.fold.json").symlink_to(folder.parent / "elsewhere")


def elsewhere(folder: Path) -> None:
    folder.parent.joinpath("elsewhere").write_text(CLEAN.format(id="away"))
    linked(folder)


def leading(name: str, target: str) -> Callable[[Path], None]:
    """A link in a folder that is made if it is not there."""

    def change(folder: Path) -> None:
        folder.joinpath(name).parent.mkdir(exist_ok=True)
        folder.joinpath(name).symlink_to(target)

    return change


def led(name: str) -> Callable[[Path], None]:
    """Let a link lead to a folder."""

    def change(folder: Path) -> None:
        link = folder / "current"
        link.unlink(missing_ok=True)
        link.symlink_to(name)

    return change


# What is there before, and what is changed.
QUIET: dict[str, tuple[Callable[[Path], object], Callable[[Path], object]]] = {
    "a file of the same size and time": (lambda _: None, unnoticed("many03.fold.json")),
    "line ends that git does not count": (
        lambda folder: folder.joinpath(".gitattributes").write_text("* text=auto\n"),
        lambda folder: folder.joinpath("many03.fold.json").write_bytes(
            CLEAN.format(id="many3").replace("{", "{\n", 1).replace("\n", "\r\n").encode() + b"\r"
        ),
    ),
    "a file that is not in the index, twice": (
        written("new.fold.json", CLEAN.format(id="new")),
        unnoticed("new.fold.json"),
    ),
    "a changed file, again": (replaced("many03.fold.json", "hi", "ho"), unnoticed("many03.fold.json")),
    "a text that git ignores": (
        lambda folder: (written("n.fold.json", NAMING)(folder), written("hidden.md", "x")(folder)),
        written("hidden.md", "{{ x"),
    ),
    "a text that git ignores, and was missing": (written("n.fold.json", NAMING), written("hidden.md", "x")),
    "rules that ignore themselves": (
        written("below/one.fold.json", UNHIDDEN),
        written("below/.gitignore", "*\n"),
    ),
    "rules of the repository alone": (
        written("below/one.fold.json", UNHIDDEN),
        written(".git/info/exclude", "below/\n"),
    ),
    "a configuration that git ignores": (
        written(".gitignore", "onefold.toml\n"),
        written("onefold.toml", "[severity]\nOF605 = 'error'\n"),
    ),
    "a configuration above, which is no part of the work tree": (
        lambda _: None,
        lambda folder: folder.parent.joinpath("onefold.toml").write_text("[limits]\nsource_bytes = 20\n"),
    ),
    "what a link leads to": (
        elsewhere,
        lambda folder: folder.parent.joinpath("elsewhere").write_text(UNHIDDEN),
    ),
    "what a link led nowhere to": (
        linked,
        lambda folder: folder.parent.joinpath("elsewhere").write_text(UNHIDDEN),
    ),
    "why a link leads nowhere": (
        lambda folder: (
            written(".gitignore", "hidden/\n")(folder),
            written("hidden/there.md", "")(folder),
            leading("link.fold.json", "hidden/back")(folder),
        ),
        leading("hidden/back", "../link.fold.json"),
    ),
    "a new workflow": (lambda _: None, written("new.fold.json", UNHIDDEN)),
    "a new workflow that nobody's own rules show": (
        written(".git/config", "[core]\n\trepositoryformatversion = 0\n\texcludesFile = .nothing\n"),
        lambda folder: (written(".nothing", "new*\n")(folder), written("new.fold.json", UNHIDDEN)(folder)),
    ),
    "a new workflow that only git takes to be ignored": (
        written(".gitignore", "[[:lower:]]*3.fold.json\n"),
        written("new3.fold.json", UNHIDDEN),
    ),
    "a new workflow whose name git takes for another": (
        written(".git/config", "[core]\n\trepositoryformatversion = 0\n\tignoreCase = true\n"),
        written("MANY03.fold.json", UNHIDDEN),
    ),
    "a file of a work tree that git looks for elsewhere": (
        lambda folder: (
            shutil.copytree(folder, folder.parent / "copy", ignore=shutil.ignore_patterns(".git")),
            written(".git/config", "[core]\n\trepositoryformatversion = 0\n\tworktree = ../../copy\n")(folder),
        ),
        unnoticed("many03.fold.json"),
    ),
    "where a linked folder on the way leads": (
        lambda folder: (
            written("one/c.yaml", "catalog: team\nmodels: {writer: {}}\n")(folder),
            written("two/c.yaml", "catalog: team\nmodels: {writer: {}}\noops: 1\n")(folder),
            written(".gitignore", "current\n")(folder),
            written("onefold.toml", 'catalogs = ["current/c.yaml"]\n')(folder),
            led("one")(folder),
        ),
        led("two"),
    ),
    "a workflow that is gone": (lambda _: None, lambda folder: folder.joinpath("many03.fold.json").unlink()),
}


def index_everything(repository: Repository) -> None:
    repository.git("add", "--all")


@pytest.mark.parametrize("is_indexed", [True, False])
@pytest.mark.parametrize("what", QUIET)
def test_no_answer_outlives_a_quiet_change(
    repository: Repository, check: Callable[..., Any], ran: list[list[str]], what: str, is_indexed: bool
) -> None:
    before, change = QUIET[what]
    before(repository.folder)
    if is_indexed:
        index_everything(repository)
    first = check()
    ran.clear()
    assert check() == first
    assert not ran
    change(repository.folder)
    after = check()
    assert ran
    assert after == check("--no-cache")


@pytest.mark.parametrize("what", CHANGES)
def test_no_answer_outlives_what_it_rests_on(
    repository: Repository, check: Callable[..., Any], ran: list[list[str]], what: str
) -> None:
    put(repository.folder, FILES if what == "the other catalogue" else MENDED)
    index_everything(repository)
    first = check()
    ran.clear()
    assert check() == first
    assert not ran
    change, _ = CHANGES[what]
    change(repository.folder)
    after = check()
    assert ran
    assert after == check("--no-cache")


def test_only_the_same_question_has_the_answer(
    repository: Repository, check: Callable[..., Any], ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository.folder / "below").mkdir()
    (repository.folder / "below" / "one.fold.json").write_text(UNHIDDEN)
    index_everything(repository)
    for arguments in ((), (".",), ("--strict",), ("below",), (str(repository.folder),)):
        check(*arguments)
        check(*arguments)
        assert len(ran) == 1, arguments
        ran.clear()
    monkeypatch.chdir("below")
    assert "one.fold.json" in check().out
    assert len(ran) == 1
    ran.clear()
    monkeypatch.setenv("NO_COLOR", "1")
    check()
    assert len(ran) == 1


@pytest.mark.parametrize("arguments", [("--fix",), ("--add-ignores",), ("--no-cache",), ("many00.fold.json",)])
def test_what_changes_files_or_names_them_is_always_done(
    check: Callable[..., Any], ran: list[list[str]], arguments: tuple[str, ...]
) -> None:
    for _ in range(3):
        check(*arguments)
    assert len(ran) == 3


def test_what_the_interpreter_passes_over_in_its_path_is_no_place(
    check: Callable[..., Any], ran: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.path", [*sys.path, tmp_path])
    first = check()
    assert check() == first
    assert len(ran) == 1


def test_names_that_are_read_otherwise_are_other_names(
    check: Callable[..., Any], ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    check()
    monkeypatch.setattr(sys, "getfilesystemencoding", lambda: "iso8859-1")
    check()
    assert len(ran) == 2


# Git is not asked: whatever it knows, or shall not look at.


def nested(folder: Path) -> None:
    inner = Repository(folder / "inner")
    inner.write({"a.fold.json": UNHIDDEN})


def without_digest(index: Path) -> None:
    """As git writes it where `index.skipHash` is set."""
    index.write_bytes(index.read_bytes()[:-20] + bytes(20))


UNSEEN: dict[str, Callable[[Repository], object]] = {
    "a file that git shall not look at": lambda repository: repository.git(
        "update-index", "--assume-unchanged", "many01.fold.json"
    ),
    "a file that git shall not write": lambda repository: repository.git(
        "update-index", "--skip-worktree", "many01.fold.json"
    ),
    "a work tree within": lambda repository: nested(repository.folder),
    "an index without a digest": lambda repository: without_digest(repository.folder / ".git" / "index"),
    "a broken index": lambda repository: repository.folder.joinpath(".git", "index").write_bytes(b"DIRC"),
    "no index": lambda repository: repository.folder.joinpath(".git", "index").unlink(),
    "no repository": lambda repository: shutil.rmtree(repository.folder / ".git"),
}


@pytest.mark.parametrize("what", UNSEEN)
def test_what_git_does_not_see_is_seen(
    repository: Repository, check: Callable[..., Any], ran: list[list[str]], what: str
) -> None:
    UNSEEN[what](repository)
    first = check()
    assert check() == first
    assert len(ran) == 1
    unnoticed("many01.fold.json")(repository.folder)
    assert "many01.fold.json" in check().out
    assert len(ran) == 2


def test_a_folder_that_git_ignores_is_searched_when_something_new_is_there(
    repository: Repository, check: Callable[..., Any], ran: list[list[str]]
) -> None:
    (repository.folder / "secret").mkdir()
    (repository.folder / "secret" / "one.fold.json").write_text(CLEAN.format(id="one"))
    for _ in range(2):
        check("secret")
    (repository.folder / "secret" / "two.fold.json").write_text(UNHIDDEN)
    assert "two.fold.json" in check("secret").out
    assert len(ran) == 2


def test_the_options_with_values_are_known() -> None:
    declared = _Declared()
    module.arguments(declared)  # type: ignore[arg-type] # it takes declarations as a parser does
    valued = [name for name, option in declared.options.items() if option.action in ("store", "append")]
    assert sorted(valued) == sorted(standing.VALUED)


def test_a_folder_that_is_called_like_a_value_is_not_named(
    repository: Repository, onefold: Any, ran: list[list[str]]
) -> None:
    shutil.rmtree(repository.folder / ".git")
    other = Repository(repository.folder / "json")
    other.write({"q.fold.json": CLEAN.format(id="q")})
    other.git("add", "--all")
    options = ("check", "--jobs", "1", "--format", "json")
    for number in range(2):
        repository.folder.joinpath(f"new{number}.fold.json").write_text(UNHIDDEN)
        assert f"new{number}.fold.json" in onefold(*options).out
    assert len(ran) == 2


def test_what_stands_after_dashes_is_named(repository: Repository, check: Callable[..., Any]) -> None:
    outside = repository.folder.parent / "outside"
    outside.mkdir()
    outside.joinpath("one.fold.json").write_text(CLEAN.format(id="one"))
    repository.folder.joinpath("-linked").symlink_to(outside)
    check("--", "-linked")
    outside.joinpath("two.fold.json").write_text(UNHIDDEN)
    assert "two.fold.json" in check("--", "-linked").out


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is refused to this user")
def test_a_folder_that_nobody_may_read_any_more_is_told_of(repository: Repository, check: Callable[..., Any]) -> None:
    below = repository.folder / "below"
    below.mkdir()
    below.joinpath("one.fold.json").write_text(CLEAN.format(id="one"))
    index_everything(repository)
    assert check().code == 0
    below.chmod(0)
    try:
        assert check().code == 2
    finally:
        below.chmod(0o700)


def test_a_folder_is_known_by_who_may_read_it(
    repository: Repository, check: Callable[..., Any], ran: list[list[str]]
) -> None:
    below = repository.folder / "below"
    below.mkdir()
    below.joinpath("one.fold.json").write_text(CLEAN.format(id="one"))
    index_everything(repository)
    check()
    below.chmod(0o711)
    check()
    assert len(ran) == 2


def test_what_is_complained_of_is_said_each_time(
    repository: Repository, check: Callable[..., Any], ran: list[list[str]]
) -> None:
    repository.folder.joinpath("onefold.toml").write_text("cataloks = 1\n")
    first = check()
    assert first.err
    assert check() == first
    assert len(ran) == 2


def test_what_other_processes_read_is_not_kept(repository: Repository, onefold: Any, ran: list[list[str]]) -> None:
    put_many(repository.folder, 40)
    for _ in range(2):
        onefold("check", "--jobs", "2", "--no-cache")
    onefold("check", "--jobs", "2")
    assert len(ran) == 3
    onefold("check", "--jobs", "2")  # Now all of it is recalled, by this process.
    onefold("check", "--jobs", "2")
    assert len(ran) == 4


def test_files_that_were_just_written_keep_an_answer_from_standing(
    repository: Repository, check: Callable[..., Any], ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.folder.joinpath("new.fold.json").write_text(CLEAN.format(id="new"))
    monkeypatch.setattr(standing, "_now", time.time_ns)
    for _ in range(2):
        check()
    assert len(ran) == 2


def test_a_change_while_the_check_runs_is_seen(
    repository: Repository, check: Callable[..., Any], ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = commands.run

    def changed(arguments: list[str]) -> int:
        code = run(arguments)
        repository.folder.joinpath("many03.fold.json").write_text(UNHIDDEN)
        return code

    monkeypatch.setattr(commands, "run", changed)
    first = check()
    monkeypatch.setattr(commands, "run", run)
    assert check() == check("--no-cache") != first
    assert ran


def test_users_cannot_make_git_overlook_changes(
    repository: Repository, check: Callable[..., Any], ran: list[list[str]]
) -> None:
    for setting in ("core.checkStat=minimal", "core.trustctime=false", "core.untrackedCache=true"):
        repository.git("config", *setting.split("="))
    check()
    unnoticed("many03.fold.json")(repository.folder)
    ran.clear()
    assert check() == check("--no-cache")
    assert len(ran) == 2


def test_other_programs_have_no_answer(
    folder: Path, check: Callable[..., Any], ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    own = folder / "own"
    own.mkdir()
    monkeypatch.setattr(programs, "_own", lambda: [str(own)])
    check()
    own.joinpath("new.py").touch()
    check()
    assert len(ran) == 2
    check()
    assert len(ran) == 2


def test_programs_that_change_while_they_check_have_no_answer(
    folder: Path, check: Callable[..., Any], ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    own = folder / "own"
    own.mkdir()
    own.joinpath("old.py").touch()
    monkeypatch.setattr(programs, "_own", lambda: [str(own)])
    first = check()
    assert check() == first
    assert len(ran) == 1
    run = commands.run

    def upgraded(arguments: list[str]) -> int:
        code = run(arguments)
        os.utime(own / "old.py", ns=(0, time.time_ns() + 2 * HOUR))
        return code

    own.joinpath("new.py").touch()
    monkeypatch.setattr(commands, "run", upgraded)
    assert check() == first
    monkeypatch.setattr(commands, "run", run)
    ran.clear()
    assert check() == first
    assert ran


def test_programs_that_vanish_while_they_check_are_no_matter(
    folder: Path, check: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    own = folder / "own"
    own.mkdir()
    own.joinpath("one.py").touch()
    monkeypatch.setattr(programs, "_own", lambda: [str(own)])
    expected = check("--no-cache")
    monkeypatch.setattr(programs, "_own", lambda: [str(own / "gone")])
    assert check() == expected


def _answers() -> list[Path]:
    found = cache_folder()
    return list(found.glob("answers/*.ledger")) if found else []


def _end_of_answer(data: bytes) -> int:
    """Where that begins which is read only where something changed."""
    begin = len(standing._HEADER) + 8
    return begin + 8 + 32 + int.from_bytes(data[begin : begin + 8], "big")


def _corrupted(data: bytes) -> Iterator[bytes]:
    yield b""
    yield data[:-1]
    yield from (data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :] for place in range(0, len(data), 97))


def test_an_answer_that_is_not_whole_is_none(check: Callable[..., Any], ran: list[list[str]]) -> None:
    first = check()
    (path,) = _answers()
    whole = path.read_bytes()
    answer = whole[: _end_of_answer(whole)]
    for data in _corrupted(whole):
        path.write_bytes(data)
        ran.clear()
        assert check() == first
        assert bool(ran) != (data.startswith(answer) and len(data) == len(whole))
    path.unlink()
    path.mkdir()
    assert check() == first


def test_nothing_goes_on_from_sources_that_are_not_whole(
    repository: Repository, check: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    check()
    (path,) = _answers()
    whole, before = path.read_bytes(), repository.folder.joinpath("many03.fold.json").read_text()
    seen: list[bytes] = []

    def noted(before: Any) -> Any:
        seen.append(before.parts)
        return call(before)

    call = witness.call
    monkeypatch.setattr(witness, "call", noted)
    end = _end_of_answer(whole)
    for number, data in enumerate([*_corrupted(whole[end:])][2::20]):
        path.write_bytes(whole[:end] + data)
        repository.folder.joinpath("many03.fold.json").write_text(before + " " * number)
        assert check() == check("--no-cache")
    assert seen
    assert not any(seen)


def test_a_linked_work_tree_has_its_own_answers(
    repository: Repository, onefold: Any, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.git("commit", "--quiet", "--message", "x")
    repository.git("worktree", "add", "--quiet", "../linked")
    monkeypatch.chdir("../linked")
    for _ in range(2):
        onefold("check", "--jobs", "1")
    assert len(ran) == 1
    Path("new.fold.json").write_text(UNHIDDEN)
    assert "new.fold.json" in onefold("check", "--jobs", "1").out
