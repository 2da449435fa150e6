"""A node of a bundle cannot be reached.

## What it checks
Edges lead from the entry to every node.

## Why it matters
What nothing leads to never runs.

## Example
```text
{"entry": "a", "nodes": {"a": {}, "b": {}}, "edges": []}
```

## Instead
```text
{"entry": "a", "nodes": {"a": {}, "b": {}}, "edges": [{"from": "a", "to": "b"}]}
```
"""

from __future__ import annotations

from onefold.kernel.bundle.judged import found, is_blank
from onefold.kernel.bundle.reach import reachable
from onefold.kernel.diagnostics import Code
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.bundle.judged import JudgedBundle
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code(
    "OF819", "warning", "Nothing leads to the node `{node}`.", help="add an edge that leads there, or take the node out"
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every node that edges from the entry do not lead to."""
    graph = bundle.manifest.workflow
    if graph.entry not in graph.nodes:
        return
    reached = reachable(graph, [graph.entry])
    for name in graph.nodes:
        path: IrPath = ("workflow", "nodes", name)
        if name not in reached and not is_blank(name):
            yield found(RULE.name, path, "unreachable", name, ("workflow",), node=name)


RULE: Final = Rule("unreachable-node", CODE, check)
