"""Changes of a workspace, one for each thing that the outcome of a check depends on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mixed_workspace import CLEAN, FILES, calling


def put_many(folder: Path, count: int = 20) -> None:
    """Write workflows without a fault."""
    for number in range(count):
        folder.joinpath(f"many{number:02}.fold.json").write_text(CLEAN.format(id=f"many{number}"))


def replaced(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = folder / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    return change


def written(name: str, text: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        folder.joinpath(name).parent.mkdir(exist_ok=True)
        folder.joinpath(name).write_text(text)

    return change


def removed(name: str) -> Callable[[Path], None]:
    return lambda folder: folder.joinpath(name).unlink()


def linked(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        folder.joinpath(name).rename(folder / f"{name}.real")
        folder.joinpath(name).symlink_to(folder / f"{name}.real")

    return change


# What is changed, and a source whose outcome may be another one then.
CHANGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "the source": (replaced("many00.fold.json", "hi", "ho"), "many00.fold.json"),
    "the source, to something faulty": (replaced("many00.fold.json", "model", "modle"), "many00.fold.json"),
    "a byte order mark": (
        lambda folder: folder.joinpath("many00.fold.json").write_text("\ufeff" + CLEAN.format(id="many0")),
        "many00.fold.json",
    ),
    "a faulty source, by a comment": (replaced("ignored.fold.yaml", "OF606", "OF607"), "ignored.fold.yaml"),
    "a text": (replaced("texts/tidy.md", "hello", "{{ x"), "texts/tidy.fold.yaml"),
    "a text that is gone": (removed("texts/tidy.md"), "texts/tidy.fold.yaml"),
    "a text that was missing": (written("texts/missing.md", "Here."), "texts/reads.fold.yaml"),
    "a text that is a link now": (linked("texts/tidy.md"), "texts/tidy.fold.yaml"),
    "a text in a folder that is a link now": (linked("texts/deep"), "texts/far.fold.yaml"),
    "the configuration": (replaced("onefold.toml", "OF605", "OF220"), "doubtful.fold.json"),
    "a severity": (replaced("onefold.toml", "[ignore]", '[severity]\nOF220 = "note"\n[ignore]'), "doubtful.fold.json"),
    "a limit": (replaced("onefold.toml", "[ignore]", "[limits]\nsource_bytes = 30\n[ignore]"), "many00.fold.json"),
    "no configuration": (removed("onefold.toml"), "many00.fold.json"),
    "a configuration further down": (written("texts/onefold.toml", ""), "texts/tidy.fold.yaml"),
    "a catalogue": (replaced("catalog.yaml", "git.merge", "git.mrege"), "odd name 'é.fold.yaml"),
    "the other catalogue": (replaced("more.toml", "oops = 1\n", ""), "odd name 'é.fold.yaml"),
    "a workflow that another runs": (replaced("b/one.fold.yaml", "b.one", "b.uno"), "b/twice.fold.yaml"),
    "a new workflow": (written("b/tow.fold.yaml", calling("b.tow", "clean")), "b/three.fold.yaml"),
    "a workflow that is gone": (removed("b/two.fold.yaml"), "b/one.fold.yaml"),
    "a text of a workflow that another runs": (written("clean.md", "ho"), "calls.fold.yaml"),
}
# These have no errors, so that their catalogues count.
MENDED = {
    **FILES,
    "more.toml": 'catalog = "more"\n[tools.x]\n',
    "clean.fold.json": CLEAN.format(id="clean").replace('"hi"', '{"file": "clean.md"}'),
    "calls.fold.yaml": calling("calls", "clean"),
}
