"""A reduce takes nothing in particular.

## What it checks
A node of kind `reduce` has `input_contract.input_kinds`.

## Why it matters
It would put together whatever there is.

## Example
```text
{"nodes": {"r": {"kind": "reduce"}}}
```

## Instead
```text
{"nodes": {"r": {"kind": "reduce", "input_contract": {"input_kinds": ["summary"]}}}}
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
    "OF825",
    "warning",
    "The node `{node}` does not say what it puts together.",
    help="give it `input_contract.input_kinds`",
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every reduce without kinds of inputs."""
    for name, node in bundle.manifest.workflow.nodes.items():
        path: IrPath = ("workflow", "nodes", name)
        if node.kind == "reduce" and not node.input_contract.input_kinds and not is_blank(name):
            yield found(RULE.name, path, "reduce", name, ("workflow",), node=name)


RULE: Final = Rule("reduce-without-kinds", CODE, check)
