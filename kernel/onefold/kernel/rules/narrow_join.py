"""A join joins nothing.

## What it checks
A node of kind `join` has at least two incoming edges.

## Why it matters
With fewer there is nothing to wait for.

## Example
```text
{"nodes": {"j": {"kind": "join"}}, "edges": [{"from": "a", "to": "j"}]}
```

## Instead
```text
{"edges": [{"from": "a", "to": "j"}, {"from": "b", "to": "j"}]}
```
"""

from __future__ import annotations

from collections import Counter

from onefold.kernel.bundle.judged import found, is_blank
from onefold.kernel.diagnostics import Code
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.bundle.judged import JudgedBundle
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code("OF823", "warning", "The join `{node}` has {count} incoming edges, and a join has at least two.")


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every join with fewer than two incoming edges."""
    graph = bundle.manifest.workflow
    counts = Counter(edge.target for edge in graph.edges)
    for name, node in graph.nodes.items():
        path: IrPath = ("workflow", "nodes", name)
        count = counts[name] if node.kind == "join" else 2
        if count < 2 and not is_blank(name):
            yield found(RULE.name, path, "join", name, ("workflow",), node=name, count=count)


RULE: Final = Rule("narrow-join", CODE, check)
