"""The ids of the memory that a session mounts. Memory belongs to an id, never to a hash, so it outlives changes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from onefold.kernel.identity.definition import DefinitionDef
from onefold.kernel.identity.digests import digest_of
from onefold.kernel.identity.orchestrator import OrchestratorDef
from onefold.kernel.values import utf16_order

ORGANISATION: Final = "org"
_SEPARATORS: Final = re.compile(r"[/.:_\s-]+", re.ASCII)
_FOREIGN: Final = re.compile(r"[^a-z0-9-]", re.ASCII)


class MemoryCollision(ValueError):  # noqa: N818 - it says what the ids are in
    """Two ids would share the memory of one, or an id names none; the text says which."""


def store_key(identifier: str) -> str:
    """The name of the memory that belongs to an id. Raises `MemoryCollision` where nothing of the id is left.

    >>> [store_key(each) for each in ("support.summarize", "a/b:c_d", "UPPER")]
    ['support-summarize', 'a-b-c-d', 'upper']
    """
    lower = "".join(each.lower() if each.isascii() else each for each in identifier)
    key = re.sub("-+", "-", _FOREIGN.sub("", _SEPARATORS.sub("-", lower))).strip("-")
    if not key:
        raise MemoryCollision(f"`{identifier}` holds no letter or digit, so no memory can be named for it")
    return key


def workflow_store(identifier: str) -> str:
    """The id of the memory of a workflow."""
    return f"workflow:{store_key(identifier)}"


def pipeline_store(definition_hashes: Iterable[str]) -> str:
    """The id of the memory that a pipeline over these definitions has."""
    ordered: list[str] = sorted(definition_hashes, key=utf16_order)
    return f"pipeline:{digest_of(ordered)}"


def require_apart(identifiers: Iterable[str]) -> None:
    """Raise `MemoryCollision` where two different ids would share one memory."""
    owners: dict[str, str] = {}
    for identifier in identifiers:
        key = store_key(identifier)
        owner = owners.setdefault(key, identifier)
        if owner != identifier:
            raise MemoryCollision(f"`{owner}` and `{identifier}` would share the memory `workflow:{key}`")


def require_once(identifiers: Iterable[str]) -> None:
    """Raise `MemoryCollision` where the memory of an id is attached a second time."""
    known = set[str]()
    for identifier in identifiers:
        if identifier in known:
            raise MemoryCollision(f"`{identifier}` is attached twice")
        known.add(identifier)


def definition_stores(definition: DefinitionDef) -> tuple[str, ...]:
    """The memory that the sessions of a definition mount, sorted. Raises `MemoryCollision`."""
    memory = definition.memory
    attached = [each.id for each in memory.attached]
    require_apart([definition.definition, *attached])
    require_once(attached)
    own = [definition.definition] if memory.workflow != "none" else []
    org = [ORGANISATION] if memory.org != "none" else []
    stores = {*org, *(workflow_store(each) for each in (*own, *attached))}
    return tuple(sorted(stores, key=utf16_order))


def orchestrator_stores(orchestrator: OrchestratorDef, definition_hashes: Iterable[str]) -> tuple[str, ...]:
    """The memory that an orchestrator mounts, sorted."""
    memory = orchestrator.memory
    org = [ORGANISATION] if memory.org != "none" else []
    pipeline = [pipeline_store(definition_hashes)] if memory.pipeline != "none" else []
    return tuple(sorted((*org, *pipeline), key=utf16_order))
