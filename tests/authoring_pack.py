"""The authoring pack: its texts taken apart, its recipes and its cases."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

PACK = Path(__file__).resolve().parents[1] / "golden" / "authoring"
TEXTS = ("SKILL.md", "prompting.md")
SUFFIX = {"yaml": ".fold.yaml", "toml": ".fold.toml", "json": ".fold.json", "fold": ".fold"}
RECIPES = sorted(each for each in (PACK / "recipes").iterdir() if each.is_dir())
PATCHES = sorted((PACK / "recipes").glob("*/patch.*"))
CASES = sorted((PACK / "cases").glob("*.case.json"))
_BLOCK = re.compile(r"^```(\w+)(?: (\w+)=(\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ROW = re.compile(r"^\| (OF\d{3}) \| `(.*)` \| `(.*)` \|$", re.MULTILINE)


@frozen
class Block:
    """One block of code of a text."""

    text: str
    line: int
    language: str
    label: str | None
    """`version`: blocks with one value have one version; `answer`: it is an answer of that kind."""
    value: str | None
    code: str


@frozen
class Row:
    """One mistake with its cure, as a text tells of it."""

    code: str
    wrong: str
    right: str


def blocks() -> list[Block]:
    """All blocks of the pack's texts."""
    found: list[Block] = []
    for name in TEXTS:
        text = (PACK / name).read_text(encoding="utf-8")
        assert text.count("```") == 2 * len(_BLOCK.findall(text)), f"{name} has a block that is no block"
        found += [
            Block(name, text.count("\n", 0, each.start()) + 1, each[1], each[2], each[3], each[4])
            for each in _BLOCK.finditer(text)
        ]
    return found


def rows() -> list[Row]:
    """All mistakes in the tables of `prompting.md`."""
    text = (PACK / "prompting.md").read_text(encoding="utf-8")
    found = [Row(*each.groups()) for each in _ROW.finditer(text)]
    assert len(found) == len(re.findall(r"^\| OF", text, re.MULTILINE))
    return found


def documents(recipe: Path) -> list[Path]:
    """The bundles of a recipe."""
    return sorted(recipe.glob("bundle.*"))


def case(path: Path) -> dict[str, Any]:
    """The document of a case."""
    value: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return value


def base_of(path: Path) -> tuple[Path, Path] | None:
    """The patch of a case and the bundle that it is for, if it is about a patch."""
    value = case(path)
    base = value.get("base_bundle_path")
    if base is None:
        return None
    return (path.parent / value["golden_bundle_path"]).resolve(), (path.parent / base).resolve()


def answer_files(document: Path) -> Iterator[tuple[str, str]]:
    """The files of a golden answer, the document first; what is only around it is left out."""
    yield document.name, document.read_text(encoding="utf-8")
    for path in sorted(document.parent.rglob("*")):
        if path.is_file() and path != document and path.name not in ("README.md", "onefold.toml"):
            yield path.relative_to(document.parent).as_posix(), path.read_text(encoding="utf-8")


def answer(document: Path, word: str) -> str:
    """A golden answer as a model would write it."""
    files = "\n".join(f'<file path="{name}">\n{text}</file>' for name, text in answer_files(document))
    return (
        f"Here it is.\n<{word}>\n{files}\n</{word}>\n<rationale>\n- It is golden.\n</rationale>\n<verify>\nx\n</verify>"
    )
