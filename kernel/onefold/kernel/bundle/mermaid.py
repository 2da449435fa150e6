"""The shown graph of a bundle as the contract's Mermaid text."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from onefold.kernel.bundle.graph import GraphEdge
from onefold.kernel.bundle.projection import ShownNode

# What ends a label or a text, what is markup in one, and what begins an entity.
_SYNTAX: Final = frozenset('"|<>&#`;')


def mermaid(nodes: Iterable[ShownNode], edges: Iterable[GraphEdge]) -> str:
    """The text, without a line end at its end."""
    lines = ["flowchart TD"]
    lines += [f'  {mermaid_id(each.id)}["{_escaped(f"{each.type}: {each.label}")}"]' for each in nodes]
    for edge in edges:
        words = edge.label if edge.label is not None else edge.branch
        link = f"-->|{_escaped(words)}|" if words else "-->"
        lines.append(f"  {mermaid_id(edge.origin)} {link} {mermaid_id(edge.target)}")
    return "\n".join(lines)


def mermaid_id(name: str) -> str:
    """The id of a node in the text.

    >>> mermaid_id("node/notify")
    'n_389fbfc4_node_notify'
    """
    plain = "".join(each if each.isascii() and each.isalnum() else "_" for each in name)
    return f"n_{sha256(name.encode()).hexdigest()[:8]}_{plain}"


def _escaped(text: str) -> str:
    """Text inside of quotes. Where the contract's escapes would let a text out of them, an entity stands."""
    return "".join(map(_shown, text.replace("\\", "\\\\").replace("\r", " ").replace("\n", " ")))


def _shown(character: str) -> str:
    if character in _SYNTAX or not character.isprintable():
        return f"#{ord(character)};"
    return character
