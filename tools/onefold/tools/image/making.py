"""Make the image of a command from what a run of it has imported."""

from __future__ import annotations

import marshal
import os
import sys
from contextlib import suppress
from dis import get_instructions
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import onefold
from onefold.kernel import patterns
from onefold.tools.cli.commands import COMMANDS, PLUMBING
from onefold.tools.image import NUMBER
from onefold.tools.writing import write_files

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from onefold.tools.image import Group, Image, Stamp, Stored

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
    groups = {root: image.stored(root) for root in image.groups}
    for root, names in _groups(image.missed, stored).items():
        before, programs = groups.get(root, ([], {}))
        groups[root] = [*before, *_in_turn([stored[name] for name in names])], programs | _programs(names)
    # What functions compile late belongs to no module that is new; the first group has it.
    groups[""][1].update(_programs(patterns.asked.values() - stored.keys()))
    with suppress(OSError):
        write_files({Path(image.path): _written(key, tuple(stamps.values()), groups)})


def _written(key: tuple[object, ...], stamps: tuple[Stamp, ...], groups: Mapping[str, Group]) -> bytes:
    """The image: the size of its head, the head, and the groups, whose offsets count from its end."""
    blobs = {root: marshal.dumps(group) for root, group in groups.items()}
    places = {each[0]: root for root, group in groups.items() for each in group[0]}
    index, offset = {}, 0
    for root, blob in blobs.items():
        index[root] = offset, len(blob)
        offset += len(blob)
    value: Any = (key, tuple(onefold.__path__), stamps, index, places)
    head = marshal.dumps(value)
    return b"".join([len(head).to_bytes(NUMBER, "big"), head, *blobs.values()])


def _file(name: str) -> Iterator[str]:
    """The file of a module that was imported from one."""
    spec = getattr(sys.modules.get(name), "__spec__", None)
    if spec is not None and spec.origin is not None and hasattr(spec.loader, "get_code"):
        yield spec.origin


def _stamp(file: str) -> Stamp:
    status = os.stat(file)  # noqa: PTH116 - as it is compared
    return file, status.st_mtime_ns, status.st_size


def _stored(name: str, file: str) -> Stored:
    module: Any = sys.modules[name]
    return name, file, hasattr(module, "__path__"), module.__spec__.loader.get_code(name)


def _groups(missed: Iterable[tuple[str, str | None]], stored: Mapping[str, Stored]) -> dict[str, list[str]]:
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
    found = {"": [name for root in _ALWAYS if root in stored for name in _after(root, parts, seen)]}
    found.update({root: list(_after(root, parts, seen)) for root in roots if root not in seen})
    return found


def _after(root: str, parts: Mapping[str, list[str]], seen: set[str]) -> Iterator[str]:
    """A module after all those that it begins with, unless they were `seen`."""
    seen.add(root)
    for part in parts.get(root, ()):
        if part not in seen:
            yield from _after(part, parts, seen)
    yield root


def _in_turn(stored: Sequence[Stored]) -> Iterator[Stored]:
    """The modules, and before what a package imports to begin with, the place where it begins.

    A package that such a module asks for something has to run up to there, as the interpreter would have it, and has
    no such place.
    """
    numbers = {each[0]: number for number, each in enumerate(stored)}
    begun: set[str] = set()
    for number, each in enumerate(stored):
        parent = each[0].rpartition(".")[0]
        last = numbers.get(parent, 0)
        if parent not in begun and not any(_asks(one, parent, numbers) for one in stored[number:last]):
            yield from ((*one[:3], None) for one in stored[last : last + 1] if last > number)
        begun |= {each[0], parent}
        yield each


def _asks(stored: Stored, package: str, modules: Container[str]) -> bool:
    """Whether a module begins with the import of something from a package, other than a module there."""
    name = ""
    for each in get_instructions(stored[3]) if stored[3] is not None else ():
        if each.opname == "IMPORT_NAME":
            name = each.argval
        elif each.opname == "IMPORT_FROM" and name == package and f"{package}.{each.argval}" not in modules:
            return True
    return False


def _programs(names: Iterable[str]) -> dict[Any, Any]:
    """What the expressions of modules are compiled to."""
    wanted = set(names)
    return {key: patterns.program(*key) for key, name in patterns.asked.items() if name in wanted}
