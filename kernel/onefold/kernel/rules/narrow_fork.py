"""A fork does not fork.

## What it checks
A node of kind `fork` has at least two outgoing edges.

## Why it matters
With fewer ways nothing runs at the same time: the graph does not say what its author meant.

## Example
```text
{"nodes": {"f": {"kind": "fork"}}, "edges": [{"from": "f", "to": "a"}]}
```

## Instead
```text
{"edges": [{"from": "f", "to": "a"}, {"from": "f", "to": "b"}]}
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

CODE: Final = Code("OF822", "error", "The fork `{node}` has {count} outgoing edges, and a fork has at least two.")


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every fork with fewer than two outgoing edges."""
    graph = bundle.manifest.workflow
    counts = Counter(edge.origin for edge in graph.edges)
    for name, node in graph.nodes.items():
        path: IrPath = ("workflow", "nodes", name)
        count = counts[name] if node.kind == "fork" else 2
        if count < 2 and not is_blank(name):
            yield found(RULE.name, path, "fork", name, ("workflow",), node=name, count=count)


RULE: Final = Rule("narrow-fork", CODE, check)
