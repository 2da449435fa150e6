"""The tools that a session can call: their ids, what is said of them, and their schemas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.globs import matches
from onefold.kernel.identity.digests import digest_of
from onefold.kernel.passes.normalize_numbers import normalize_numbers
from onefold.kernel.passes.sort_schema_sets import sort_schema_sets
from onefold.kernel.values import utf16_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from onefold.kernel.ir.catalog import ToolEntry
    from onefold.kernel.ir.nodes import ToolSelector
    from onefold.kernel.values import JsonObject, JsonValue


def tools_hash(tools: Mapping[str, ToolEntry]) -> str:
    """The digest of a set of tools with their descriptions and schemas."""
    return digest_of(tools_snapshot(tools))


def tools_snapshot(tools: Mapping[str, ToolEntry]) -> list[JsonValue]:
    """What is hashed of tools, in the order of their ids."""
    return [_snapshot(name, tools[name]) for name in sorted(tools, key=utf16_order)]


def _snapshot(name: str, tool: ToolEntry) -> JsonObject:
    canonical = sort_schema_sets(normalize_numbers(tool))
    schema = True if canonical.input is None else canonical.input
    written = {"id": name, "description": tool.description, "inputSchemaHash": digest_of(schema)}
    return written if canonical.output is None else {**written, "outputSchemaHash": digest_of(canonical.output)}


def admitted(selector: ToolSelector, known: Iterable[str]) -> tuple[str, ...]:
    """The tools that a selector lets a model call: those some `allow` matches and no `deny` does."""
    return tuple(name for name in known if _any(selector.allow, name) and not _any(selector.deny, name))


def named(selector: ToolSelector) -> tuple[str, ...]:
    """The tools that a selector names one by one and lets a model call."""
    exact = (each for each in selector.allow if "*" not in each)
    return tuple(each for each in exact if not _any(selector.deny, each))


def _any(globs: Iterable[str], name: str) -> bool:
    return any(matches(glob, name) for glob in globs)
