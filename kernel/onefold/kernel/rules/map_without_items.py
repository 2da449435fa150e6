"""A map has nothing to run over.

## What it checks
A node of kind `map` has items, a kind of artifact, or kinds of inputs.

## Why it matters
It would run no times.

## Example
```text
{"nodes": {"m": {"kind": "map"}}}
```

## Instead
```text
{"nodes": {"m": {"kind": "map", "map_policy": {"items": [1, 2]}}}}
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

CODE: Final = Code(
    "OF824",
    "error",
    "The node `{node}` does not say what it runs over.",
    help="give it `map_policy.items` or `map_policy.item_artifact_kind`, or `input_contract.input_kinds`",
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every map without items."""
    for name, node in bundle.manifest.workflow.nodes.items():
        path: IrPath = ("workflow", "nodes", name)
        over = (node.map_policy.items, node.map_policy.item_artifact_kind, node.input_contract.input_kinds)
        if node.kind == "map" and not any(over) and not is_blank(name):
            yield found(RULE.name, path, "map", name, ("workflow",), node=name)


RULE: Final = Rule("map-without-items", CODE, check)
