"""The lineage of a run as a tree, as JSON and as a Mermaid flowchart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from onefold.kernel.identity.lineage import Edge, Lineage, Node
from onefold.kernel.values import JsonObject
from onefold.tools.graph.mermaid import words
from onefold.tools.show.cells import escaped
from onefold.tools.show.style import Style

_NOUNS: Final = {"run": "run", "step": "step", "version": "WorkflowVersion", "definition": "WorkflowDefinitionHash"}


def tree(lineage: Lineage, style: Style) -> str:
    """The lineage with what led to something below it; what was shown before is not shown again."""
    lines = [_label(lineage.root)]
    lines.extend(_below(lineage, lineage.root, "", {lineage.root}, style))
    return "".join(f"{line}\n" for line in lines)


def _below(lineage: Lineage, node: Node, indent: str, shown: set[Node], style: Style) -> Iterator[str]:
    """The lines below a node. Chains are as long as runs are nested."""
    edges = [each for each in lineage.edges if each.origin == node]
    for number, edge in enumerate(edges):
        is_last = number == len(edges) - 1
        again = edge.target in shown and any(each.origin == edge.target for each in lineage.edges)
        broken = style.paint("error", f" ✗ broken: {escaped(edge.broken)}") if edge.broken else ""
        yield f"{indent}{'└─ ' if is_last else '├─ '}{_label(edge.target)}{' (as above)' if again else ''}{broken}"
        if not again:
            shown.add(edge.target)
            yield from _below(lineage, edge.target, f"{indent}{'   ' if is_last else '│  '}", shown, style)


def _label(node: Node) -> str:
    detail = f" ({node.detail})" if node.detail else ""
    return escaped(f"{_NOUNS.get(node.kind, node.kind)} {node.name}{detail}")


def lineage_object(lineage: Lineage) -> JsonObject:
    """The lineage for programs: its nodes, and the edges between them by number."""
    nodes = _nodes(lineage)
    numbers = {node: index for index, node in enumerate(nodes)}
    return {
        "onefold": "lineage/1",
        "ok": lineage.is_whole,
        "nodes": [{"kind": each.kind, "name": each.name, "detail": each.detail} for each in nodes],
        "edges": [
            {"from": numbers[each.origin], "to": numbers[each.target], "broken": each.broken or None}
            for each in lineage.edges
        ],
    }


def mermaid(lineage: Lineage) -> str:
    """The lineage as a flowchart; a broken edge is dotted and says why."""
    names = {node: f"n{index}" for index, node in enumerate(_nodes(lineage))}
    boxes = [f'  {name}["{_title(node)}"]' for node, name in names.items()]
    arrows = [f"  {names[each.origin]} {_arrow(each)} {names[each.target]}" for each in lineage.edges]
    return "\n".join(["flowchart TD", *boxes, *arrows]) + "\n"


def _nodes(lineage: Lineage) -> list[Node]:
    ends = (node for each in lineage.edges for node in (each.origin, each.target))
    return list(dict.fromkeys((lineage.root, *ends)))


def _title(node: Node) -> str:
    detail = f"<br/>{words(node.detail)}" if node.detail else ""
    return f"{words(_NOUNS.get(node.kind, node.kind))}<br/>{words(node.name)}{detail}"


def _arrow(edge: Edge) -> str:
    return f'-. "broken: {words(edge.broken)}" .->' if edge.broken else "-->"
