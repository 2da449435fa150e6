"""A node may call a tool that does more than the node may do.

## What it checks
The `side_effect_level` that `tool_annotations` give a tool of a node is no higher than the `side_effect_level` of the
node's `capability_policy`. The contract calls it `TOOL_SURFACE_SIDE_EFFECT_CEILING_EXCEEDED`.

## Why it matters
The call would be refused when the bundle runs.

## Example
```text
{"side_effect_level": "read_only", "tool_annotations": {"sh": {"side_effect_level": "process_exec"}}}
```

## Instead
```text
{"side_effect_level": "process_exec"}
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
    "OF831",
    "error",
    "The tool `{tool}` of the node `{node}` has the side effect `{level}`, which is beyond `{ceiling}`.",
)

LEVELS: Final = ("none", "read_only", "workspace_write", "process_exec", "network", "desktop_control")


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every tool that does more than its node may."""
    for name, node in bundle.manifest.workflow.nodes.items():
        path: IrPath = ("workflow", "nodes", name, "capability_policy")
        ceiling = node.capability_policy.side_effect_level
        if ceiling not in LEVELS or is_blank(name):
            continue
        for tool, known in node.capability_policy.tool_annotations.items():
            level = known.get("side_effect_level") if isinstance(known, dict) else None
            if level in LEVELS and LEVELS.index(level) > LEVELS.index(ceiling):
                yield found(
                    RULE.name,
                    path,
                    "TOOL_SURFACE_SIDE_EFFECT_CEILING_EXCEEDED",
                    name,
                    ("workflow",),
                    tool=tool,
                    node=name,
                    level=level,
                    ceiling=ceiling,
                )


RULE: Final = Rule("side-effect-beyond-ceiling", CODE, check)
