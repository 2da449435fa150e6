"""The grammars, as text and as tables made from it: data that is read as package resources, and a module of it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.abc import ResourceLoader


def grammar(name: str) -> str:
    """The text of the grammar `name.lark`, for example of `predicate`.

    Raises `FileNotFoundError` for a name there is no grammar of.
    """
    return _text(f"{name}.lark")


def tables(name: str) -> str:
    """The JSON text of the parser tables made ahead from `name.lark`.

    Raises `FileNotFoundError` where none were made.
    """
    return _text(f"{name}.tables.json")


def _text(name: str) -> str:
    # What `importlib.resources` does for a file, without the time to import it.
    loader: ResourceLoader = globals()["__loader__"]
    return loader.get_data(f"{__path__[0]}/{name}").decode("utf-8")
