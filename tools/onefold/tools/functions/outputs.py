"""The JSON Schemas of what function tools answer, cut out of the published one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final

from onefold.kernel.surface_schema import DIALECT

_REFERENCE: Final = "#/$defs/"


def output_schema(definition: str) -> dict[str, Any]:
    """The schema of an answer with a definition of that name, and of what it refers to."""
    definitions = _definitions()
    needed = {definition: None}
    pending = [definition]
    while pending:
        for name in _references(definitions[pending.pop()]):
            if name not in needed:
                needed[name] = None
                pending.append(name)
    others = {name: definitions[name] for name in definitions if name in needed and name != definition}
    return {"$schema": DIALECT, **definitions[definition], **({"$defs": others} if others else {})}


@cache
def _definitions() -> dict[str, Any]:
    text = files("onefold.tools").joinpath("schemas", "function-outputs.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)["$defs"]
    return found


def _references(schema: Any) -> Iterator[str]:  # noqa: ANN401 - any part of a schema
    """The definitions that a schema refers to directly."""
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].removeprefix(_REFERENCE)
        for each in schema.values():
            yield from _references(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from _references(each)
