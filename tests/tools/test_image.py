"""The image of a command: it holds what the sources hold, and nothing that is older than they are."""

from __future__ import annotations

import ast
import marshal
import os
import re
import shutil
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from golden_cases import accept_cases, inputs

from onefold.kernel import patterns
from onefold.tools import image

ROOT = Path(__file__).parents[2]
ROOMS = ("kernel", "frontends", "grammars", "tools")
PROGRAM = """
import atexit, sys
before = set(sys.modules)
atexit.register(lambda: print(sorted(set(sys.modules) - before), file=sys.stderr))
from onefold.tools.start import start
start()
"""
# What takes long to import, and no clean source of these formats needs once there is an image.
SLOW = {
    "argparse", "collections", "contextlib", "dataclasses", "difflib", "enum", "functools", "heapq", "inspect", "json",
    "locale", "operator", "pathlib", "re", "shutil", "tempfile", "types", "typing", "unicodedata", "urllib", "weakref",
}  # fmt: skip
# It has no regular expressions, which would need their engine.
CASE = next(case for case in accept_cases() if case.name == "experiment-runner")
SOURCES = [path.relative_to(CASE) for path in inputs(CASE)]
# The reader of TOML brings what it needs, and this source names texts in files.
MORE = {"input.fold.toml": {"collections", "enum", "functools", "operator", "pathlib", "re", "types", "urllib"}}


class Copy:
    """The project in a folder of its own, where it may be changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        ignored = shutil.ignore_patterns("__pycache__")
        for room in ROOMS:
            shutil.copytree(ROOT / room / "onefold", folder / room / "onefold", ignore=ignored)
        # Away from the configuration of the project itself.
        shutil.copytree(CASE, folder / "case")

    def run(self, *arguments: str, **environment: str) -> tuple[str, set[str]]:
        """What the command prints, and the modules that it imports."""
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        path = os.pathsep.join(str(self.folder / room) for room in ROOMS)
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *arguments],
            capture_output=True, text=True, check=False,
            cwd=self.folder / "case", env={**kept, "PYTHONPATH": path, **environment},
        )  # fmt: skip
        *said, names = done.stderr.splitlines()
        assert not said
        return f"{done.returncode}\n{done.stdout}", set(ast.literal_eval(names))

    @property
    def image(self) -> Path:
        """Where the image of `check` is."""
        package = self.folder / "tools/onefold/tools/image/__init__.py"
        cached = Path(cache_from_source(str(package)))
        return cached.with_name(cached.name.replace("__init__.", "check.").replace(".pyc", ".image"))

    def groups(self) -> list[Any]:
        """What the groups of the image hold."""
        data = self.image.read_bytes()
        size = int.from_bytes(data[:8], "big")
        index = marshal.loads(data[8 : 8 + size])[3]
        return [marshal.loads(data[8 + size + offset :][:length]) for offset, length in index.values()]


def written(path: Path, text: str, later: int) -> None:
    """Write a file of the same size some seconds later, as the interpreter needs it to see the change."""
    before = path.stat()
    path.write_text(text, encoding="utf-8")
    assert path.stat().st_size == before.st_size
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + later * 10**9))


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    made = Copy(tmp_path_factory.mktemp("copy"))
    for source in SOURCES:
        made.run("check", str(source))
    return made


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_with_an_image_a_check_prints_the_same_and_imports_nothing_slow(copy: Copy, source: Path) -> None:
    told, names = copy.run("check", str(source))
    copy_of_image = copy.image.read_bytes()
    copy.image.unlink()
    try:
        without, more = copy.run("check", str(source), PYTHONDONTWRITEBYTECODE="1")
    finally:
        copy.image.write_bytes(copy_of_image)
    assert told == without
    assert not names & SLOW - MORE.get(source.name, set())
    ours = {name for name in more if name.startswith("onefold")}
    assert {name for name in names if name.startswith("onefold")} <= ours | {"onefold.tools.image"}


def test_an_image_holds_the_code_of_the_sources(copy: Copy) -> None:
    stored = [each for modules, _ in copy.groups() for each in modules if each[3] is not None]
    assert len(stored) > 150
    for _, file, is_package, code in stored:
        source = Path(file)
        assert source.is_relative_to(copy.folder)
        assert is_package == (source.name == "__init__.py")
        assert code == compile(source.read_bytes(), file, "exec", dont_inherit=True)


def test_every_module_stands_in_one_group(copy: Copy) -> None:
    names = [each[0] for modules, _ in copy.groups() for each in modules if each[3] is not None]
    assert len(names) == len(set(names))


def test_expressions_are_kept_as_the_standard_library_compiles_them(copy: Copy) -> None:
    kept = {key: value for _, programs in copy.groups() for key, value in programs.items()}
    assert len(kept) > 80
    for (pattern, flags), program in kept.items():
        known, expected = patterns.prepared(pattern, program), re.compile(pattern, flags)
        assert known == expected
        assert (known.flags, known.groups, known.groupindex) == (expected.flags, expected.groups, expected.groupindex)


def test_a_package_that_a_function_imports_asks_for_its_parts_itself(copy: Copy) -> None:
    frontends = copy.folder / "frontends/onefold/frontends"
    package, reader = frontends / "added", frontends / "json/__init__.py"
    before = reader.read_text(encoding="utf-8")
    package.mkdir()
    (package / "__init__.py").write_text("from onefold.frontends.added.part import PART\n", encoding="utf-8")
    (package / "part.py").write_text("PART = 1\n", encoding="utf-8")
    reading = "    from onefold.frontends.json.read"
    asking = before.replace(reading, f"    import onefold.frontends.added\n\n{reading}")
    try:
        reader.write_text(asking, encoding="utf-8")
        for _ in range(3):
            told, names = copy.run("check", "input.fold.json")
            assert "1 file checked" in told
            assert {"onefold.frontends.added", "onefold.frontends.added.part"} <= names
    finally:
        shutil.rmtree(package)
        reader.write_text(before, encoding="utf-8")


def test_a_change_of_any_source_is_seen_at_once(copy: Copy) -> None:
    source = copy.folder / "tools/onefold/tools/show/report.py"
    before = source.read_text(encoding="utf-8")
    assert "checked" in copy.run("check", str(SOURCES[0]))[0]
    try:
        written(source, before.replace(" checked{", " chekced{"), 2)
        assert "chekced" in copy.run("check", str(SOURCES[0]))[0]
        assert "chekced" in copy.run("check", str(SOURCES[0]))[0]
    finally:
        written(source, before, 4)
    assert "1 file checked" in copy.run("check", str(SOURCES[0]))[0]


def test_a_module_that_became_a_package_is_imported_as_one(copy: Copy) -> None:
    module = copy.folder / "tools/onefold/tools/unchecked.py"
    package = module.with_suffix("")
    before = copy.run("check", str(SOURCES[0]))[0]
    package.mkdir()
    module.rename(package / "__init__.py")
    try:
        assert copy.run("check", str(SOURCES[0]))[0] == before
    finally:
        (package / "__init__.py").rename(module)
        shutil.rmtree(package)
    assert copy.run("check", str(SOURCES[0]))[0] == before


@pytest.mark.parametrize(
    "damaged",
    [slice(0), slice(100), slice(-1), slice(-100_000), slice(200, 2000), slice(8, None)],
    ids=["empty", "cut off", "without its last byte", "without its last groups", "no image", "without its size"],
)
def test_what_is_no_image_is_passed_over_and_replaced(copy: Copy, damaged: slice) -> None:
    before = copy.run("check", str(SOURCES[0]))[0]
    whole = copy.image.read_bytes()
    copy.image.write_bytes(whole[damaged])
    assert copy.run("check", str(SOURCES[0]))[0] == before
    kept = copy.image.read_bytes()
    size = int.from_bytes(kept[:8], "big")
    groups = marshal.loads(kept[8 : 8 + size])[3].values()
    assert len(kept) == 8 + size + sum(length for _, length in groups)


@pytest.mark.parametrize("is_first", [True, False], ids=["what every check imports", "what some import"])
def test_a_damaged_group_is_passed_over_and_replaced(copy: Copy, is_first: bool) -> None:
    before = copy.run("check", str(SOURCES[0]))[0]
    whole = copy.image.read_bytes()
    begin = 8 + int.from_bytes(whole[:8], "big")
    index = marshal.loads(whole[8:begin])[3]
    damaged = bytearray(whole)
    for root, (offset, length) in index.items():
        if (root == "") == is_first:
            damaged[begin + offset : begin + offset + length] = bytes(length)
    copy.image.write_bytes(damaged)
    assert copy.run("check", str(SOURCES[0]))[0] == before
    assert "" in marshal.loads(copy.image.read_bytes()[8:])[3]
    assert copy.run("check", str(SOURCES[0]))[0] == before
    names = [each[0] for modules, _ in copy.groups() for each in modules if each[3] is not None]
    assert len(names) == len(set(names)) > 150


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_nobody_waits_for_a_pipe_in_place_of_an_image(copy: Copy) -> None:
    before = copy.run("check", str(SOURCES[0]))[0]
    copy.image.unlink()
    os.mkfifo(copy.image)
    try:
        assert copy.run("check", str(SOURCES[0]))[0] == before
    finally:
        copy.image.unlink(missing_ok=True)
    copy.run("check", str(SOURCES[0]))


@pytest.mark.skipif(not hasattr(os, "pread"), reason="files are not shared with forked processes here")
def test_processes_that_share_an_image_do_not_meet_in_it(copy: Copy) -> None:
    copy.run("check", str(SOURCES[0]))
    shared = image.Image("../no command")
    data = copy.image.read_bytes()
    size = int.from_bytes(data[:8], "big")
    with copy.image.open("rb", buffering=0) as file:
        shared._file, shared._begin, shared.groups = file.fileno(), 8 + size, marshal.loads(data[8 : 8 + size])[3]
        for group in shared.groups:
            assert shared.stored(group)
        assert file.tell() == 0


def test_an_image_that_cannot_be_made_is_no_fault(copy: Copy) -> None:
    before = copy.run("check", str(SOURCES[0]))[0]
    archive = copy.folder / "all.zip"
    with ZipFile(archive, "w") as written_to:
        for room in ROOMS:
            for each in copy.folder.joinpath(room).rglob("*.*"):
                written_to.write(each, each.relative_to(copy.folder / room))
    assert copy.run("check", str(SOURCES[0]), PYTHONPATH=str(archive))[0] == before


def test_another_interpreter_makes_its_own(copy: Copy) -> None:
    data = copy.image.read_bytes()
    size = int.from_bytes(data[:8], "big")
    (magic, version, *rest), *others = marshal.loads(data[8 : 8 + size])
    head = marshal.dumps(((magic, f"{version}+", *rest), *others))
    copy.image.write_bytes(b"".join([len(head).to_bytes(8, "big"), head, data[8 + size :]]))
    copy.run("check", str(SOURCES[0]))
    kept = copy.image.read_bytes()
    assert marshal.loads(kept[8:])[0][1] == version


def test_nothing_is_left_where_the_interpreter_leaves_nothing(copy: Copy) -> None:
    copy.image.unlink()
    copy.run("check", str(SOURCES[0]), PYTHONDONTWRITEBYTECODE="1")
    assert not copy.image.exists()
    copy.run("check", str(SOURCES[0]))
    assert copy.image.exists()


def test_words_that_are_no_commands_leave_no_image(copy: Copy) -> None:
    for word in ("../x", "chekc", "--help", "-"):
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        path = os.pathsep.join(str(copy.folder / room) for room in ROOMS)
        subprocess.run(
            [sys.executable, "-c", PROGRAM, word], capture_output=True, check=False, env={**kept, "PYTHONPATH": path}
        )
    assert {each.name for each in copy.image.parent.glob("*.image")} <= {copy.image.name}
