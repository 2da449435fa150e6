"""The graph of a bundle has no node, or one without an id.

## What it checks
`workflow.nodes` has at least one node, and no key of it is blank.

## Why it matters
There would be nothing to run.

## Example
```text
{"workflow": {"id": "w", "nodes": {}}}
```

## Instead
```text
{"workflow": {"id": "w", "nodes": {"start": {"kind": "action"}}}}
```
"""

from __future__ import annotations

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

CODE: Final = Code("OF808", "error", "{subject}.")


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding when there is no node, and for blank keys."""
    path: IrPath = ("workflow", "nodes")
    nodes = bundle.manifest.workflow.nodes
    if bundle.has_graph and not nodes:
        yield found(RULE.name, path, "empty", subject="The graph has no node")
    for name in nodes:
        if is_blank(name):
            yield found(RULE.name, path, "blank", subject="A node has a blank id")


RULE: Final = Rule("empty-graph", CODE, check)
