"""The image of a command: the code of all modules that it imports, in one file that an earlier run has left.

To find two hundred modules, to read each from a file of its own and to compile their regular expressions takes longer
than to check a workflow. The image lies where the interpreter keeps its own compiled modules, holds the same code, and
is used only where every source is as it was: by place, size and time, as the interpreter judges its own. Where there
is none, or it is not trusted, modules are imported from their files, and a new image is left at the end.
"""

from __future__ import annotations

import marshal
import os
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader

import onefold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType
    from typing import Any, Final, TypeAlias

    Stamp: TypeAlias = tuple[str, int, int]
    """A source, its time of change in nanoseconds, its size."""
    Stored: TypeAlias = tuple[str, str, bool, CodeType | None]
    """A module's name, its file, whether it is a package, its code; without code, the place where a package begins."""
    Group: TypeAlias = tuple[list[Stored], dict[Any, Any]]
    """Modules, each after those that it needs, and what their regular expressions are compiled to, by expression."""

# What the stored code depends on besides its sources. A change of the image's own form is a change of a source too.
_KEY: Final = (MAGIC_NUMBER, sys.version, sys.flags.optimize)
NUMBER: Final = 8
"""The size of the number that an image begins with: how long what follows it is, before the groups."""
_PATTERNS: Final = "onefold.kernel.patterns"


class Image:
    """What a run knows of the image of its command; it finds modules for the interpreter."""

    def __init__(self, command: str) -> None:
        """`command` is the word that chooses it."""
        self.path: Final = _path(command)
        self.command: Final = command
        self.stamps: Sequence[Stamp] = ()
        self.groups: dict[str, tuple[int, int]] = {}
        """By the name of a module that is imported while the program runs, where it is stored with all that it begins
        with: the offset and the length."""
        self.missed: list[tuple[str, str | None]] = []
        """Modules that were imported from their files, and the module that began with that, if one did."""
        self._places: dict[str, str] = {}
        self._waiting: dict[str, Stored] = {}
        self._begun: dict[str, ModuleType] = {}
        self._file, self._begin = -1, 0
        if self.path is not None:
            self._load(self.path)

    def _load(self, path: str) -> None:
        try:
            # Opening never waits for a pipe.
            self._file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
            size = int.from_bytes(os.read(self._file, NUMBER), "big")
            self._begin = NUMBER + size
            key, portions, stamps, groups, places = marshal.loads(os.read(self._file, size))  # noqa: S302 - as a `.pyc`
            is_whole = os.fstat(self._file).st_size == self._begin + sum(length for _, length in groups.values())
        except Exception:  # whatever is there instead of an image
            return
        if is_whole and key == _KEY and portions == tuple(onefold.__path__) and _hold(stamps):
            self.stamps, self.groups, self._places = stamps, groups, places

    def stored(self, group: str) -> Group:
        """What a group holds."""
        offset, length = self.groups[group]
        found: Group = marshal.loads(_read(self._file, length, self._begin + offset))  # noqa: S302 - as above
        return found

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """Where a module comes from, as the interpreter asks; `None` for what is not in the image."""
        if name not in self._waiting and name in self._places:
            self.open(self._places[name], but=name)
        if name not in self._waiting:
            if name.startswith("onefold."):
                self.missed.append((name, _importer()))
            return None
        _, file, is_package, code = self._waiting.pop(name)
        return _spec(name, _Loader(name, file, code), file, is_package)

    def open(self, group: str, but: str = "") -> None:
        """Import the modules of a group, each after those that it needs; the one that was asked for is left to do."""
        if group not in self.groups:
            return
        try:
            stored, programs = self.stored(group)
        except Exception:  # as with the head: the modules come from their files, and go into the next image
            del self.groups[group]
            self._places = {name: root for name, root in self._places.items() if root != group}
            return
        for each in stored:
            if each[3] is not None:
                self._places.pop(each[0], None)
                self._waiting[each[0]] = each
        if programs:
            __import__(_PATTERNS)
            sys.modules[_PATTERNS].prepare(programs)
        if but and but != group:
            return  # Another module of the group is needed alone.
        waiting, begun = self._waiting, self._begun
        within = f"{but}."
        for each in stored:
            name = each[0]
            # The parts of a package that is left to do come when it asks for them.
            if name not in waiting or name == but or name.startswith(within):
                continue
            package, _, own = name.rpartition(".")
            if package not in sys.modules:
                __import__(name)  # Its package comes first, and begins with this.
            elif each[3] is None:
                if name not in sys.modules:
                    begun[name] = _begin(each)
            else:
                module = begun.pop(name) if name in begun else _begin(each)
                _run(module, waiting.pop(name)[3])
                setattr(sys.modules[package], own, module)


class _Loader(SourceFileLoader):
    """The loader of a module whose code is there."""

    def __init__(self, fullname: str, path: str, code: CodeType | None) -> None:
        super().__init__(fullname, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType | None:
        """The stored code the first time; then what the file holds, for a module that is loaded again."""
        code, self._code = self._code, None
        return code if code is not None else super().get_code(fullname)


def _begin(stored: Stored) -> ModuleType:
    """A module as the interpreter begins it, but for the locks and the search."""
    name, file, is_package, _ = stored
    loader = SourceFileLoader(name, file)
    spec = _spec(name, loader, file, is_package)
    module: ModuleType = type(sys)(name)
    here = module.__dict__
    here["__spec__"] = spec
    here["__loader__"] = loader
    here["__package__"] = spec.parent
    here["__file__"] = file
    if is_package:
        here["__path__"] = spec.submodule_search_locations
    sys.modules[name] = module
    return module


def _run(module: ModuleType, code: CodeType | None) -> None:
    """Run the code of a module that was begun, as the interpreter does."""
    try:
        exec(code or "", module.__dict__)  # noqa: S102 - the code of a module of ours
    except BaseException:
        del sys.modules[module.__name__]
        raise


def _spec(name: str, loader: SourceFileLoader, file: str, is_package: bool) -> ModuleSpec:
    spec = ModuleSpec(name, loader, origin=file, is_package=is_package)
    spec.has_location = True
    if is_package:
        spec.submodule_search_locations = [file.rpartition(os.sep)[0]]
    return spec


def _path(command: str) -> str | None:
    """The file of a command's image, where the interpreter keeps what it compiles; `None` where it keeps nothing."""
    cached = __spec__.cached
    if cached is None or not command.replace("-", "").isalnum() or not command.isascii():
        return None
    folder, _, name = cached.rpartition(os.sep)
    return f"{folder}{os.sep}{command}.{name.partition('.')[2].rpartition('.')[0]}.image"


def _read(file: int, length: int, offset: int) -> bytes:
    """Some bytes of a file, whose place processes share that were forked with it."""
    if hasattr(os, "pread"):
        return os.pread(file, length, offset)
    os.lseek(file, offset, os.SEEK_SET)
    return os.read(file, length)


def _hold(stamps: Sequence[Stamp]) -> bool:
    """Whether all sources are as they were."""
    try:
        for file, changed, size in stamps:
            status = os.stat(file)  # noqa: PTH116 - many, and fast
            if status.st_mtime_ns != changed or status.st_size != size:
                return False
    except OSError:
        return False
    return True


def _importer() -> str | None:
    """The module whose body asked for another; `None` where a function did."""
    frame: Any = sys._getframe(2)  # noqa: SLF001 - `inspect` is large
    while frame is not None and frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    return frame.f_globals["__name__"] if frame is not None and frame.f_code.co_name == "<module>" else None


def begin(command: str) -> Image:
    """Import from the image of a command from now on, and what it always needs at once."""
    image = Image(command)
    if image.path is not None:
        finder: Any = image
        sys.meta_path.insert(0, finder)
        image.open("")
    return image


def keep(image: Image) -> None:
    """Leave an image where there is none that holds all that was imported. It never fails, and says nothing."""
    if image.path is None or sys.dont_write_bytecode:
        return
    if not image.missed and not sys.modules[_PATTERNS].asked:
        return
    if os.path.lexists(image.path) and not os.path.isfile(image.path):  # noqa: PTH113 - it is a text
        return  # Somebody put it there, and to write to it may last forever.
    try:
        from onefold.tools.image.making import make  # Nearly every run finds its image complete.

        make(image, _KEY)
    except (Exception, KeyboardInterrupt):  # sources that are no files, went away meanwhile, or are no Python any more
        return
