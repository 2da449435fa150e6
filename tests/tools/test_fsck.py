"""`fsck`: every way to spoil a store is a finding, and nothing that reads a spoiled store gives a wrong answer."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen
from stores import NOTE, fork, path_of, put, workflow

from onefold.frontends.frontend import Limits
from onefold.frontends.lower import lower_workflow
from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.digest import digest, version
from onefold.kernel.encode import encode
from onefold.tools.store import Damaged, Revision, Store
from onefold.tools.store.fsck import examine
from onefold.tools.store.names import digits_of


@frozen
class Kept:
    """A store with four revisions of three versions, and one revision of another workflow."""

    store: Store
    revisions: tuple[Revision, ...]
    other: Revision

    def object(self, number: int) -> Path:
        return self.store.objects.path_of(self.revisions[number].version)

    def revision(self, number: int) -> Path:
        return path_of(self.store, self.revisions[number])

    def add(self, revision: Revision) -> Path:
        """Write the record of a revision as it is."""
        path = path_of(self.store, revision)
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_bytes(revision.encoded())
        return path

    def add_object(self, data: bytes) -> str:
        """Write an object as it is; its version."""
        name = version(data)
        path = self.store.objects.path_of(name)
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_bytes(data)
        return name


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """The store that each test gets a copy of."""
    store = Store.at(tmp_path_factory.mktemp("template"))
    revisions = tuple(put(store, workflow(prompt=each)) for each in ("A", "B", "A", "C"))
    return Kept(store, revisions, put(store, workflow("other", "D")))


@pytest.fixture
def kept(folder: Path, template: Kept) -> Kept:
    store = Store.at(folder)
    shutil.copytree(template.store.folder, store.folder)
    return evolve(template, store=store)


def swap(one: Path, two: Path) -> None:
    one_data, two_data = one.read_bytes(), two.read_bytes()
    one.write_bytes(two_data)
    two.write_bytes(one_data)


def recased(path: Path) -> Path:
    return path.rename(path.with_name(path.name.upper()))


def with_foreign_parent(kept: Kept) -> Path:
    last = kept.revisions[-1]
    return kept.add(evolve(last, parents=(kept.other.id,), parent_versions=(kept.other.version,)).identified())


def with_false_parent_version(kept: Kept) -> Path:
    last = kept.revisions[-1]
    return kept.add(evolve(last, parents=(last.id,), parent_versions=(kept.other.version,)).identified())


def with_unknown_parent(kept: Kept) -> Path:
    unknown = f"blake3:{'12' * 32}"
    last = kept.revisions[-1]
    return kept.add(evolve(last, parents=(last.id, unknown), parent_versions=(last.version,) * 2).identified())


def with_version_of_another(kept: Kept) -> Path:
    last = kept.revisions[-1]
    child = evolve(last, version=kept.other.version, parents=(last.id,), parent_versions=(last.version,))
    return kept.add(child.identified())


def in_a_circle(kept: Kept) -> Path:
    """Two records that name each other; an id is the digest of its parents' ids, so one has a false name."""
    last = kept.revisions[-1]
    name = f"blake3:{'ab' * 32}"
    child = kept.add(evolve(last, parents=(name,), parent_versions=(last.version,)).identified())
    parent = evolve(last, parents=(f"blake3:{child.name}",), parent_versions=(last.version,), id=name)
    return kept.add(parent)


def malformed(kept: Kept) -> Path:
    value = {**json.loads(kept.revision(3).read_bytes()), "note": "more"}
    data = json.dumps(value, separators=(",", ":"), sort_keys=True).encode()
    digits = digits_of(digest("revision", data))
    path = kept.revision(3).parents[1] / digits[:2] / digits
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    return path


def misplaced(kept: Kept) -> Path:
    path = kept.revision(0)
    target = kept.store.folder / "revisions" / "other" / "main" / path.parent.name / path.name
    target.parent.mkdir(exist_ok=True)
    shutil.copy(path, target)
    return target


def pinned_to_nothing(kept: Kept) -> Path:
    step = {"kind": "subworkflow", "workflow": "w", "version": f"blake3:{'12' * 32}", "timeout": "5m"}
    lowered = lower_workflow({"onefold": 1, "workflow": "p", "start": "a", "steps": {"a": step}}, Limits())
    assert lowered.workflow
    return kept.store.objects.path_of(put(kept.store, canonicalize(lowered.workflow)).version)


def uncanonical(kept: Kept) -> Path:
    value = json.loads(kept.object(0).read_bytes())
    value["steps"]["a"]["effort"] = "medium"
    name = kept.add_object(json.dumps(value, separators=(",", ":"), sort_keys=True).encode())
    return kept.store.objects.path_of(name)


def no_workflow(kept: Kept) -> Path:
    return kept.store.objects.path_of(kept.add_object(b"[" * 100_000))


def pipe(path: Path) -> Path:
    path.unlink()
    os.mkfifo(path)
    return path


# What is done to a store, and the code of the finding. What it returns is the file that the finding is about.
SPOILED: dict[str, tuple[str, Callable[[Kept], Path | None]]] = {
    "an object cut off": ("altered-object", lambda kept: cut(kept.object(1))),
    "an object emptied": ("altered-object", lambda kept: emptied(kept.object(1))),
    "one bit of an object turned": ("altered-object", lambda kept: turned(kept.object(1))),
    "an object with a line end": ("altered-object", lambda kept: extended(kept.object(1))),
    "objects swapped": ("altered-object", lambda kept: swap(kept.object(0), kept.object(1))),
    "an object removed": ("missing-object", lambda kept: removed(kept.object(1), kept.revision(1))),
    "a link to the same object": ("linked-file", lambda kept: linked(kept.object(1))),
    "a link to nothing": ("linked-file", lambda kept: dangling(kept.object(1))),
    "a folder of objects linked": ("linked-file", lambda kept: linked(kept.object(1).parent)),
    "all objects linked": ("linked-file", lambda kept: linked(kept.store.folder / "objects")),
    "a folder in the place of an object": ("foreign-file", lambda kept: as_folder(kept.object(1))),
    "a pipe in the place of an object": ("foreign-file", lambda kept: pipe(kept.object(1))),
    "an object in capitals": ("foreign-file", lambda kept: recased(kept.object(1))),
    "a folder in capitals": ("foreign-file", lambda kept: in_capitals(kept)),
    "an object in another folder": ("foreign-file", lambda kept: moved(kept.object(1))),
    "a copy beside an object": ("foreign-file", lambda kept: copied(kept.object(1))),
    "a file among the objects": ("foreign-file", lambda kept: stray(kept.store.folder / "objects" / "notes.txt")),
    "a file among everything": ("foreign-file", lambda kept: stray(kept.store.folder / "notes.txt")),
    "a file among the revisions": ("foreign-file", lambda kept: stray(kept.store.folder / "revisions" / "notes.txt")),
    "a file among the refs": ("foreign-file", lambda kept: stray(kept.store.folder / "refs" / "notes.txt")),
    "bytes that are no workflow": ("uncanonical-object", no_workflow),
    "a default written out": ("uncanonical-object", uncanonical),
    "a revision cut off": ("altered-revision", lambda kept: cut(kept.revision(1))),
    "a revision emptied": ("altered-revision", lambda kept: emptied(kept.revision(1))),
    "another author": ("altered-revision", lambda kept: reauthored(kept.revision(1))),
    "revisions swapped": ("altered-revision", lambda kept: swap(kept.revision(0), kept.revision(1))),
    "the first revision removed": ("missing-revision", lambda kept: removed(kept.revision(0), kept.revision(1))),
    "a revision in the middle removed": ("missing-revision", lambda kept: removed(kept.revision(1), kept.revision(2))),
    "a revision linked": ("linked-file", lambda kept: linked(kept.revision(1))),
    "a channel linked": ("linked-file", lambda kept: linked(kept.revision(1).parents[1])),
    "all revisions linked": ("linked-file", lambda kept: linked(kept.store.folder / "revisions")),
    "all refs linked": ("linked-file", lambda kept: linked(kept.store.folder / "refs")),
    "a ref linked": ("linked-file", lambda kept: linked(kept.store.folder / "refs" / "w" / "main")),
    "a revision in capitals": ("foreign-file", lambda kept: recased(kept.revision(1))),
    "a channel in capitals": ("foreign-file", lambda kept: recased(kept.revision(1).parents[1])),
    "a workflow in capitals": ("foreign-file", lambda kept: recased(kept.revision(1).parents[2])),
    "a revision in the folder of another workflow": ("misplaced-revision", misplaced),
    "a field too many": ("malformed-revision", malformed),
    "a parent of another workflow": ("contradicting-revision", with_foreign_parent),
    "a false version of a parent": ("contradicting-revision", with_false_parent_version),
    "a parent that is nowhere": ("missing-revision", with_unknown_parent),
    "a version of another workflow": ("contradicting-revision", with_version_of_another),
    "revisions in a circle": ("altered-revision", in_a_circle),
    "a sub-workflow pinned to nothing": ("missing-object", pinned_to_nothing),
}


def cut(path: Path) -> Path:
    path.write_bytes(path.read_bytes()[:-1])
    return path


def emptied(path: Path) -> Path:
    path.write_bytes(b"")
    return path


def turned(path: Path) -> Path:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))
    return path


def extended(path: Path) -> Path:
    path.write_bytes(path.read_bytes() + b"\n")
    return path


def reauthored(path: Path) -> Path:
    path.write_bytes(path.read_bytes().replace(b"Ada", b"Eve"))
    return path


def removed(path: Path, named_by: Path) -> Path:
    path.unlink()
    return named_by


def linked(path: Path) -> Path:
    outside = Path.cwd() / "outside"
    shutil.move(path, outside)
    path.symlink_to(outside)
    return path


def dangling(path: Path) -> Path:
    path.unlink()
    path.symlink_to(Path.cwd() / "nowhere")
    return path


def as_folder(path: Path) -> Path:
    path.unlink()
    path.mkdir()
    return path


def in_capitals(kept: Kept) -> Path:
    folder = next(each for each in kept.store.folder.glob("objects/*") if each.name != each.name.upper())
    return folder.rename(folder.with_name(folder.name.upper()))


def moved(path: Path) -> Path:
    other = path.parents[1] / ("00" if path.parent.name != "00" else "01")
    other.mkdir(exist_ok=True)
    return path.rename(other / path.name)


def copied(path: Path) -> Path:
    return Path(shutil.copy(path, path.with_name(f"{path.name} (copy)")))


def stray(path: Path) -> Path:
    path.write_text("x")
    return path


@pytest.mark.parametrize("name", SPOILED)
def test_every_way_to_spoil_a_store_is_found(kept: Kept, onefold: Any, name: str) -> None:
    assert onefold("fsck").code == 0
    code, spoil = SPOILED[name]
    place = spoil(kept)
    faults = examine(kept.store).faults
    assert code in [fault.finding.code for fault in faults]
    if place is not None:
        assert place in [fault.path for fault in faults if fault.finding.code == code]
    # Looking mends nothing but the refs, and finds the same again.
    outcome = onefold("fsck")
    if name == "a ref linked":
        assert outcome.code == 0
        return
    assert outcome.code == 1
    assert outcome.out.count("error[OF7") == len(faults)
    assert f"examined: {len(faults)} error" in outcome.out
    assert examine(kept.store).faults == faults


ONE_CAUSE = set(SPOILED) - {"objects swapped", "revisions swapped", "all objects linked", "revisions in a circle"}


@pytest.mark.parametrize("name", sorted(ONE_CAUSE))
def test_one_cause_gives_few_findings(kept: Kept, name: str) -> None:
    SPOILED[name][1](kept)
    assert len(examine(kept.store).faults) <= 4


@pytest.mark.parametrize("name", SPOILED)
def test_no_reader_of_a_spoiled_store_gives_a_wrong_answer(kept: Kept, onefold: Any, name: str) -> None:
    before = {each.id: each for each in kept.revisions}
    texts = {each.version: encode(workflow(prompt=prompt)) for each, prompt in zip(kept.revisions, "ABAC", strict=True)}
    SPOILED[name][1](kept)
    for each in kept.revisions:
        try:
            assert kept.store.objects.read(each.version) == texts[each.version]
            assert kept.store.revision(each.id) in (before[each.id], None)
        except Damaged:
            pass
        outcome = onefold("show", each.id, "--to", "jcs")
        assert (outcome.code, outcome.out.encode()) in ((0, texts[each.version]), (1, b""), (2, b""))
    outcome = onefold("log", "w", "--format", "json")
    if outcome.code == 0:
        shown = [each["id"] for each in json.loads(outcome.out)["revisions"]]
        assert [each for each in shown if each in before] == [each.id for each in reversed(kept.revisions)]
    else:
        assert "error[OF7" in outcome.err or outcome.code == 2


@pytest.mark.parametrize("name", SPOILED)
def test_recording_into_a_spoiled_store_tells_or_keeps_what_it_says(kept: Kept, name: str) -> None:
    SPOILED[name][1](kept)
    outside = sorted(path for path in Path.cwd().glob("outside*/**/*"))
    try:
        recorded = kept.store.record(workflow(prompt="B"), "main", NOTE)
    except Damaged:
        pass
    else:
        assert kept.store.objects.read(recorded.revision.version) == encode(workflow(prompt="B"))
        assert kept.store.heads("w") == (recorded.revision,)
    assert sorted(path for path in Path.cwd().glob("outside*/**/*")) == outside


def test_the_store_itself_may_be_no_link(kept: Kept, onefold: Any) -> None:
    linked(kept.store.folder)
    for command in (["fsck"], ["log", "w"], ["show", "w"]):
        outcome = onefold(*command)
        assert outcome.code == 1, command
        assert "error[OF711]: This cannot be used as a part of the store: it is a symbolic link." in outcome.err
    with pytest.raises(Damaged):
        kept.store.record(workflow(prompt="B"), "main", NOTE)


def test_the_lock_may_be_no_link(kept: Kept, onefold: Any) -> None:
    linked(kept.store.folder / "lock")
    assert onefold("fsck").code in (1, 2)
    with pytest.raises((Damaged, OSError)):
        kept.store.record(workflow(prompt="B"), "main", NOTE)


def test_two_heads_are_a_finding_until_they_are_merged(kept: Kept, onefold: Any) -> None:
    fork(kept.store, workflow(prompt="1"), workflow(prompt="2"))
    faults = examine(kept.store).faults
    assert [fault.finding.code for fault in faults] == ["several-heads"]
    outcome = onefold("fsck")
    assert (outcome.code, "error[OF710]: `w@main` has 2 heads." in outcome.out) == (1, True)
    kept.store.record(workflow(prompt="3"), "main", NOTE, merge=True)
    assert examine(kept.store).faults == ()


def test_what_was_left_half_written_is_removed_and_no_fault(kept: Kept) -> None:
    left = [
        kept.store.folder / ".1-ab.tmp",
        kept.object(0).with_name(".2-cd.tmp"),
        kept.revision(0).with_name(".3-ef.tmp"),
        kept.store.folder / "refs" / "w" / ".4-01.tmp",
    ]
    for path in left:
        path.write_bytes(b"{")
    assert examine(kept.store).faults == ()
    assert not any(path.exists() for path in left)


def test_refs_are_made_again(kept: Kept, onefold: Any) -> None:
    ref = kept.store.folder / "refs" / "w" / "main"
    ref.write_text("{}")
    stale = kept.store.folder / "refs" / "gone" / "main"
    stale.parent.mkdir()
    stale.write_text("{}")
    assert onefold("fsck").code == 0
    assert json.loads(ref.read_text())["heads"] == [kept.revisions[-1].id]
    assert not stale.exists()
    shutil.rmtree(kept.store.folder / "refs")
    assert onefold("fsck").code == 0
    assert json.loads(ref.read_text())["heads"] == [kept.revisions[-1].id]


def test_a_version_that_no_revision_names_is_no_fault(kept: Kept) -> None:
    kept.store.objects.add(version(encode(workflow("spare"))), encode(workflow("spare")))
    found = examine(kept.store)
    assert (found.faults, found.objects, found.revisions, found.channels) == ((), 5, 5, 2)


def test_without_a_store_there_is_nothing_to_examine(onefold: Any) -> None:
    outcome = onefold("fsck")
    assert (outcome.code, outcome.out) == (2, "")
    assert "there is no version store: `.onefold` is missing" in outcome.err


def test_paths_are_shown_from_the_current_folder(kept: Kept, onefold: Any) -> None:
    cut(kept.object(1))
    shown = kept.object(1).relative_to(Path.cwd())
    assert f" --> {shown}\n" in onefold("fsck").out
    assert " = help: restore the file, from git for example" in onefold("fsck").out
