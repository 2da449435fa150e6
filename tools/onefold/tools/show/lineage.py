"""The lineage of a run as a tree, as JSON and as a Mermaid flowchart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.tools.graph.mermaid import words
from onefold.tools.show.cells import escaped

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.identity.lineage import Edge, Lineage, Node
    from onefold.kernel.values import JsonObject
    from onefold.tools.show.style import Style

_NOUNS: Final = {"run": "run", "step": "step", "version": "WorkflowVersion", "definition": "WorkflowDefinitionHash"}


def tree(lineage: Lineage, style: Style) -> str:
    """The lineage with what led to something below it; what was shown before is not shown again."""
    lines = [f"{_label(lineage.root)}{_broken(lineage.fault, style)}", *_below(lineage, style)]
    return "".join(f"{line}\n" for line in lines)


def _below(lineage: Lineage, style: Style) -> Iterator[str]:
    """The lines below the root. Chains are as long as runs are nested, so they wait in a list."""
    edges: dict[Node, list[Edge]] = {}
    for edge in lineage.edges:
        edges.setdefault(edge.origin, []).append(edge)
    shown = {lineage.root}
    waiting = [("", each) for each in reversed(edges.get(lineage.root, []))]
    while waiting:
        indent, edge = waiting.pop()
        is_last = edge is edges[edge.origin][-1]
        again = edge.target in shown and edge.target in edges
        label = f"{_label(edge.target)}{' (as above)' if again else ''}{_broken(edge.broken, style)}"
        yield f"{indent}{'└─ ' if is_last else '├─ '}{label}"
        if not again:
            shown.add(edge.target)
            below = f"{indent}{'   ' if is_last else '│  '}"
            waiting.extend((below, each) for each in reversed(edges.get(edge.target, [])))


def _broken(reason: str, style: Style) -> str:
    return style.paint("error", f" ✗ broken: {escaped(reason)}") if reason else ""


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
    fault = f"<br/>broken: {words(lineage.fault)}" if lineage.fault else ""
    boxes = [f'  {name}["{_title(node)}{fault if node == lineage.root else ""}"]' for node, name in names.items()]
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
