"""libyaml's parser, without the parts of PyYAML that it does not use.

PyYAML's C part asks for the package, whose import takes as long as to parse a large source. Here the package is there
with its errors and events alone, until somebody else asks it for more: then it is completed, and its C part is told of
the classes that it had not seen.
"""

from __future__ import annotations

import sys
from _frozen_importlib import _ModuleLockManager  # type: ignore[attr-defined]  # what the interpreter imports under
from _frozen_importlib_external import PathFinder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any, Final
else:
    ModuleType = type(sys)

_PACKAGE: Final = "yaml"
_COMPILED: Final = "yaml._yaml"
# What the C part asks for besides: classes for what is not done with events alone, and kinds of errors.
_ABSENT: Final = (
    *("composer", "constructor", "emitter", "nodes", "parser"),
    *("reader", "representer", "scanner", "serializer", "tokens"),
)


def parser() -> Any:  # noqa: ANN401 - `CParser`, whose stub calls every event by the base class
    """The class of libyaml's parsers. Raises `ImportError` where PyYAML was built without its C part."""
    if _PACKAGE not in sys.modules:
        # As every import is done by one thread, for which the others wait.
        with _ModuleLockManager(_PACKAGE):
            _begin_unless_there()
    __import__(_PACKAGE)
    from yaml._yaml import CParser

    return CParser


def _begin_unless_there() -> None:
    if _PACKAGE in sys.modules:
        return
    spec: Any = PathFinder.find_spec(_PACKAGE)
    if spec is not None and spec.loader is not None and spec.submodule_search_locations:
        spec._initializing = True  # noqa: SLF001 - who imports the package waits
        try:
            _begin(spec)
        finally:
            spec._initializing = False  # noqa: SLF001 - as above


def _begin(spec: Any) -> None:  # noqa: ANN401 - a `ModuleSpec`
    """Let the package be there, not executed, with what its C part needs. Raises `ImportError`."""
    package = ModuleType(_PACKAGE)
    package.__spec__, package.__loader__, package.__package__ = spec, spec.loader, _PACKAGE
    package.__file__, package.__path__ = spec.origin, spec.submodule_search_locations
    sys.modules[_PACKAGE] = package
    try:
        import yaml.error
        import yaml.events

        for each in _ABSENT:
            setattr(package, each, _Classes(f"{_PACKAGE}.{each}", yaml.error))
        __import__(_COMPILED)
    except BaseException:
        for name in [name for name in sys.modules if name == _PACKAGE or name.startswith(f"{_PACKAGE}.")]:
            del sys.modules[name]
        raise
    for each in _ABSENT:
        delattr(package, each)
    package.__class__ = _Package


class _Package(ModuleType):
    """PyYAML before anybody asked it for more than events."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - anything that the package has
        spec: Any = self.__spec__
        with _ModuleLockManager(_PACKAGE):
            if spec._initializing:  # noqa: SLF001 - the package asks itself while it is executed
                raise AttributeError(f"module {_PACKAGE!r} has no attribute {name!r}")
            if type(self) is _Package:  # unless another thread has been here meanwhile
                spec._initializing = True  # noqa: SLF001 - who imports the package waits
                try:
                    _complete(self)
                finally:
                    spec._initializing = False  # noqa: SLF001 - as above
        return getattr(self, name)


def _complete(package: Any) -> None:  # noqa: ANN401 - a module
    """Execute the package, and tell its C part of the classes that it had not seen."""
    package.__spec__.loader.exec_module(package)
    compiled: dict[str, Any] = vars(sys.modules[_COMPILED])
    for known, value in [*compiled.items()]:
        if isinstance(value, type) and value.__module__ == __name__:
            compiled[known] = getattr(sys.modules[getattr(value, "whose", "")], known)
    package.__class__ = ModuleType


class _Classes:
    """Stands for a module of the package: it has every class that is asked for, an error where the name says so."""

    def __init__(self, name: str, error: ModuleType) -> None:
        self._name, self._error = name, error

    def __getattr__(self, name: str) -> type:
        errors = self._error
        base = (errors.YAMLError if name == "ReaderError" else errors.MarkedYAMLError) if "Error" in name else object
        return type(name, (base,), {"__module__": __name__, "whose": self._name})
