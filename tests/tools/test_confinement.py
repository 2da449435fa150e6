"""While it lasts, nothing outside one folder is read: whatever path, link, race or special file leads there."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from onefold.frontends.frontend import Limits
from onefold.tools import confinement as module
from onefold.tools.confinement import Confinement, Outside, TooLarge, confined
from onefold.tools.files import first_bytes, is_file, is_folder, is_there, read_at_most, read_settings, read_source
from onefold.tools.files import read_whole as whole
from onefold.tools.store.disk import read_file

LARGEST = 1000
READERS: dict[str, Callable[[Path], object]] = {
    "a source": lambda path: read_source(path, Limits()),
    "its beginning": lambda path: first_bytes(path, 4),
    "a bounded file": lambda path: read_at_most(path, 100),
    "a whole file": whole,
    "a text": read_settings,
    "a file of the store": lambda path: read_file(path, 100),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    (folder / "sub").mkdir(parents=True)
    (folder / "in.txt").write_text("inside")
    (folder / "sub" / "deep.txt").write_text("inside")
    (tmp_path / "out.txt").write_text("outside")
    (tmp_path / "rooted").mkdir()
    (tmp_path / "rooted" / "out.txt").write_text("outside")
    return folder


@pytest.fixture(params=[True, False], ids=["walking", "comparing"])
def place(request: pytest.FixtureRequest, root: Path, monkeypatch: pytest.MonkeyPatch) -> Confinement:
    """The confinement, on a system that can open files below a descriptor and on one that cannot."""
    monkeypatch.setattr(module, "_CAN_WALK", request.param)
    return Confinement.of(root, LARGEST)


def opened(confinement: Confinement, path: Path) -> bytes:
    with os.fdopen(confinement.open(path), "rb") as file:
        return file.read()


@pytest.mark.parametrize("reader", READERS)
def test_every_way_to_read_is_confined(reader: str, root: Path, tmp_path: Path) -> None:
    read = READERS[reader]
    with confined(Confinement.of(root, LARGEST)):
        assert read(root / "in.txt")
        for path in (tmp_path / "out.txt", root / ".." / "out.txt", tmp_path / "rooted" / "out.txt"):
            with pytest.raises(Outside):
                read(path)
    assert read(tmp_path / "out.txt")


def test_nobody_learns_whether_something_is_outside(root: Path, tmp_path: Path) -> None:
    (root / "link").symlink_to(tmp_path / "rooted")
    with confined(Confinement.of(root, LARGEST)):
        for path in (tmp_path / "out.txt", tmp_path / "gone.txt", root / "link" / "out.txt", Path("a\0b")):
            assert not is_there(path)
            assert not is_file(path)
        assert not is_folder(tmp_path)
        assert not is_folder(root / "link")
        assert is_file(root / "in.txt")
        assert is_folder(root / "sub")


def test_links_that_stay_inside_are_followed(place: Confinement, root: Path) -> None:
    (root / "link.txt").symlink_to("sub/deep.txt")
    (root / "folder").symlink_to(root / "sub")
    assert opened(place, root / "link.txt") == opened(place, root / "folder" / "deep.txt") == b"inside"


@pytest.mark.parametrize("target", ["../out.txt", "/etc/passwd", "../rooted/out.txt", "sub/../../out.txt"])
def test_links_out_are_refused(place: Confinement, root: Path, target: str) -> None:
    (root / "link.txt").symlink_to(target)
    with pytest.raises(Outside, match="leads out of the workspace") as refusal:
        place.open(root / "link.txt")
    assert refusal.value.filename == str(root / "link.txt")


def test_a_folder_that_leads_out_is_refused(place: Confinement, root: Path, tmp_path: Path) -> None:
    (root / "folder").symlink_to(tmp_path / "rooted")
    with pytest.raises(Outside):
        place.open(root / "folder" / "out.txt")


def test_what_has_a_name_that_begins_like_the_folder_is_outside(place: Confinement, tmp_path: Path) -> None:
    with pytest.raises(Outside):
        place.open(tmp_path / "rooted" / "out.txt")


def test_special_files_are_refused_and_never_waited_for(place: Confinement, root: Path) -> None:
    os.mkfifo(root / "fifo")
    (root / "null").symlink_to("/dev/null")
    (root / "loop").symlink_to("loop")
    with pytest.raises(OSError, match="not a regular file"):
        place.open(root / "fifo")
    for name in ("sub", "."):
        with pytest.raises(IsADirectoryError):
            place.open(root / name)
    with pytest.raises(Outside):
        place.open(root / "null")
    with pytest.raises(OSError, match="link"):
        place.open(root / "loop")
    with pytest.raises(FileNotFoundError) as missing:
        place.open(root / "gone" / "x")
    assert missing.value.filename == str(root / "gone" / "x")
    with pytest.raises(Outside):
        place.open(Path("a\0b"))


def test_a_large_file_is_refused_before_it_is_read(place: Confinement, root: Path) -> None:
    (root / "full").write_bytes(b"x" * LARGEST)
    assert len(opened(place, root / "full")) == LARGEST
    with (root / "large").open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(TooLarge, match="more than 1000 bytes"):
        place.open(root / "large")


def _swap_file(root: Path, tmp_path: Path) -> None:
    (root / "sub" / "deep.txt").unlink()
    (root / "sub" / "deep.txt").symlink_to(tmp_path / "out.txt")


def _swap_folder(root: Path, tmp_path: Path) -> None:
    (root / "sub").rename(root / "was")
    (tmp_path / "rooted" / "deep.txt").write_text("outside")
    (root / "sub").symlink_to(tmp_path / "rooted")


@pytest.mark.parametrize("swap", [_swap_file, _swap_folder])
def test_whoever_swaps_in_a_link_after_the_look_gets_an_error(
    place: Confinement, root: Path, tmp_path: Path, swap: Callable[[Path, Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = Confinement.inside
    swapped: list[bool] = []

    def look_and_swap(self: Confinement, path: Path) -> Path | None:
        found = looked(self, path)
        if not swapped:
            swapped.append(True)
            swap(root, tmp_path)
        return found

    monkeypatch.setattr(Confinement, "inside", look_and_swap)
    with pytest.raises(OSError, match=r"link|leads out|[Nn]ot a directory"):
        opened(place, root / "sub" / "deep.txt")


def test_the_folder_must_be_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError):
        Confinement.of(tmp_path / "file", LARGEST)
    with pytest.raises(FileNotFoundError):
        Confinement.of(tmp_path / "gone", LARGEST)


def test_no_descriptor_is_left_open(place: Confinement, root: Path) -> None:
    descriptors = Path("/proc/self/fd")
    if not descriptors.is_dir():
        pytest.skip("no /proc here")
    before = len([*descriptors.iterdir()])
    os.mkfifo(root / "fifo")
    for name in ("fifo", "gone", "sub", "sub/gone", "in.txt/x"):
        with pytest.raises(OSError):  # noqa: PT011 - which is told by other tests
            place.open(root / name)
    assert len([*descriptors.iterdir()]) == before
