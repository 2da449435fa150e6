"""Golden files: the canonical document of every workflow of a workspace, kept as YAML for people to review."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

from onefold.frontends.yaml import FRONTEND as YAML
from onefold.kernel.canonicalize import Canonical
from onefold.kernel.classes import frozen
from onefold.kernel.digest import version
from onefold.kernel.document import document
from onefold.kernel.encode import encode
from onefold.tools.files import inside, is_folder, read_whole
from onefold.tools.store.names import LONGEST, file_name
from onefold.tools.store.objects import canonical_of
from onefold.tools.workspace import Workspace

SUFFIX: Final = ".yaml"
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_.-]")
_NOTE: Final = "# Written by `onefold golden`: change the workflow's source, not this file.\n"
_HEAD: Final = re.compile(rf"# version blake3:[0-9a-f]{{64}}\n{re.escape(_NOTE)}")

State: TypeAlias = Literal["missing", "stale", "left over", "foreign"]


class NoGoldenFolder(Exception):  # noqa: N818 - it is the state of a workspace, named for what it is
    """The golden folder that is configured cannot be one; the text says why."""


@frozen
class Finding:
    """A file of a golden folder that is not what it should be."""

    state: State
    """`foreign`: not written by onefold, and belonging to no workflow."""
    path: Path
    """Absolute."""
    old: str | None
    """What it holds; `None` where it is not there."""
    new: str | None
    """What it should hold; `None` where it should not be there."""


def folder_of(workspace: Workspace) -> Path:
    """The golden folder of a workspace. Raises `NoGoldenFolder`."""
    name = workspace.settings.golden
    found = inside(workspace.root, workspace.root, name)
    if not isinstance(found, Path):
        reason = found.arguments.get("reason", "its name looks like that of a secret")
        raise NoGoldenFolder(f"`{name}` cannot be the golden folder: {reason}")
    if found == workspace.root:
        raise NoGoldenFolder(f"`{name}` cannot be the golden folder: it is the whole workspace")
    return found


def golden_name(workflow: str) -> str:
    """The name of a workflow's golden file. No two ids share one, though many file systems do not tell `A` from `a`.

    >>> [golden_name(each) for each in ("pr-review", "ops.Merge", "ops/a:b")]
    ['pr-review.yaml', 'ops.Merge.yaml', 'ops%2Fa%3Ab.yaml']
    """
    name = _UNSAFE.sub(lambda match: f"%{ord(match[0]):02X}", workflow)
    return f"{name if len(name) <= LONGEST else file_name(workflow)}{SUFFIX}"


def golden_text(canonical: Canonical) -> str:
    """The text of a workflow's golden file; it depends on nothing but the version."""
    return f"# version {version(encode(canonical))}\n{_NOTE}{canonical_yaml(canonical)}"


def canonical_yaml(canonical: Canonical) -> str:
    """The document of a workflow as YAML, the same for every source of its version."""
    # Arguments and schemas keep the order that their author wrote, which the canonical bytes do not have.
    bare = canonical_of(encode(canonical))
    assert bare  # noqa: S101 - canonical bytes are those of a workflow
    assert YAML.print  # noqa: S101 - it is one of ours, and prints
    return YAML.print(document(bare.workflow))


def body_of(text: str) -> str:
    """The text of a golden file without its head."""
    return _HEAD.sub("", text, count=1)


def examine(wanted: Mapping[Path, str], folder: Path, *, whole: bool) -> Iterator[Finding]:
    """What is not as it should be: `wanted` are texts by path in a golden folder.

    `whole`: whether there should be nothing else in it. Raises `OSError`.
    """
    for path, text in wanted.items():
        # A link is not followed: what it leads to is no golden.
        old = "" if path.is_symlink() else _text(path)
        if old != text:
            yield Finding("missing" if old is None else "stale", path, old, text)
    for path in sorted(_files(folder)) if whole else ():
        if path not in wanted:
            text = _text(path) or ""
            yield Finding("left over" if _HEAD.match(text) else "foreign", path, text, None)


def _files(folder: Path) -> Iterator[Path]:
    if not is_folder(folder):
        return
    for each in folder.iterdir():
        if each.name.endswith(SUFFIX) and not each.name.startswith(".") and each.is_file() and not each.is_symlink():
            yield each


def _text(path: Path) -> str | None:
    """What a file holds, with the line ends that it has in git whatever it has here."""
    data = read_whole(path)
    return None if data is None else data.decode("utf-8", "backslashreplace").replace("\r\n", "\n")
