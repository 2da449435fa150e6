"""libyaml's parser, without the parts of PyYAML that it does not use.

PyYAML's C part asks for the package, whose import takes as long as to parse a large source. Here the package is there
with its errors and events alone, until somebody else asks it for more: then it is completed, and its C part is told of
the classes that it had not seen.
"""

from __future__ import annotations

import sys

# What an import holds while it makes a module; no stub has it.
from _frozen_importlib import _ModuleLockManager as Importing  # type: ignore[attr-defined]
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
    with Importing(_PACKAGE):  # Other threads wait, those that ask for the whole package too.
        if _PACKAGE not in sys.modules:
            spec = PathFinder.find_spec(_PACKAGE)
            if spec is not None and spec.loader is not None and spec.submodule_search_locations:
                _begin(spec)
    from yaml._yaml import CParser

    return CParser


def _begin(spec: Any) -> None:  # noqa: ANN401 - a `ModuleSpec`
    """Let the package be there, not executed, with what its C part needs. Raises `ImportError`."""
    package = ModuleType(_PACKAGE)
    package.__spec__, package.__loader__, package.__package__ = spec, spec.loader, _PACKAGE
    package.__file__, package.__path__ = spec.origin, spec.submodule_search_locations
    _mark(spec, is_being_made=True)
    sys.modules[_PACKAGE] = package
    try:
        import yaml.error
        import yaml.events

        for each in _ABSENT:
            setattr(package, each, _Classes(f"{_PACKAGE}.{each}", yaml.error))
        __import__(_COMPILED)
        for each in _ABSENT:
            delattr(package, each)
        package.__class__ = _Package
    except BaseException:
        for name in [name for name in sys.modules if name == _PACKAGE or name.startswith(f"{_PACKAGE}.")]:
            del sys.modules[name]
        raise
    finally:
        _mark(spec, is_being_made=False)


def _mark(spec: Any, *, is_being_made: bool) -> None:  # noqa: ANN401 - a `ModuleSpec`
    """Say whether others who import the package have to wait, as an import says it."""
    spec._initializing = is_being_made  # noqa: SLF001 - there is no other way to say so


class _Package(ModuleType):
    """PyYAML before anybody asked it for more than events."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - anything that the package has
        with Importing(_PACKAGE):
            package: Any = self
            spec: Any = package.__spec__
            if package.__class__ is _Package:
                if spec._initializing:  # noqa: SLF001 - as above; it is the package itself that asks
                    raise AttributeError(name)
                _complete(package)
        return getattr(self, name)


def _complete(package: Any) -> None:  # noqa: ANN401 - a `_Package`
    """Execute the package, and tell its C part of the classes that it had not seen."""
    _mark(package.__spec__, is_being_made=True)
    try:
        package.__spec__.loader.exec_module(package)
        compiled: dict[str, Any] = vars(sys.modules[_COMPILED])
        for known, value in [*compiled.items()]:
            if isinstance(value, type) and value.__module__ == __name__:
                compiled[known] = getattr(sys.modules[getattr(value, "whose", "")], known)
    finally:
        package.__class__ = ModuleType
        _mark(package.__spec__, is_being_made=False)


class _Classes:
    """Stands for a module of the package: it has every class that is asked for, an error where the name says so."""

    def __init__(self, name: str, error: ModuleType) -> None:
        self._name, self._error = name, error

    def __getattr__(self, name: str) -> type:
        errors = self._error
        base = (errors.YAMLError if name == "ReaderError" else errors.MarkedYAMLError) if "Error" in name else object
        return type(name, (base,), {"__module__": __name__, "whose": self._name})
