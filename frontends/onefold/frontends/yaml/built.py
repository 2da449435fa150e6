"""What the builder makes: plain values in the first reading, nodes with spans in the second."""

from __future__ import annotations

from onefold.frontends.tree import Entry, MappingNode, ScalarNode, SequenceNode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, TypeAlias

    from onefold.frontends.tree import Node
    from onefold.kernel.values import JsonValue

    Built: TypeAlias = "JsonValue | Node"
    # The entries of a mapping: in a tree each has the span of its key.
    Entries: TypeAlias = "dict[str, Built | Entry]"


# The key under which a mapping keeps what it merges until it is closed. No text of a source holds a surrogate,
# so this is no key that anybody can write.
MERGE: Final = "\ud800<<"


def scalar_of(built: Built) -> Built:
    """The value of a scalar; lists and mappings as they are."""
    return built.value if isinstance(built, ScalarNode) else built


def entries_of(built: Built | Entry) -> Mapping[str, Built | Entry] | None:
    """The entries of a mapping, `None` for anything else."""
    built = built.node if isinstance(built, Entry) else built
    if isinstance(built, MappingNode):
        return built.entries
    return built if isinstance(built, dict) else None


def items_of(built: Built | Entry) -> tuple[Built, ...] | list[Built] | None:
    """The items of a list, `None` for anything else."""
    built = built.node if isinstance(built, Entry) else built
    if isinstance(built, SequenceNode):
        return built.items
    return built if isinstance(built, list) else None
