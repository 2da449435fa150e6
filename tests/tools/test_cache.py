"""What `check` remembers between runs: never more than what it would find again."""

from __future__ import annotations

import marshal
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from mixed_workspace import CLEAN, calling, put_mixed
from workspace_changes import CHANGES, MENDED, put_many

from onefold.frontends import compile
from onefold.frontends.registry import FRONTENDS
from onefold.kernel.classes import evolve, fields
from onefold.kernel.diagnostics import Diagnostic, RelatedPlace
from onefold.kernel.fixes import Edit, Removal, Splices
from onefold.kernel.member import Call, Member
from onefold.kernel.source import Source, Span
from onefold.kernel.workspace import Offer
from onefold.tools.cache import digests, keeping, ledger, programs, recall, trace
from onefold.tools.cache.folder import cache_folder
from onefold.tools.cache.ledger import Ledger
from onefold.tools.cache.trace import Trace
from onefold.tools.cli import again, ahead, checking
from onefold.tools.configuration import ConfigurationDef, LimitsDef
from onefold.tools.examined import Examined
from onefold.tools.packing import packed, unpacked
from onefold.tools.show.report import REPORTERS
from onefold.tools.surroundings import Surrounding
from onefold.tools.workspace import Workspace

HOUR = 3600 * 10**9


@pytest.fixture(autouse=True)
def unanswered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no answer stand as a whole: each source is looked at."""
    monkeypatch.setattr(again, "asked", lambda _: None)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the sources that were compiled ahead, and not recalled."""
    names: list[str] = []
    compile_source = compile.compile_source

    def counted(name: str, *arguments: Any) -> Any:
        names.append(name)
        return compile_source(name, *arguments)

    monkeypatch.setattr(trace, "compile_source", counted)
    return names


@pytest.fixture
def missed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the sources that were looked up and not recalled."""
    names: list[str] = []
    find = recall.Recall.find

    def noted(self: recall.Recall, name: str, *arguments: Any) -> Any:
        found = find(self, name, *arguments)
        if found is None:
            names.append(name)
        return found

    monkeypatch.setattr(recall.Recall, "find", noted)
    return names


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let runs begin long after all files were written."""
    monkeypatch.setattr(digests, "_now", lambda: time.time_ns() + HOUR)


@pytest.fixture
def cache() -> Path:
    """The folder of the ledgers."""
    found = cache_folder()
    assert found
    return found / "check"


@pytest.fixture
def run(folder: Path, onefold: Any) -> Callable[..., Any]:
    """Check with one process: what is compiled can be counted."""
    assert folder.is_dir()
    return lambda *arguments: onefold("check", "--jobs", "1", "--format", "concise", *arguments)


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("format_name", REPORTERS)
def test_what_is_recalled_is_printed_as_what_is_found(
    folder: Path, onefold: Any, compiled: list[str], format_name: str
) -> None:
    put_mixed(folder)
    options = ("check", "--format", format_name)
    fresh = onefold(*options, "--no-cache", "--jobs", "1")
    for jobs in ("1", "2"):
        assert onefold(*options, "--jobs", jobs) == fresh
    compiled.clear()
    for _ in range(2):
        assert onefold(*options, "--jobs", "1") == fresh
    # What other sources are compared with is compiled again where there is a word about it.
    told = {"b/three.fold.yaml", "b/one.fold.yaml", "b/two.fold.yaml", "b/twice.fold.yaml", "clean.fold.json"}
    unreadable = {"other/long.fold.json", "nowhere.fold.json"}
    assert set(compiled) <= told | unreadable


@pytest.mark.usefixtures("later")
def test_several_processes_keep_what_one_recalls(folder: Path, onefold: Any, compiled: list[str]) -> None:
    put_mixed(folder)
    put_many(folder)
    fresh = onefold("check", "--jobs", "3")
    compiled.clear()
    assert onefold("check", "--jobs", "1") == fresh
    assert not [each for each in compiled if each.startswith(("many", "texts", "faulty"))]


def test_few_files_use_no_cache(folder: Path, run: Any, cache: Path) -> None:
    put_many(folder, 19)
    run()
    assert not cache.exists()
    put_many(folder, 20)
    run()
    assert len(list(cache.iterdir())) == 1


# Never stale: each thing that an outcome depends on is changed alone.


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("what", CHANGES)
def test_what_may_have_become_different_is_not_recalled(folder: Path, run: Any, missed: list[str], what: str) -> None:
    put_mixed(folder)
    put_many(folder)
    if what != "the other catalogue":
        for name, text in MENDED.items():
            folder.joinpath(name).write_text(text, encoding="utf-8", newline="")
    change, name = CHANGES[what]
    run()
    missed.clear()
    run()
    assert missed == ["other/long.fold.json"]  # It is never read as a whole.
    change(folder)
    missed.clear()
    after = run()
    assert name in missed
    assert after == run("--no-cache")
    missed.clear()
    assert run() == after
    assert name not in missed or "limit" in what


@pytest.mark.parametrize("is_settled", [True, False])
def test_a_file_of_the_same_size_and_time_is_known_to_be_another(
    folder: Path, run: Any, compiled: list[str], monkeypatch: pytest.MonkeyPatch, is_settled: bool
) -> None:
    if is_settled:
        monkeypatch.setattr(digests, "_now", lambda: time.time_ns() + HOUR)
    put_many(folder)
    path = folder / "many07.fold.json"
    status = path.stat()
    first = run()
    path.write_text(path.read_text().replace("model", "modle"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert path.stat().st_size == status.st_size
    compiled.clear()
    assert run() != first
    assert compiled == ["many07.fold.json"]


def test_a_file_that_was_just_written_is_read_again(folder: Path, run: Any, cache: Path) -> None:
    put_many(folder)
    run()
    (path,) = cache.iterdir()
    assert Ledger.read(path).table("digests") == {}
    assert len(Ledger.read(path).table("entries")) == 20


# What changes while a run is at work.


def test_sources_that_run_others_are_not_kept_while_those_were_just_written(
    folder: Path, run: Any, missed: list[str]
) -> None:
    put_many(folder)
    folder.joinpath("calls.fold.yaml").write_text(calling("calls", "many0"))
    run()
    missed.clear()
    run()
    assert missed == ["calls.fold.yaml"]


@pytest.mark.usefixtures("later")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
def test_a_workflow_that_goes_while_another_is_checked_is_no_part_of_what_is_kept(
    folder: Path, onefold: Any, missed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, called = folder / "here", folder / "called.fold.json"
    here.mkdir()
    put_many(here)
    folder.joinpath("onefold.toml").touch()
    here.joinpath("calls.fold.yaml").write_text(calling("calls", "called"))
    called.write_text(CLEAN.format(id="called"))
    compile_source = compile.compile_source

    def compiled(name: str, *arguments: Any) -> Any:
        found = compile_source(name, *arguments)
        if name == "here/calls.fold.yaml":
            called.unlink()
        return found

    monkeypatch.setattr(trace, "compile_source", compiled)
    monkeypatch.setattr(ahead, "can_share", lambda: True)
    onefold("check", "--jobs", "2", "here")
    missed.clear()
    monkeypatch.setattr(trace, "compile_source", compile_source)
    onefold("check", "--jobs", "1", "here")
    assert missed == ["here/calls.fold.yaml"]


def test_a_text_that_two_processes_read_differently_keeps_nothing(tmp_path: Path) -> None:
    memory = recall.Recall(Ledger(tmp_path, {}), digests.Digests({}), {}, {})
    workspace = Workspace(str(tmp_path))
    around = Surrounding(workspace, (), lambda: (), is_alone=True)
    for text, kept in ((b"1", ["a", "b"]), (b"2", [])):
        memory.entries.clear()
        for name, read in (("a", b"1"), ("b", text)):
            trace = Trace((0, 0, 0, 0, 0), b"", asked=("b",), around=(("w", "text.md", read),))
            memory.keep(name, around, trace, (), ())
        memory.close()
        assert list(memory.entries) == kept


def test_sources_are_known_by_the_names_they_are_called_by(
    folder: Path, run: Any, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    put_many(folder)
    folder.joinpath("many03.fold.json").write_text(CLEAN.format(id="w").replace("model", "modle"))
    (folder / "below").mkdir()
    run()
    compiled.clear()
    assert f"{folder}/many03.fold.json:1:" in run(str(folder)).out
    assert len(compiled) == 20
    monkeypatch.chdir("below")
    assert "../many03.fold.json:1:" in run("..").out
    assert len(compiled) == 40


def test_a_workspace_without_other_sources_is_another_one(folder: Path, run: Any, compiled: list[str]) -> None:
    put_many(folder)
    run()
    shutil.move(folder / "many05.fold.json", folder / "many99.fold.json")
    compiled.clear()
    run()
    assert compiled == ["many99.fold.json"]


PROGRAMS: dict[str, Callable[[Path, pytest.MonkeyPatch], object]] = {
    "another interpreter": lambda _, patch: patch.setattr(sys, "version", "3.99"),
    "a distribution is installed": lambda folder, _: folder.joinpath("site", "b-1.dist-info").mkdir(),
    "a distribution is another version": lambda folder, _: folder.joinpath("site", "a-1.dist-info").rename(
        folder / "site" / "a-2.dist-info"
    ),
    "a path is put before": lambda folder, patch: patch.syspath_prepend(folder),
    "the program is changed": lambda folder, _: folder.joinpath("own", "sub", "m.py").write_text("changed"),
    "the program has a new file": lambda folder, _: folder.joinpath("own", "n.lark").write_text(""),
    "a front-end is changed": lambda folder, _: folder.joinpath("site", "foreign.py").write_text("changed"),
}


@pytest.mark.parametrize("what", PROGRAMS)
def test_other_programs_recall_nothing(
    folder: Path, run: Any, compiled: list[str], monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    site = folder / "site"
    (site / "a-1.dist-info").mkdir(parents=True)
    (folder / "own" / "sub").mkdir(parents=True)
    folder.joinpath("own", "sub", "m.py").write_text("")
    monkeypatch.setattr(programs, "_own", lambda: [str(folder / "own")])
    site.joinpath("foreign.py").write_text("def read(source, limits): ...")
    monkeypatch.syspath_prepend(site)
    spec = spec_from_file_location("foreign", site / "foreign.py")
    assert spec
    assert spec.loader
    foreign = module_from_spec(spec)
    spec.loader.exec_module(foreign)
    monkeypatch.setitem(sys.modules, "foreign", foreign)
    offered = evolve(FRONTENDS[0], name="other", suffixes=(".fold.other",), explicit_suffixes=(), read=foreign.read)
    monkeypatch.setattr(checking, "frontends", lambda: type("Installed", (), {"frontends": (*FRONTENDS, offered)}))
    put_many(folder)
    run()
    assert len(compiled) == 20
    run()
    assert len(compiled) == 20
    PROGRAMS[what](folder, monkeypatch)
    run()
    assert len(compiled) == 40


def test_a_front_end_from_nowhere_keeps_everything_from_being_recalled(
    folder: Path, run: Any, compiled: list[str], monkeypatch: pytest.MonkeyPatch, cache: Path
) -> None:
    nowhere = eval("lambda *_: None", {})  # noqa: S307 - a function that no module has
    offered = evolve(FRONTENDS[0], name="other", suffixes=(), explicit_suffixes=(), read=nowhere)
    monkeypatch.setattr(checking, "frontends", lambda: type("Installed", (), {"frontends": (*FRONTENDS, offered)}))
    put_many(folder)
    run()
    assert not compiled
    assert not cache.exists()


# The files of the cache.


def test_without_a_cache_none_is_read_and_none_is_written(
    folder: Path, run: Any, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_many(folder)
    fresh = run("--no-cache")
    assert not cache.exists()
    assert run() == fresh
    (path,) = cache.iterdir()
    before = path.read_bytes(), path.stat()
    folder.joinpath("many00.fold.json").write_text(CLEAN.format(id="other"))
    monkeypatch.setattr(Ledger, "read", None)
    run("--no-cache")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (before[0], before[1].st_mtime_ns)


def _corrupted(data: bytes) -> Iterator[bytes]:
    yield b""
    yield data[:-1]
    yield data + b"x"
    yield data[: len(data) // 2]
    yield b"garbage" * 100
    for place in range(0, len(data), max(1, len(data) // 40)):
        yield data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def test_a_ledger_that_is_not_whole_is_as_none(folder: Path, run: Any, cache: Path, compiled: list[str]) -> None:
    put_many(folder)
    fresh = run()
    (path,) = cache.iterdir()
    whole = path.read_bytes()
    for data in _corrupted(whole):
        path.write_bytes(data)
        assert Ledger.read(path).tables == {}
    compiled.clear()
    assert run() == fresh
    assert len(compiled) == 20
    run()
    assert len(compiled) == 20


def test_a_ledger_of_somebody_else_is_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Ledger(tmp_path / "a.ledger", {"entries": {"a": 1}})
    kept.write()
    assert Ledger.read(kept.path).tables == kept.tables
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert Ledger.read(kept.path).tables == {}


def _as_a_file(cache: Path) -> None:
    cache.parent.mkdir(parents=True)
    cache.write_text("")


def _as_a_folder_for_the_file(cache: Path) -> None:
    cache.mkdir(parents=True)
    for name in list(NAMES):
        (cache / name).mkdir()


NAMES: set[str] = set()


@pytest.mark.parametrize("spoil", [_as_a_file, _as_a_folder_for_the_file])
def test_a_cache_that_cannot_be_written_is_no_matter(
    folder: Path, run: Any, cache: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], None]
) -> None:
    name_of = ledger.ledger_name

    def noted(key: bytes) -> str:
        NAMES.add(name_of(key))
        return name_of(key)

    monkeypatch.setattr(recall, "ledger_name", noted)
    put_many(folder)
    fresh = run()
    shutil.rmtree(cache.parent)
    spoil(cache)
    assert run() == fresh == run("--no-cache")
    assert fresh.err == ""


def test_a_read_only_cache_is_no_matter(
    folder: Path, run: Any, monkeypatch: pytest.MonkeyPatch, compiled: list[str]
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(keeping, "create_private_file", refused)
    put_many(folder)
    assert run() == run("--no-cache")
    assert len(compiled) == 20


def test_a_run_that_is_killed_while_it_writes_leaves_what_was_there(
    folder: Path, run: Any, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_many(folder)
    fresh = run()
    (path,) = cache.iterdir()
    whole = path.read_bytes()
    replace = os.replace

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)
    put_many(folder, 21)
    assert run().code == 130
    assert path.read_bytes() == whole
    monkeypatch.setattr(os, "replace", replace)
    folder.joinpath("many20.fold.json").unlink()
    assert run() == fresh


def test_the_cache_does_not_grow_without_bound(
    folder: Path, run: Any, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "_MOST_LEDGERS", 3)
    monkeypatch.setattr(recall, "_SPARE", 5)
    cache.mkdir(parents=True)
    for number in range(6):
        other = cache / f"{number}.ledger"
        other.write_bytes(b"")
        os.utime(other, (number, number))
    cache.joinpath(".left.ledger.abc").write_text("")
    os.utime(cache / ".left.ledger.abc", (0, 0))
    put_many(folder, 60)
    run()
    kept = {each.name for each in cache.iterdir()}
    assert len(kept) == 3
    assert {"5.ledger", "4.ledger"} < kept
    for number in range(20, 60):
        folder.joinpath(f"many{number:02}.fold.json").unlink()
    folder.joinpath("many00.fold.json").write_text(CLEAN.format(id="other"))
    run()
    (path,) = (each for each in cache.iterdir() if each.stat().st_size)
    assert len(Ledger.read(path).table("entries")) == 45


@pytest.mark.usefixtures("folder")
def test_the_cache_stands_where_the_platform_has_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == Path(os.environ["XDG_CACHE_HOME"], "onefold")
    for ignored in ("", "relative/path"):
        monkeypatch.setenv("XDG_CACHE_HOME", ignored)
        monkeypatch.setattr(sys, "platform", "linux")
        assert cache_folder() == tmp_path / ".cache" / "onefold"
        monkeypatch.setattr(sys, "platform", "darwin")
        assert cache_folder() == tmp_path / "Library" / "Caches" / "onefold"
        monkeypatch.setattr(sys, "platform", "win32")
        monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
        assert cache_folder() == tmp_path / "onefold"
        monkeypatch.delenv("LOCALAPPDATA")
        assert cache_folder() is None


SETTINGS = [each.name for each in fields(ConfigurationDef) if each.name != "limits"]
LIMITS = [each.name for each in fields(LimitsDef)]


@pytest.mark.parametrize("name", [*SETTINGS, *(f"limits.{each}" for each in LIMITS)])
def test_every_field_of_the_configuration_counts(tmp_path: Path, name: str) -> None:
    settings = ConfigurationDef()
    if name in SETTINGS:
        value: Any = getattr(settings, name)
        changed: Any = {name: {"x": "y"} if isinstance(value, Mapping) else (*(value or ()), "x")}
        other = evolve(settings, **changed)
    else:
        _, _, part = name.partition(".")
        limits = evolve(settings.limits, **{part: getattr(settings.limits, part) + 1})
        other = evolve(settings, limits=limits)
    assert _context(tmp_path, settings) == _context(tmp_path, ConfigurationDef())
    assert _context(tmp_path, settings) != _context(tmp_path, other)


def _context(folder: Path, settings: ConfigurationDef) -> bytes:
    workspace = Workspace(str(folder), settings)
    around = Surrounding(workspace, (), lambda: (), is_alone=True)
    digest: bytes = recall.Recall(Ledger(folder, {}), digests.Digests({}), {}, {})._context(around)
    return digest


def _count(folder: Path) -> int:
    """Check the folder in a process of its own; how many sources it compiled ahead."""
    program = (
        "import sys\nfrom onefold.tools.cache import trace\nfrom onefold.tools.cli.main import main\nnames = []\n"
        "compiled = trace.compile_source\n"
        "trace.compile_source = lambda name, *more: names.append(name) or compiled(name, *more)\n"
        "code = main(['check', '--jobs', '1'])\nprint(len(names), file=sys.stderr)\nsys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True)
    return int(done.stderr)


def test_another_process_recalls_whatever_its_hashes_are(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(each for each in sys.path if Path(each).is_absolute()))
    put_many(folder)
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    assert _count(folder) == 20
    monkeypatch.setenv("PYTHONHASHSEED", "2")
    assert _count(folder) == 0


def test_two_runs_at_once_leave_a_whole_ledger(folder: Path, run: Any, cache: Path) -> None:
    put_many(folder)
    fresh = run()
    (path,) = cache.iterdir()
    tables = Ledger.read(path).tables
    with ThreadPoolExecutor(8) as pool:
        for _ in pool.map(lambda _: Ledger(path, tables).write(), range(32)):
            assert Ledger.read(path).tables == tables
    assert [each.name for each in cache.iterdir()] == [path.name]
    assert run() == fresh


# One value of each field, different from what it would be without.
SOURCE, OTHER = Source("a", "abcdef"), Source("b", "ghi", marked=True)
SPANS = Span(SOURCE, 1, 3), Span(OTHER, 0, 2)
MEMBER = Member(
    "w", lambda: "v", (Call("s", "x", "latest"),), frozenset("tu"), ("a.*",), True, frozenset("v"), frozenset("m")
)
DIAGNOSTIC = Diagnostic(
    "OF605", "a-name", "note", "words", "steps.a", SPANS[0], (RelatedPlace("more", "steps.b", SPANS[1]),), "help"
)


@pytest.mark.parametrize("document", [None, MEMBER, Offer("orchestrator", "o", ("w",), ("t",))])
@pytest.mark.parametrize("fix", [None, Removal(), Splices((Edit(SPANS[1], "new"), Edit(SPANS[0], "")))])
def test_every_field_is_packed(document: Any, fix: Any) -> None:
    samples: tuple[Any, ...] = (MEMBER, MEMBER.calls[0], DIAGNOSTIC, DIAGNOSTIC.related[0])
    for sample in samples:
        for each in fields(type(sample)):
            assert each.name == "fix" or getattr(sample, each.name) != each.default, "a new field needs a value here"
    found = (evolve(DIAGNOSTIC, fix=fix), evolve(DIAGNOSTIC, span=None, related=(), help=None))
    examined = Examined("orchestrator", True, document, found, lambda: pytest.fail("nobody asked"))
    value, sources = packed(examined)
    assert marshal.dumps(value)  # Nothing but plain values.
    again = unpacked(value, sources, examined.whole)
    assert (again.member and again.member.version) == (examined.member and "v")
    for each in fields(Examined):
        assert getattr(again, each.name) == getattr(examined, each.name)


def test_a_version_that_nobody_asks_for_is_not_worked_out() -> None:
    unasked = evolve(MEMBER, find_version=lambda: pytest.fail("nobody asked"))
    value, sources = packed(
        Examined("workflow", True, unasked, (), lambda: pytest.fail("nobody asked")), is_versioned=False
    )
    again = unpacked(value, sources, lambda: type("Compilation", (), {"version": "later"})())
    assert again.member
    assert again.member.version == "later"


@pytest.mark.usefixtures("later")
def test_a_version_that_was_not_worked_out_is_not_recalled(folder: Path, onefold: Any, compiled: list[str]) -> None:
    put_many(folder)
    for form, count in (("concise", 20), ("json", 20), ("json", 0), ("concise", 0)):
        compiled.clear()
        fresh = onefold("check", "--jobs", "1", "--format", form)
        assert len(compiled) == count
        assert fresh == onefold("check", "--jobs", "1", "--format", form, "--no-cache")
