"""A bundle is not the one that a replay was pinned to.

## What it checks
`receipts.graph_digest` and `receipts.workflow_version` are those of the graph, where they are given. Every digest
that the contract has given a graph, and the one of onefold, count.

## Why it matters
A replay would compare the receipts of two different graphs.

## Example
```text
{"receipts": {"workflow_version": 2}, "workflow": {"version": 1}}
```

## Instead
```text
{"receipts": {"workflow_version": 1}, "workflow": {"version": 1}}
```
"""

from __future__ import annotations

from onefold.kernel.bundle.canonical import contract_digests, graph_digest
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

CODE: Final = Code(
    "OF826",
    "error",
    "`{field}` is pinned to `{pinned}`, and is `{actual}`.",
    help="run the bundle again and take the new value, or leave the pin out",
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every pin that is not met."""
    if not bundle.has_graph:
        return
    graph, pins = bundle.manifest.workflow, bundle.manifest.receipts
    path: IrPath = ("receipts", "graph_digest")
    if pins.graph_digest is not None:
        digests = (graph_digest(graph), *contract_digests(graph))
        if pins.graph_digest not in digests:
            shown = "blank" if is_blank(pins.graph_digest) else pins.graph_digest
            actual = digests[1] if shown.startswith("sha256:") else digests[0]
            yield found(RULE.name, path, "mismatch", field=path[-1], pinned=shown, actual=actual)
    if pins.workflow_version is not None and pins.workflow_version != graph.version:
        path = ("receipts", "workflow_version")
        yield found(RULE.name, path, "mismatch", field=path[-1], pinned=pins.workflow_version, actual=graph.version)


RULE: Final = Rule("changed-pin", CODE, check)
