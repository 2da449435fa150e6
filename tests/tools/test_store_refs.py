"""The cache of heads: it is only a cache, and whatever happens behind its back is noticed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from stores import NOTE, path_of, put, workflow

from onefold.tools.store import Revision, Store, disk
from onefold.tools.store import shelf as shelves
from onefold.tools.store.looks import Look


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.at(tmp_path)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The objects and revisions that are read."""
    read: list[Path] = []
    original = disk.read_file

    def counted(path: Path, limit: int) -> bytes:
        read.append(path)
        return original(path, limit)

    monkeypatch.setattr(shelves, "read_file", counted)
    return read


def ref_of(store: Store) -> Path:
    return store.folder / "refs" / "w" / "main"


def chain(store: Store, count: int) -> list[Revision]:
    return [put(store, workflow(prompt=str(number))) for number in range(count)]


def heads(store: Store) -> list[str]:
    return [each.id for each in store.heads("w")]


def test_recording_reads_no_more_when_the_history_is_longer(store: Store, reads: list[Path]) -> None:
    counts = []
    for number in range(60):
        reads.clear()
        put(store, workflow(prompt=str(number)))
        counts.append(len(reads))
    assert counts == [0] + [1] * 59


def test_the_head_is_known_without_reading_the_history(store: Store, reads: list[Path]) -> None:
    revisions = chain(store, 20)
    reads.clear()
    assert heads(store) == [revisions[-1].id]
    assert reads == [path_of(store, revisions[-1])]


@pytest.mark.parametrize(
    "content",
    [
        None,
        b"",
        b"{",
        b"[]",
        b"null",
        b"{}",
        b'{"ref": 1, "heads": 5, "looks": {}}',
        b'{"ref": 1, "heads": [], "looks": []}',
        b'{"ref": 1, "heads": [], "looks": {"00": [1]}}',
        b'{"ref": 1, "heads": [], "looks": {"00": [null, null, null, null]}}',
        b'{"ref": 1, "heads": ["../../x"], "looks": {}}',
        b'{"ref": 2, "heads": [], "looks": {}}',
        b"[" * 100_000,
        b"\xff\xfe",
    ],
)
def test_a_cache_that_is_missing_or_is_none_is_made_again(store: Store, content: bytes | None) -> None:
    revisions = chain(store, 3)
    ref_of(store).unlink()
    if content is not None:
        ref_of(store).write_bytes(content)
    assert heads(store) == [revisions[-1].id]
    assert json.loads(ref_of(store).read_bytes())["heads"] == [revisions[-1].id]
    assert put(store, workflow(prompt="x")).parents == (revisions[-1].id,)


@pytest.mark.parametrize("kind", ["folder", "link", "link to a folder"])
def test_something_else_in_the_place_of_the_cache_gives_no_wrong_answer(store: Store, kind: str) -> None:
    revisions = chain(store, 3)
    old = ref_of(store).read_bytes()
    ref_of(store).unlink()
    if kind == "folder":
        ref_of(store).mkdir()
    elif kind == "link":
        store.folder.joinpath("old").write_bytes(old.replace(revisions[-1].id.encode(), revisions[0].id.encode()))
        ref_of(store).symlink_to(store.folder / "old")
    else:
        ref_of(store).symlink_to(store.folder / "objects")
    assert heads(store) == [revisions[-1].id]
    assert put(store, workflow(prompt="x")).parents == (revisions[-1].id,)
    assert heads(store) != [revisions[-1].id]


def test_a_cache_of_other_folders_is_not_believed(store: Store, tmp_path: Path) -> None:
    revisions = chain(store, 3)
    copy = Store.at(tmp_path / "copy")
    shutil.copytree(store.folder, copy.folder)
    lying = ref_of(copy).read_text().replace(revisions[-1].id, revisions[0].id)
    ref_of(copy).write_text(lying)
    assert heads(copy) == [revisions[-1].id]


def test_a_revision_that_comes_behind_its_back_is_noticed(store: Store, tmp_path: Path) -> None:
    chain(store, 2)
    other = Store.at(tmp_path / "other")
    shutil.copytree(store.folder, other.folder)
    for number in range(5):
        theirs = put(other, workflow(prompt=f"theirs {number}"))
        assert heads(store) != [theirs.id]
        for kind in ("objects", "revisions"):
            shutil.copytree(other.folder / kind, store.folder / kind, dirs_exist_ok=True)
        assert heads(store) == [theirs.id]


def test_revisions_that_go_behind_its_back_are_noticed(store: Store) -> None:
    revisions = chain(store, 6)
    while len(revisions) > 1:
        path_of(store, revisions.pop()).unlink()
        assert heads(store) == [revisions[-1].id]
        assert store.heads("w")[0] == revisions[-1]
    shutil.rmtree(store.folder / "revisions")
    assert heads(store) == []
    assert put(store, workflow()).parents == ()


def test_changes_within_one_tick_of_the_clock_are_noticed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    # All changes bear the same time, as on a file system whose clock has not ticked between them.
    monkeypatch.setattr("onefold.tools.store.looks._times", lambda _shelf, _bucket: (10**18 + 1, "the same"))
    monkeypatch.setattr("onefold.tools.store.looks.clock", lambda _folder: 10**18 + 2)
    monkeypatch.setattr("onefold.tools.store.channel.clock", lambda _folder: 10**18 + 2)
    revisions = chain(store, 4)
    assert heads(store) == [revisions[-1].id]
    path = path_of(store, revisions[-1])
    data = path.read_bytes()
    path.unlink()
    assert heads(store) == [revisions[-2].id]
    path.write_bytes(data)
    assert heads(store) == [revisions[-1].id]


def test_what_comes_between_two_looks_of_one_recording_is_noticed(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = put(store, workflow(prompt="0"))
    other = Store.at(tmp_path / "other")
    shutil.copytree(store.folder, other.folder)
    theirs = put(other, workflow(prompt="theirs"))
    add = shelves.Shelf.add

    def interrupted(shelf: shelves.Shelf, digits: str, data: bytes) -> bool:
        if shelf.folder.name == "main":
            shutil.copytree(other.folder / "revisions", store.folder / "revisions", dirs_exist_ok=True)
            shutil.copytree(other.folder / "objects", store.folder / "objects", dirs_exist_ok=True)
        return add(shelf, digits, data)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(shelves.Shelf, "add", interrupted)
        ours = put(store, workflow(prompt="ours"))
    assert ours.parents == theirs.parents == (first.id,)
    assert heads(store) == sorted([ours.id, theirs.id])


def test_a_look_is_settled_once_the_clock_has_ticked() -> None:
    second = 10**9
    assert Look(5 * second + 1, "", "", 6 * second).is_settled
    assert not Look(5 * second + 1, "", "", 5 * second + 2).is_settled
    # Times without fractions come from clocks that tick every second or two.
    assert not Look(5 * second, "", "", 6 * second).is_settled
    assert Look(5 * second, "", "", 9 * second).is_settled


def test_a_record_that_was_written_before_the_cache_was_is_the_head(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = put(store, workflow(prompt="1"))

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr("onefold.tools.store.refs.save", killed)
        with pytest.raises(KeyboardInterrupt):
            store.record(workflow(prompt="2"), "main", NOTE)
    head = store.heads("w")[0]
    assert head.parents == (first.id,)
    assert put(store, workflow(prompt="3")).parents == (head.id,)


def test_the_lock_is_taken_anew_when_its_file_was_removed(store: Store) -> None:
    put(store, workflow(prompt="1"))
    store.folder.joinpath("lock").unlink()
    put(store, workflow(prompt="2"))
    assert store.folder.joinpath("lock").exists()
    assert [path.name for path in store.folder.glob("refs/w/*")] == ["main"]


@pytest.fixture
def ancient(store: Store) -> Revision:
    """The head of a history of 10,000 revisions, which go to and fro between two versions."""
    versions = [put(store, workflow(prompt=prompt)).version for prompt in ("a", "b")]
    head = store.heads("w")[0]
    for number in range(10_000 - len(versions)):
        parents, parent_versions = (head.id,), (head.version,)
        version = versions[number % 2]
        head = Revision(
            "w", "main", version, parents, parent_versions, str(number), NOTE.author, NOTE.time
        ).identified()
        path = path_of(store, head)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(head.encoded())
    assert heads(store) == [head.id]
    return head


def test_a_long_history_costs_no_more_than_what_is_printed(
    store: Store, ancient: Revision, reads: list[Path], onefold: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(store.folder.parent)
    newest = path_of(store, ancient)
    assert ancient.id in onefold("log", "w", "-n", "3").out
    assert len(reads) <= 2 * 3
    reads.clear()
    assert f"# version {ancient.version}\n" in onefold("show", "w").out
    assert {*reads} == {newest, store.objects.path_of(ancient.version)}
    reads.clear()
    put(store, workflow(prompt="new"))
    assert reads == [newest]
    reads.clear()
    assert onefold("log", "w").out.count("revision blake3:") == 10_001
    assert len(reads) <= 10_001 + 1
