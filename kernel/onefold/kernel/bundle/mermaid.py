"""The shown graph of a bundle as the contract's Mermaid text."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from onefold.kernel.bundle.graph import GraphEdge
from onefold.kernel.bundle.projection import ShownNode


def mermaid(nodes: Iterable[ShownNode], edges: Iterable[GraphEdge]) -> str:
    """The text, without a line end at its end."""
    lines = ["flowchart TD"]
    lines += [f'  {mermaid_id(each.id)}["{_escaped(f"{each.type}: {each.label}")}"]' for each in nodes]
    for edge in edges:
        words = edge.label if edge.label is not None else edge.branch
        # What the contract leaves as it is, and would end the label.
        link = f"-->|{_escaped(words).replace('|', '#124;')}|" if words else "-->"
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
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", " ").replace("\n", " ")
