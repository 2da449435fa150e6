"""The grammars, as text and as tables made from it: data that is read as package resources."""

from __future__ import annotations

from importlib.resources import files


def grammar(name: str) -> str:
    """The text of the grammar `name.lark`, for example of `predicate`.

    Raises `FileNotFoundError` for a name there is no grammar of.
    """
    return files(__name__).joinpath(f"{name}.lark").read_text(encoding="utf-8")


def tables(name: str) -> str:
    """The JSON text of the parser tables made ahead from `name.lark`.

    Raises `FileNotFoundError` where none were made.
    """
    return files(__name__).joinpath(f"{name}.tables.json").read_text(encoding="utf-8")
