"""Make the image of a command from what a run of it has imported."""

from __future__ import annotations

import marshal
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import onefold
from onefold.kernel import patterns
from onefold.tools.cli.commands import COMMANDS, PLUMBING
from onefold.tools.files import write_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from onefold.tools.image import Image, Stamp, Stored

# What every command imports, in this order, before its own module.
_ALWAYS: Final = ("onefold.kernel", "onefold.kernel.patterns", "onefold.tools.cli.main", "onefold.tools.cli.commands")


def make(image: Image, key: tuple[object, ...]) -> None:
    """Write an image that has what the last one had, and what was missed. A folder that takes none stays without."""
    if image.path is None or not (image.command in COMMANDS or image.command in PLUMBING):
        return
    stamps = {each[0]: each for each in image.stamps}
    stored: dict[str, Stored] = {}
    for name in (__name__, __package__ or "", *(name for name, _ in image.missed)):
        for file in _file(name):
            # First the time, then the code: the next run notices a source that changes in between.
            stamps.setdefault(file, _stamp(file))
            stored[name] = _stored(name, file)
    groups = dict(image.groups)
    for root, names in _groups(image.missed, stored, image.command).items():
        groups[root] = _merged(groups.get(root), [stored[name] for name in names], stored if root == "" else names)
    places = {each[0]: root for root, blob in groups.items() for each in marshal.loads(blob)[0]}  # noqa: S302 - ours
    value: Any = (key, tuple(onefold.__path__), tuple(stamps.values()), groups, places)
    with suppress(OSError):
        write_files({Path(image.path): marshal.dumps(value)})


def _file(name: str) -> Iterator[str]:
    """The file of a module that was imported from one."""
    spec = getattr(sys.modules.get(name), "__spec__", None)
    if spec is not None and spec.origin is not None and hasattr(spec.loader, "get_code"):
        yield spec.origin


def _stamp(file: str) -> Stamp:
    status = os.stat(file)  # noqa: PTH116 - as it is compared
    return file, status.st_mtime_ns, status.st_size


def _stored(name: str, file: str) -> Stored:
    module = sys.modules[name]
    return name, file, hasattr(module, "__path__"), module.__spec__.loader.get_code(name)  # type: ignore[union-attr]


def _groups(
    missed: Iterable[tuple[str, str | None]], stored: Mapping[str, Stored], command: str
) -> dict[str, list[str]]:
    """The names of modules by the one that is imported while the program runs, each after those that it began with."""
    parts: dict[str, list[str]] = {}
    roots = []
    for name, importer in missed:
        if name in stored:
            if importer in stored:
                parts.setdefault(str(importer), []).append(name)
            else:
                roots.append(name)
    seen: set[str] = set()
    always = (*_ALWAYS, f"onefold.tools.cli.{command.replace('-', '_')}")
    found = {"": [name for root in always if root in stored for name in _after(root, parts, seen)]}
    found.update({root: list(_after(root, parts, seen)) for root in roots if root not in seen})
    return found


def _after(root: str, parts: Mapping[str, list[str]], seen: set[str]) -> Iterator[str]:
    """A module after all those that it begins with, unless they were `seen`."""
    seen.add(root)
    for part in parts.get(root, ()):
        if part not in seen:
            yield from _after(part, parts, seen)
    yield root


def _merged(blob: bytes | None, stored: list[Stored], names: Iterable[str]) -> bytes:
    """A group with more modules, and with what their expressions are compiled to.

    Expressions of modules that are in no group by now were compiled by functions, late; the first group has them.
    """
    before, programs = ([], {}) if blob is None else marshal.loads(blob)  # noqa: S302 - ours
    programs |= {key: patterns.program(*key) for key, name in patterns.asked.items() if name in names}
    return marshal.dumps(([*before, *stored], programs))
