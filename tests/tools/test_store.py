"""The version store: what recording writes, and what it never touches."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from blake3 import blake3
from hypothesis import given
from hypothesis import strategies as st
from stores import NOTE, fork, path_of, put, workflow

from onefold.api import compile, record
from onefold.kernel.digest import digest, version
from onefold.kernel.encode import encode
from onefold.tools.store import Damaged, Note, Revision, SeveralHeads, Store
from onefold.tools.store.names import LONGEST, file_name
from onefold.tools.store.revision import Malformed, decoded

WORKFLOW = '{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "%s"}}}'


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.at(tmp_path)


def files(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    """Every file with its bytes, its time and its node."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino)
        for path in found
    }


def kept(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    """The objects and revisions alone."""
    return {name: each for name, each in files(folder).items() if name.startswith(("objects", "revisions"))}


def test_v2_built_from_v1_records_v1_and_leaves_its_file_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "w.fold.json"
    path.write_text(WORKFLOW % "one")
    first = record(compile(path), tmp_path, message="first", author="Ada", time="2026-01-01T00:00:00Z").revision
    v1 = Store.at(tmp_path).objects.path_of(first.version)
    before = (v1.read_bytes(), v1.stat().st_mtime_ns, v1.stat().st_ino)
    path.write_text(WORKFLOW % "two")
    second = record(compile(path), tmp_path, message="second", author="Eve", time="2026-01-02T00:00:00Z").revision
    assert second.version != first.version
    assert second.parents == (first.id,)
    assert second.parent_versions == (first.version,)
    assert (v1.read_bytes(), v1.stat().st_mtime_ns, v1.stat().st_ino) == before
    assert v1.read_bytes() == compile(WORKFLOW % "one", format="json").canonical


def test_an_object_is_the_canonical_bytes_and_a_revision_the_record_as_specified(store: Store) -> None:
    one, two = workflow(prompt="one"), workflow(prompt="two")
    first, second = put(store, one), put(store, two)
    assert store.objects.path_of(first.version).read_bytes() == encode(one)
    assert first.version == version(encode(one)) == f"blake3:{blake3(encode(one)).hexdigest()}"
    data = path_of(store, second).read_bytes()
    record = {
        "author": "Ada <ada@example.org>",
        "channel": "main",
        "message": "a message",
        "parent_versions": [first.version],
        "parents": [first.id],
        "revision": 1,
        "time": "2026-01-31T12:00:00Z",
        "version": second.version,
        "workflow": "w",
    }
    assert data.decode() == json.dumps(record, separators=(",", ":"), sort_keys=True)
    derived = blake3(data, derive_key_context="onefold revision v1").hexdigest()
    assert second.id == digest("revision", data) == f"blake3:{derived}"
    assert path_of(store, second).name == derived


def test_going_back_is_a_third_revision_of_two_versions(store: Store) -> None:
    revisions = [put(store, workflow(prompt=each)) for each in ("A", "B", "A")]
    assert len({each.id for each in revisions}) == 3
    assert len({each.version for each in revisions}) == 2
    assert revisions[2].parents == (revisions[1].id,)
    assert len(list(store.folder.glob("objects/*/*"))) == 2
    assert [each.id for each in store.heads("w")] == [revisions[2].id]


def test_the_content_of_the_head_changes_nothing(store: Store) -> None:
    first = put(store, workflow())
    before = files(store.folder)
    recorded = store.record(workflow(), "main", Note("Eve", "2027-01-01T00:00:00Z", "again"))
    assert (recorded.is_new, recorded.revision) == (False, first)
    assert files(store.folder) == before


def test_recording_never_touches_what_is_kept(store: Store) -> None:
    for number in range(5):
        put(store, workflow(prompt=str(number % 3)))
        before = kept(store.folder)
    put(store, workflow("other"))
    put(store, workflow(prompt="new"), "stable")
    after = kept(store.folder)
    assert {name: after[name] for name in before} == before
    assert not [name for name in files(store.folder) if name.endswith(".tmp")]


def test_what_has_the_name_of_a_record_already_is_not_replaced(store: Store) -> None:
    path = store.objects.path_of(version(encode(workflow())))
    path.parent.mkdir(parents=True)
    path.write_bytes(b"something else")
    with pytest.raises(Damaged) as damaged:
        store.record(workflow(), "main", NOTE)
    assert damaged.value.fault.finding.code == "altered-object"
    assert path.read_bytes() == b"something else"
    assert store.heads("w") == ()


def test_channels_go_on_by_themselves(store: Store) -> None:
    first, second = put(store, workflow(prompt="1")), put(store, workflow(prompt="2"))
    stable = put(store, workflow(prompt="1"), "stable")
    assert stable.parents == ()
    assert stable.version == first.version
    assert store.selected("w", "latest") == store.heads("w") == (second,)
    assert store.selected("w", "stable") == (stable,)
    assert store.heads("w", "none") == store.heads("none") == ()


def test_two_heads_stop_recording_until_they_are_merged(store: Store) -> None:
    put(store, workflow(prompt="0"))
    one, two = fork(store, workflow(prompt="1"), workflow(prompt="2"))
    for content in ("1", "2", "3"):
        with pytest.raises(SeveralHeads) as several:
            store.record(workflow(prompt=content), "main", NOTE)
        assert {each.id for each in several.value.heads} == {one.id, two.id}
    merged = store.record(workflow(prompt="1"), "main", NOTE, merge=True)
    assert merged.is_new
    assert dict(zip(merged.revision.parents, merged.revision.parent_versions, strict=True)) == {
        one.id: one.version,
        two.id: two.version,
    }
    assert store.heads("w") == (merged.revision,)
    assert not store.record(workflow(prompt="1"), "main", NOTE, merge=True).is_new


@pytest.mark.parametrize(
    ("channel", "note"),
    [
        ("latest", NOTE),
        ("a b", NOTE),
        ("", NOTE),
        ("main", Note("Ada", "yesterday")),
        ("main", Note("Ada", "2026-01-01T00:00:00+01:00")),
        ("main", Note("Ada", "2026-01-01T00:00:00Z", "\ud800")),
        ("main", Note("\ud800", "2026-01-01T00:00:00Z")),
        ("main", Note("Ada", "2026-01-01T00:00:00Z", "x" * 2**24)),
    ],
)
def test_what_could_not_be_read_again_is_not_written(store: Store, channel: str, note: Note) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - Malformed, or what encoding raises
        store.record(workflow(), channel, note)
    assert kept(store.folder) == {}


def test_any_other_text_is_kept_as_it_is(store: Store) -> None:
    note = Note("Žofie \u202e\n", "2026-01-01T00:00:00Z", '"\\\x00\r\n\U0001f600')
    put(store, workflow(), note=note)
    head = store.heads("w")[0]
    assert (head.author, head.message) == (note.author, note.message)


def test_ids_of_all_kinds_have_files_of_their_own(store: Store) -> None:
    ids = ["w", "W", "a.b", "a/b", "a:b", "a-b", "con", "A" * 200, "A" * 199 + "b", "a" * 200]
    for each in ids:
        put(store, workflow(each), "Main")
        put(store, workflow(each), "main")
    assert len({str(path).casefold() for path in store.folder.glob("revisions/*/*")}) == 2 * len(ids)
    for each in ids:
        assert [head.workflow for head in store.heads(each, "Main")] == [each]
    assert all(len(path.name) <= LONGEST for path in store.folder.rglob("*"))


@given(st.text(max_size=100), st.text(max_size=100))
def test_names_of_files_are_safe_and_as_different_as_the_ids(one: str, two: str) -> None:
    names = [file_name(one), file_name(two)]
    assert (names[0] == names[1]) == (one == two)
    assert (names[0].casefold() == names[1].casefold()) == (one == two)
    assert set("".join(names)) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-%~ABCDEF")


def test_the_store_says_itself_what_git_shall_ignore_and_says_it_once(store: Store) -> None:
    put(store, workflow())
    path = store.folder / ".gitignore"
    assert "/refs/" in path.read_text().split("\n")
    path.write_text("# ours\n")
    put(store, workflow(prompt="2"))
    assert path.read_text() == "# ours\n"


def test_files_get_the_mode_that_new_files_have(store: Store, tmp_path: Path) -> None:
    put(store, workflow())
    tmp_path.joinpath("plain").touch()
    modes = {path.stat().st_mode for path in store.folder.rglob("*") if path.is_file()}
    assert modes == {tmp_path.joinpath("plain").stat().st_mode}


def test_a_file_system_without_hard_links_will_do(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    first, second = put(store, workflow(prompt="1")), put(store, workflow(prompt="2"))
    third = put(store, workflow(prompt="1"))
    assert (second.parents, third.parents) == ((first.id,), (second.id,))
    assert not [name for name in files(store.folder) if name.endswith(".tmp")]


def test_a_disk_that_is_full_leaves_the_store_as_it_was(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    first = put(store, workflow())
    before = files(store.folder)

    def refuse(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, "fsync", refuse)
        with pytest.raises(OSError, match="No space"):
            store.record(workflow(prompt="2"), "main", NOTE)
    assert files(store.folder) == before
    assert store.heads("w") == (first,)


def test_a_read_only_store_can_be_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = put(store, workflow(prompt="1")), put(store, workflow(prompt="2"))
    store.folder.joinpath("refs", "w", "main").unlink()

    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("onefold.tools.store.lock._acquired", refuse)
    assert store.heads("w") == (second,)
    assert store.revision(first.id) == first
    assert not store.folder.joinpath("refs", "w", "main").exists()


def test_the_api_takes_author_and_time_from_where_the_command_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Ada")
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "ada@example.org")
    unit = compile(WORKFLOW % "hi", format="json")
    revision = record(unit, tmp_path, channel="stable").revision
    assert (revision.author, revision.time) == ("Ada <ada@example.org>", "1970-01-01T00:00:00Z")
    assert (revision.version, revision.channel, revision.message) == (unit.version, "stable", "")
    assert Store.at(tmp_path).objects.read(unit.version) == unit.canonical
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    with pytest.raises(ValueError, match="no number of seconds"):
        record(unit, tmp_path)


def test_a_record_is_read_only_in_its_exact_form(store: Store) -> None:
    revision = put(store, workflow())
    data = path_of(store, revision).read_bytes()
    value = json.loads(data)
    assert decoded(data, revision.id) == revision
    others = [
        json.dumps(value).encode(),
        data + b"\n",
        data[:-1],
        b"[]",
        b"[" * 100_000,
        *(json.dumps({**value, name: other}, separators=(",", ":"), sort_keys=True).encode() for name, other in WRONG),
        *(json.dumps({k: v for k, v in value.items() if k != name}, separators=(",", ":")).encode() for name in value),
    ]
    for other in others:
        with pytest.raises(Malformed):
            decoded(other, digest("revision", other))


WRONG = [
    ("note", "more"),
    ("revision", 2),
    ("revision", 1.5),
    ("revision", True),
    ("workflow", "a b"),
    ("workflow", 1),
    ("channel", "latest"),
    ("channel", "é"),
    ("version", "blake3:57"),
    ("version", None),
    ("parents", ["blake3:57"]),
    ("parents", "x"),
    ("parents", [f"blake3:{'0' * 64}"]),
    ("parent_versions", [f"blake3:{'0' * 64}"]),
    ("time", "2026-13-01T00:00:00Z"),
    ("time", "2026-01-01T24:00:00Z"),
    ("time", "2026-01-01"),
    ("message", None),
    ("message", "\ud800"),
]


def test_a_parent_is_named_once() -> None:
    one = f"blake3:{'0' * 64}"
    twice = Revision("w", "main", one, (one, one), (one, one), "", "", "2026-01-01T00:00:00Z").identified()
    with pytest.raises(Malformed, match="twice"):
        decoded(twice.encoded(), twice.id)
