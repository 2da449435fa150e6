"""A condition does not say where both its ends lead.

## What it checks
A node of kind `condition` has an edge with the branch `true` and one with the branch `false`.

## Why it matters
A run could not go on when the condition turns out that way.

## Example
```text
{"nodes": {"a": {"kind": "condition"}}, "edges": [{"from": "a", "to": "b", "branch": "true"}]}
```

## Instead
```text
{"edges": [{"from": "a", "to": "b", "branch": "true"}, {"from": "a", "to": "c", "branch": "false"}]}
```
"""

from __future__ import annotations

from onefold.kernel.bundle.judged import found, is_blank
from onefold.kernel.bundle.reach import leaving
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
    "OF821", "error", "The condition `{node}` has no edge for `{branch}`.", help="add an edge with this branch"
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every condition that lacks an end."""
    graph = bundle.manifest.workflow
    ways = leaving(graph)
    for name, node in graph.nodes.items():
        if node.kind != "condition" or is_blank(name):
            continue
        path: IrPath = ("workflow", "nodes", name)
        branches = {edge.branch for edge in ways.get(name, ())}
        lacking = [branch for branch in ("true", "false") if branch not in branches]
        if lacking:
            yield found(RULE.name, path, "branches", name, ("workflow",), node=name, branch=lacking[0])


RULE: Final = Rule("incomplete-condition", CODE, check)
