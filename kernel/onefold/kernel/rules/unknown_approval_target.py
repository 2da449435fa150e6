"""A bundle asks for the approval of something that it does not have.

## What it checks
Every entry of `policy.approval_required` is the id of a node, or a tool: one that `policy.tool_policy` or the tools
of the package name, or that a node may call.

## Why it matters
A misspelt entry guards nothing.

## Example
```text
{"policy": {"approval_required": ["depoly"]}, "workflow": {"nodes": {"deploy": {}}}}
```

## Instead
```text
{"policy": {"approval_required": ["deploy"]}}
```
"""

from __future__ import annotations

from onefold.kernel.bundle.judged import found
from onefold.kernel.diagnostics import Code
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.bundle.judged import JudgedBundle
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue

CODE: Final = Code(
    "OF830",
    "warning",
    "`{target}`, which needs approval, is neither a node nor a tool of the bundle.",
    help="write the id of a node or the name of a tool",
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every target that is neither a node nor a tool."""
    if not bundle.has_graph:
        return
    manifest = bundle.manifest
    known = set(manifest.workflow.nodes) | set(manifest.policy.tool_policy)
    known |= {each.name for each in manifest.tool_manifest}
    for node in manifest.workflow.nodes.values():
        known |= {*node.capability_policy.tools, *_named(node.tools)}
    patterns = [each for each in known if each.endswith("*")]
    for index, target in enumerate(manifest.policy.approval_required):
        path: IrPath = ("policy", "approval_required", index)
        if target not in known and not any(covers(each, target) for each in patterns):
            yield found(RULE.name, path, "unknown", target=target)


def covers(pattern: str, name: str) -> bool:
    """Whether a pattern of tools, which may end in `*`, takes a name."""
    return pattern.endswith("*") and name.startswith(pattern[:-1])


def _named(tools: JsonValue) -> Iterator[str]:
    """The names in what a node says of its tools, whatever its form."""
    if isinstance(tools, str):
        yield tools
    elif isinstance(tools, dict):
        yield from (each for name, value in tools.items() for each in (name, *_named(value)))
    elif isinstance(tools, list):
        yield from (each for value in tools for each in _named(value))


RULE: Final = Rule("unknown-approval-target", CODE, check)
