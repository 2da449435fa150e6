"""A check after a few changes: it goes on from what is kept where that is enough, and says what a whole one says."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
from mixed_workspace import CLEAN, calling
from workspace_changes import linked, put_many, replaced, written

from onefold.tools.cache import digests, standing
from onefold.tools.cli import check as module
from onefold.tools.cli import checking, commands
from onefold.tools.show.report import REPORTERS

HOUR = 3600 * 10**9
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the times of files do not tell of every change there")

TAKER = CLEAN.format(id="taker").replace('"steps"', '"inputs": {"type": "object"}, "steps"')
DEMANDING = TAKER.replace('{"type": "object"}', '{"type": "object", "required": ["x"]}')
TOLD = CLEAN.format(id="told").replace('"hi"', '{"file": "texts/told.md"}')
DOUBTFUL = CLEAN.format(id="doubtful").replace('"hi"', '"{{ steps.nowhere.output }}"')
FILES = {
    "taker.fold.json": TAKER,
    "calls.fold.yaml": calling("calls", "taker"),
    "asks.fold.yaml": calling("asks", "nobody.has.it"),
    "told.fold.json": TOLD,
    "texts/told.md": "Say hello.\n",
    "doubtful.fold.json": DOUBTFUL,
    "broken.fold.yaml": "onefold: 1\nworkflow: [\n",
    "same.fold.json": CLEAN.format(id="many0"),
    "near.fold.yaml": calling("near", "worker"),
    "werker.fold.json": CLEAN.format(id="workers"),
    "below/one.fold.json": CLEAN.format(id="one.below"),
}
TOOLED = "onefold: 1\nworkflow: tooled\nsteps: {a: {kind: tool, tool: git.merge, timeout: 1m}}\n"


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let runs begin long after all files were written."""
    monkeypatch.setattr(digests, "_now", lambda: time.time_ns() + HOUR)
    monkeypatch.setattr(standing, "_now", lambda: time.time_ns() + HOUR)


@pytest.fixture
def whole(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The runs that checked everything."""
    found: list[object] = []
    check_inputs = checking.check_inputs

    def noted(options: Any, *changes: Any) -> Any:
        found.append(options)
        return check_inputs(options, *changes)

    monkeypatch.setattr(module, "check_inputs", noted)
    return found


@pytest.fixture
def check(folder: Path, onefold: Any) -> Callable[..., Any]:
    put_many(folder)
    for name, text in FILES.items():
        written(name, text)(folder)
    return lambda *arguments: onefold("check", "--jobs", "1", "--format", "concise", *arguments)


def gone(name: str) -> Callable[[Path], None]:
    return lambda folder: folder.joinpath(name).unlink()


def link_to_new(name: str, target: str, text: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        written(target, text)(folder)
        folder.joinpath(name).symlink_to(target)

    return change


def folder_instead(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        gone(name)(folder)
        folder.joinpath(name).mkdir()

    return change


def saved(name: str, text: str) -> Callable[[Path], None]:
    """As editors do that write beside the place first."""

    def change(folder: Path) -> None:
        written(f"{name}.swp", text)(folder)
        folder.joinpath(f"{name}.swp").rename(folder / name)

    return change


ALONE: dict[str, Callable[[Path], object]] = {
    "nothing but space": replaced("many03.fold.json", "{", "{ "),
    "nothing but its time": lambda folder: os.utime(folder / "many03.fold.json"),
    "a prompt": replaced("many03.fold.json", "hi", "ho"),
    "something doubtful": replaced("many03.fold.json", '"hi"', '"{{ steps.nowhere.output }}"'),
    "something doubtful that is mended": replaced("doubtful.fold.json", "{{ steps.nowhere.output }}", "hi"),
    "something doubtful that moves": replaced("doubtful.fold.json", '"onefold"', '\n"onefold"'),
    "a broken source": replaced("broken.fold.yaml", "[", "[["),
    "a text": replaced("texts/told.md", "hello", "{{ steps.nowhere.output }}"),
    "what another runs": written("taker.fold.json", DEMANDING),
    "who runs another": replaced("calls.fold.yaml", "1m", "2m"),
    "who asks for nothing that is there": replaced("asks.fold.yaml", "1m", "2m"),
    "a file that takes the place of another": saved("many03.fold.json", CLEAN.format(id="many3").replace("hi", "ho")),
    "two at once": lambda folder: (
        replaced("many03.fold.json", "hi", "ho")(folder),
        replaced("many04.fold.json", '"hi"', '"{{ steps.nowhere.output }}"')(folder),
    ),
    "a source that is a link now": linked("many03.fold.json"),
    "a file beside the others": written("notes.md", "x"),
    "a new workflow": written("new.fold.json", CLEAN.format(id="new")),
    "a new workflow before all others": written("a.fold.json", CLEAN.format(id="new")),
    "a new workflow after all others": written("zz.fold.json", CLEAN.format(id="new")),
    "a new workflow in a folder": written("below/new.fold.json", CLEAN.format(id="new")),
    "a new workflow with something doubtful": written("new.fold.json", DOUBTFUL.replace("doubtful", "new")),
    "a new workflow that names a text": written("new.fold.json", TOLD.replace('"told"', '"new"')),
    "a workflow that is gone": gone("many03.fold.json"),
    "a workflow that is gone, of which something was said": gone("doubtful.fold.json"),
    "the last of a folder": gone("below/one.fold.json"),
    "another name": lambda folder: folder.joinpath("many03.fold.json").rename(folder / "many99.fold.json"),
    "another folder": lambda folder: folder.joinpath("many03.fold.json").rename(folder / "below" / "many03.fold.json"),
    "some that come and go, and one that changes": lambda folder: (
        written("new.fold.json", CLEAN.format(id="new"))(folder),
        written("below/new.fold.json", CLEAN.format(id="newer"))(folder),
        gone("many03.fold.json")(folder),
        replaced("doubtful.fold.json", '"onefold"', '\n"onefold"')(folder),
    ),
    "a new workflow that is a link": link_to_new("new.fold.json", "real.json", CLEAN.format(id="new")),
}
NOT_ALONE: dict[str, Callable[[Path], object]] = {
    "one of two that were the same": replaced("same.fold.json", "hi", "ho"),
    "another id": replaced("many03.fold.json", "many3", "many30"),
    "an id that there is already": replaced("many03.fold.json", "many3", "many4"),
    "who runs another one now": replaced("calls.fold.yaml", "taker", "many3"),
    "where others point to": replaced("werker.fold.json", '"onefold"', '\n"onefold"'),
    "who points to others": replaced("near.fold.yaml", "onefold", "\nonefold"),
    "fields that are not well formed": replaced("many03.fold.json", "prompt", "prompd"),
    "a configuration": written("onefold.toml", ""),
    "rules": written(".gitignore", "many03*\n"),
    "a text that is gone": lambda folder: folder.joinpath("texts", "told.md").unlink(),
    "more than a few": lambda folder: put_many(folder, 21),
    "a new workflow with an id that there is": written("new.fold.json", CLEAN.format(id="many3")),
    "a new workflow that somebody asks for": written("new.fold.json", CLEAN.format(id="nobody.has.it")),
    "a new workflow that somebody may mean": written("new.fold.json", CLEAN.format(id="nobody.has.if")),
    "a new workflow that runs another": written("new.fold.yaml", calling("new", "taker")),
    "a new workflow that is not well formed": written(
        "new.fold.json", CLEAN.format(id="new").replace("prompt", "prompd")
    ),
    "a new document of another kind": written("new.fold.yaml", "definition: new\n"),
    "a new workflow that nobody can check": written("new.fold.yaml", TOOLED),
    "a new folder": written("other/new.fold.json", CLEAN.format(id="new")),
    "a folder that is gone": lambda folder: shutil.rmtree(folder / "below"),
    "a workflow that is gone, and is run": gone("taker.fold.json"),
    "a workflow that is gone, and ran another": gone("calls.fold.yaml"),
    "one of two that is gone": gone("same.fold.json"),
    "where others pointed to, gone": gone("werker.fold.json"),
    "a broken source that is gone": gone("broken.fold.yaml"),
    "a workflow that is a folder now": folder_instead("many03.fold.json"),
}


@pytest.mark.parametrize(
    ("what", "form"),
    [*((each, "text") for each in ALONE), *(("two at once", each) for each in REPORTERS if each != "text")],
)
def test_what_changed_is_checked_alone(
    folder: Path, onefold: Any, check: Any, whole: list[object], ran: list[list[str]], what: str, form: str
) -> None:
    assert check
    options = ("check", "--jobs", "1", "--format", form)
    first = onefold(*options)
    assert onefold(*options) == first
    assert len(ran) == 1
    ALONE[what](folder)
    whole.clear()
    after = onefold(*options)
    assert not whole
    assert after == onefold(*options, "--no-cache")
    # What was found now stands as what was found before.
    ran.clear()
    assert onefold(*options) == after
    assert not ran
    replaced("many05.fold.json", '"hi"', '"{{ steps.nowhere.output }}"')(folder)
    whole.clear()
    after = onefold(*options)
    assert not whole
    assert after == onefold(*options, "--no-cache")


@pytest.mark.parametrize("what", NOT_ALONE)
def test_what_may_concern_others_is_checked_with_all(folder: Path, check: Any, whole: list[object], what: str) -> None:
    check()
    NOT_ALONE[what](folder)
    whole.clear()
    after = check()
    assert whole
    assert after == check("--no-cache")


def test_a_change_that_may_not_show_the_next_time_is_checked_again(
    folder: Path, check: Any, ran: list[list[str]], whole: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    check()
    replaced("many03.fold.json", "hi", "ho")(folder)
    monkeypatch.setattr(standing, "_now", time.time_ns)
    whole.clear()
    ran.clear()
    for _ in range(2):
        check()
    assert len(ran) == 2
    assert not whole
    monkeypatch.setattr(standing, "_now", lambda: time.time_ns() + HOUR)
    for _ in range(2):
        check()
    assert len(ran) == 3


def test_the_bound_on_changes_is_that_of_what_is_checked(
    folder: Path, check: Any, whole: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onefold.tools.cli.renewed._MOST", 1)
    check()
    whole.clear()
    replaced("many03.fold.json", "hi", "ho")(folder)
    check()
    assert not whole
    replaced("many03.fold.json", "ho", "hi")(folder)
    replaced("many04.fold.json", "hi", "ho")(folder)
    check()
    assert whole


@pytest.mark.parametrize(("options", "code"), [((), 1), (("--ignore", "OF301"), 0), (("--select", "OF6"), 0)])
def test_the_exit_code_is_that_of_what_is_found_now(
    folder: Path, check: Any, whole: list[object], options: tuple[str, ...], code: int
) -> None:
    for name in ("doubtful.fold.json", "broken.fold.yaml"):
        folder.joinpath(name).unlink()
    assert check(*options).code == 0
    whole.clear()
    replaced("many03.fold.json", '"hi"', '"{{ steps.nowhere.output }}"')(folder)
    after = check(*options)
    assert not whole
    assert after == check(*options, "--no-cache")
    assert after.code == code


def test_what_changes_while_it_is_checked_alone_is_checked_again(
    folder: Path, check: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    check()
    replaced("many03.fold.json", "hi", "ho")(folder)
    run = commands.run

    def changed(arguments: list[str]) -> int:
        code = run(arguments)
        replaced("many03.fold.json", '"ho"', '"{{ steps.nowhere.output }}"')(folder)
        return code

    monkeypatch.setattr(commands, "run", changed)
    first = check()
    monkeypatch.setattr(commands, "run", run)
    assert check() == check("--no-cache") != first


def test_a_folder_that_takes_the_place_of_another_meanwhile_is_seen(
    folder: Path, check: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    written("other.fold.json", TOLD.replace('"told"', '"other"'))(folder)
    later = folder.parent / "later"
    later.mkdir()
    later.joinpath("told.md").write_text("Say {{ steps.nowhere.output }}.\n")
    check()
    replaced("told.fold.json", '"onefold"', '\n"onefold"')(folder)
    run = commands.run

    def exchanged(arguments: list[str]) -> int:
        folder.joinpath("texts").rename(folder.parent / "earlier")
        later.rename(folder / "texts")
        return run(arguments)

    monkeypatch.setattr(commands, "run", exchanged)
    check()
    monkeypatch.setattr(commands, "run", run)
    assert check() == check("--no-cache")


NAMING = CLEAN.format(id="naming")
QUIET = "[severity]\nOF606 = 'ignore'\n"
RUNNING = (
    "onefold: 1\nworkflow: {id}\nsteps:\n  a:\n    kind: subworkflow\n    workflow: {other} # onefold: ignore[{code}]\n"
    "    version: stable\n    timeout: 1m\n"
)
NEEDING = CLEAN.format(id="needing").replace('"steps"', '"inputs": {"type": "object", "required": ["x"]}, "steps"')


def names(text: str) -> str:
    """A workflow whose prompt is that file."""
    return NAMING.replace('"hi"', f'{{"file": "{text}"}}')


# What there is besides, and a change that concerns more than who names the file, or than the file alone.
CONCERNED: dict[str, tuple[dict[str, str], Callable[[Path], object]]] = {
    "a text that says what git ignores": (
        {".git/x": "", ".gitignore": "nothing\n", "naming.fold.json": names(".gitignore")},
        written(".gitignore", "broken*\n"),
    ),
    "a text that is the configuration": (
        {"onefold.toml": "exclude = ['a']\n", "naming.fold.json": names("onefold.toml")},
        written("onefold.toml", "exclude = ['broken*']\n"),
    ),
    "a text that is a catalogue": (
        {
            "onefold.toml": "catalogs = ['team.yaml']\n",
            "team.yaml": "catalog: team\ntools: {git.merge: {}}\n",
            "naming.fold.json": names("team.yaml"),
            "tooled.fold.yaml": TOOLED,
        },
        written("team.yaml", "catalog: team\ntools: {git.mrege: {}}\n"),
    ),
    "a source that only its own workspace has no room for": (
        {
            "onefold.toml": "",
            "below/onefold.toml": "[limits]\nsource_bytes = 20\n",
            "below/needing.fold.json": NEEDING.replace('["x"]', "[]"),
            "runs.fold.yaml": calling("runs", "needing"),
        },
        written("below/needing.fold.json", NEEDING),
    ),
    "a circle that a comment keeps silent": (
        {
            "onefold.toml": QUIET,
            "one.fold.yaml": RUNNING.format(id="one", other="two", code="OF331"),
            "two.fold.yaml": RUNNING.format(id="two", other="one", code="OF331"),
        },
        replaced("one.fold.yaml", "# onefold:", "#"),
    ),
    "one that was alone in its workspace": (
        {"alone/onefold.toml": "", "alone/one.fold.yaml": calling("reviewer.main", "reviewer.mian")},
        written("alone/new.fold.json", CLEAN.format(id="something.else")),
    ),
    "a slip that a comment keeps silent": (
        {"onefold.toml": QUIET, "slip.fold.yaml": RUNNING.format(id="slip", other="takers", code="OF332")},
        replaced("slip.fold.yaml", "# onefold:", "#"),
    ),
}


@pytest.mark.parametrize("what", CONCERNED)
def test_what_concerns_others_too_is_checked_with_all(folder: Path, check: Any, whole: list[object], what: str) -> None:
    files, change = CONCERNED[what]
    for name, text in files.items():
        written(name, text)(folder)
    first = check()
    assert first == check("--no-cache")
    change(folder)
    whole.clear()
    after = check()
    assert whole
    assert after == check("--no-cache") != first


def test_a_text_is_found_whatever_source_comes_first(folder: Path, onefold: Any, whole: list[object]) -> None:
    put_many(folder)
    for place in ("first", "second"):
        written(f"{place}/naming.fold.json", names("hello.md").replace("naming", place))(folder)
        written(f"{place}/hello.md", "Say hello.\n")(folder)
    for options in (("--jobs", "1"), ("--no-cache",), ("--jobs", "1", ".")):
        assert onefold("check", "first", "second", *options).code == 0
    whole.clear()
    written("second/hello.md", "Say hullo.\n")(folder)
    assert onefold("check", "first", "second", "--jobs", "1", ".").code == 0
    assert not whole


def test_a_workflow_that_a_catalogue_above_lists_is_missed(folder: Path, onefold: Any, whole: list[object]) -> None:
    put_many(folder)
    written("onefold.toml", "catalogs = ['team.yaml']\n")(folder)
    written("team.yaml", "catalog: team\nworkflows: {below0: {file: below/0.fold.json}}\n")(folder)
    written("runs.fold.yaml", calling("runs", "below0"))(folder)
    written("below/onefold.toml", "")(folder)
    for number in range(4):
        written(f"below/{number}.fold.json", CLEAN.format(id=f"below{number}"))(folder)
    assert onefold("check", "--jobs", "1").code == 0
    whole.clear()
    gone("below/0.fold.json")(folder)
    after = onefold("check", "--jobs", "1")
    assert whole
    assert after.code == 1
    assert after == onefold("check", "--no-cache")


def test_a_text_that_workflows_name_which_are_not_checked_concerns_who_runs_them(
    folder: Path, onefold: Any, whole: list[object]
) -> None:
    flows = folder / "flows"
    flows.mkdir()
    put_many(flows)
    written("onefold.toml", "[limits]\ntext_bytes = 300\n")(folder)
    written("flows/hello.md", "Say hello.\n")(folder)
    written("flows/naming.fold.json", names("hello.md"))(folder)
    written("flows/runs.fold.yaml", calling("runs", "unchecked"))(folder)
    demanding = NEEDING.replace("needing", "unchecked").replace('"steps"', f'"description": "{"x" * 100}", "steps"')
    written("other/unchecked.fold.json", demanding.replace('"hi"', '{"file": "../flows/hello.md"}'))(folder)
    options = ("check", "--jobs", "1", "flows")
    first = onefold(*options)
    written("flows/hello.md", "Say hello.\n" * 10)(folder)
    whole.clear()
    after = onefold(*options)
    assert after == onefold(*options, "--no-cache") != first
    assert whole


@pytest.mark.parametrize("paths", [("below", "other"), ("below", "."), ("other", "below")])
def test_what_comes_where_several_folders_are_named_is_checked_with_all(
    folder: Path, onefold: Any, whole: list[object], paths: tuple[str, ...]
) -> None:
    put_many(folder)
    for name in ("below/two.fold.json", "other/one.fold.json", "below/one.fold.json"):
        written(name, CLEAN.format(id=name.replace("/", ".")))(folder)
    options = ("check", "--jobs", "1", "--format", "json", *paths)
    onefold(*options)
    written("below/three.fold.json", CLEAN.format(id="three"))(folder)
    whole.clear()
    after = onefold(*options)
    assert whole
    assert after == onefold(*options, "--no-cache")


@pytest.mark.parametrize("above", [False, True])
def test_a_folder_that_is_named_has_new_sources(folder: Path, onefold: Any, whole: list[object], above: bool) -> None:
    (folder / "flows" / "deep").mkdir(parents=True)
    put_many(folder / "flows")
    written(".gitignore", "flows/\nhidden*\n")(folder)
    (folder / ".git").mkdir()
    name = "../flows" if above else "flows/"
    (folder / "here").mkdir()
    written("flows/deep/one.fold.json", CLEAN.format(id="one"))(folder)
    options = ("check", "--jobs", "1", "--format", "json", name)
    with chdir(folder / "here" if above else folder):
        onefold(*options)
        for path in ("flows/deep/two.fold.json", "flows/deep/hidden.fold.json", "flows/a.fold.json"):
            written(path, CLEAN.format(id=path))(folder)
        whole.clear()
        after = onefold(*options)
        assert not whole
        assert after == onefold(*options, "--no-cache")
        assert "two.fold.json" in after.out
        assert "hidden" not in after.out
