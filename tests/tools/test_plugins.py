from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from onefold.api import compile
from onefold.tools import compiling, plugins

# A front-end as a stranger would write it: `key = value` lines, dotted keys, numbers and texts.
INI = """
import re

from onefold.frontends.frontend import Frontend, Reading
from onefold.frontends.tree import Entry, MappingNode, ScalarNode
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Span

LINE = re.compile(r"([\\w.]+) *= *(.*)")


def lines(source):
    index = 0
    for line in source.text.split("\\n"):
        match = LINE.fullmatch(line)
        if match or line.strip():
            yield index, line, match
        index += len(line) + 1


def scalar(text):
    return int(text) if text.isdecimal() else text


def read(source, limits):
    root = {}
    for index, line, match in lines(source):
        if "explode" in line:
            raise ZeroDivisionError("exploded\\x1b")
        if "leave" in line:
            raise SystemExit(0)
        if match is None:
            span = Span(source, index, index + len(line))
            return Reading(None, (Finding("syntax-error", Place(span=span), {"format": "INI", "message": "no `=`"}),))
        *names, last = match[1].split(".")
        table = root
        for name in names:
            table = table.setdefault(name, {})
        table[last] = scalar(match[2])
    return Reading(root)


def locate(source, limits):
    root = MappingNode(Span(source, 0, len(source.text)), {})
    for index, line, match in lines(source):
        *names, last = match[1].split(".")
        key = Span(source, index, index + match.end(1))
        value = Span(source, index + match.start(2), index + match.end(2))
        table = root
        for name in names:
            if name not in table.entries:
                table.entries[name] = Entry(key, MappingNode(value, {}))
            table = table.entries[name].node
        table.entries[last] = Entry(key, ScalarNode(value, scalar(match[2])))
    return root


FRONTEND = Frontend("ini", (".fold.ini",), (".ini",), read, locate, lambda node: None)
TAKEN = Frontend("other", (".fold.json",), (), read, locate, lambda node: None)
NO_FRONTEND = 1
"""
GOOD = "onefold = 1\nworkflow = w\nsteps.a.kind = model\nsteps.a.prompt = hi\n"
VERSION = "blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f"


@pytest.fixture
def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A function that installs a package whose entry points are those given."""
    site = folder / "site"
    site.mkdir()
    folder.joinpath("work").mkdir()
    monkeypatch.chdir(folder / "work")

    def put(**entries: str) -> Path:
        site.joinpath("stranger.py").write_text(INI, encoding="utf-8")
        site.joinpath("leaving.py").write_text("raise SystemExit('I am not here')", encoding="utf-8")
        site.joinpath("failing.py").write_text("1 / 0", encoding="utf-8")
        info = site / "stranger-1.0.dist-info"
        info.mkdir()
        info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n", encoding="utf-8")
        lines = "\n".join(f"{name} = {value}" for name, value in entries.items())
        info.joinpath("entry_points.txt").write_text(f"[onefold.frontends]\n{lines}\n", encoding="utf-8")
        monkeypatch.syspath_prepend(site)
        compiling.frontends.cache_clear()
        return folder / "work"

    yield put
    compiling.frontends.cache_clear()
    for name in ("stranger", "leaving", "failing"):
        sys.modules.pop(name, None)


def test_an_installed_front_end_is_found_and_takes_its_files(install: Any, onefold: Any) -> None:
    work = install(ini="stranger:FRONTEND")
    work.joinpath("a.fold.ini").write_text(GOOD, encoding="utf-8")
    work.joinpath("b.ini").write_text(GOOD, encoding="utf-8")
    assert onefold("hash", ".").out == f"{VERSION}  a.fold.ini\n"
    assert onefold("hash", "b.ini").out == f"{VERSION}  b.ini\n"
    assert onefold("hash", "-", "--from", "ini", stdin=GOOD.encode()).out == f"{VERSION}  -\n"
    assert compile("b.ini").version == VERSION
    work.joinpath("x.txt").write_text(GOOD, encoding="utf-8")
    assert ".fold.ini" in onefold("check", "x.txt").err


LAYOUTS = {
    "of a wheel": ("", "stranger-1.0.dist-info", "METADATA"),
    "in capitals": ("", "STRANGER-1.0.DIST-INFO", "METADATA"),
    "beside the sources": ("", "stranger.egg-info", "PKG-INFO"),
    "of an egg": ("stranger-1.0-py3.11.egg", "EGG-INFO", "PKG-INFO"),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("is_archive", [False, True], ids=["folder", "archive"])
def test_a_front_end_is_found_wherever_the_interpreter_finds_a_package(
    layout: str, is_archive: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, folder, metadata = LAYOUTS[layout]
    texts = {
        f"{folder}/{metadata}": "Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n",
        f"{folder}/entry_points.txt": "[onefold.frontends]\nini = stranger:FRONTEND\n",
    }
    place = tmp_path / (entry or "site")
    if is_archive:
        with ZipFile(place, "w") as archive:
            for name, text in texts.items():
                archive.writestr(name, text)
    else:
        place.joinpath(folder).mkdir(parents=True)
        for name, text in texts.items():
            place.joinpath(name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(place)])
    assert [each.name for each in plugins._entries()] == ["ini"]


def test_diagnostics_point_into_the_files_of_an_installed_front_end(install: Any, onefold: Any) -> None:
    work = install(ini="stranger:FRONTEND")
    work.joinpath("a.fold.ini").write_text(GOOD.replace("prompt", "promt"), encoding="utf-8")
    outcome = onefold("check", "--format", "concise")
    assert outcome.code == 1
    assert "a.fold.ini:4:1: error[OF201] `promt` is not a field of the model step `a`." in outcome.out
    work.joinpath("a.fold.ini").write_text(f"{GOOD}oops\n", encoding="utf-8")
    assert "a.fold.ini:5:1: error[OF106]" in onefold("check", "--format", "concise").out


def test_a_front_end_that_only_reads_cannot_be_printed_in(install: Any, onefold: Any) -> None:
    work = install(ini="stranger:FRONTEND")
    work.joinpath("a.fold.ini").write_text(GOOD, encoding="utf-8")
    outcome = onefold("compile", "a.fold.ini", "--to", "ini")
    assert outcome.code == 2
    assert outcome.err.startswith("onefold: the front-end `ini` reads workflows and cannot print them")
    assert onefold("compile", "a.fold.ini", "--to", "json", "--out-dir", "out").code == 0
    assert work.joinpath("out", "a.fold.json").is_file()


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("missing:FRONTEND", "ModuleNotFoundError: No module named 'missing'"),
        ("stranger:NOTHING", "AttributeError"),
        ("stranger:NO_FRONTEND", "it is a int, not a Frontend"),
        ("stranger:TAKEN", "the ending .fold.json is taken by json"),
        ("failing:FRONTEND", "ZeroDivisionError: division by zero"),
        ("leaving:FRONTEND", "SystemExit: I am not here"),
    ],
)
def test_a_broken_front_end_is_reported_once_and_the_rest_goes_on(
    install: Any, onefold: Any, value: str, reason: str
) -> None:
    work = install(broken=value, ini="stranger:FRONTEND")
    for name in ("a.fold.ini", "b.fold.ini"):
        work.joinpath(name).write_text(GOOD, encoding="utf-8")
    outcome = onefold("check")
    assert (outcome.code, outcome.out) == (0, "2 files checked: nothing found\n")
    assert outcome.err.startswith(
        f"warning[OF150]: The front-end `broken` of an installed package cannot be used: {reason}"
    )
    assert outcome.err.count("OF150") == 1
    assert onefold("check", "--strict").code == 0


@pytest.mark.parametrize("word", ["explode", "leave"])
def test_a_front_end_that_fails_on_a_file_is_named_and_the_others_go_on(install: Any, onefold: Any, word: str) -> None:
    work = install(ini="stranger:FRONTEND")
    work.joinpath("a.fold.ini").write_text(f"{word} = 1\n", encoding="utf-8")
    work.joinpath("b.fold.ini").write_text(GOOD, encoding="utf-8")
    outcome = onefold("hash", ".")
    assert outcome.code == 2
    assert outcome.out == f"{VERSION}  b.fold.ini\n"
    assert outcome.err.startswith("onefold: the front-end `ini` of an installed package failed on `a.fold.ini`: ")
    assert "\x1b" not in outcome.err
    assert outcome.err.count("\n") == 1
