"""A tool or a sub-workflow may take as long as the default allows.

## What it checks
The `timeout` of a tool or sub-workflow step is 10m, written out or not, which is what a step has that says nothing.

## Why it matters
Ten minutes suit a model that thinks. A tool mostly answers in seconds, and a sub-workflow may need an hour: nobody has
thought about what to wait for here. With a timeout of its own, a step that hangs is noticed when something can still
be done.

## Example
```yaml
onefold: 1
workflow: w
steps:
  fetch: {kind: tool, tool: github.get_diff}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  fetch: {kind: tool, tool: github.get_diff, timeout: 30s}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.ir.nodes import DEFAULT_TIMEOUT, SubWorkflow, Tool
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.nodes import WorkflowDef

CODE: Final = Code(
    "OF605",
    "warning",
    "The timeout of `{step}` is the default, 10m.",
    help="say how long {noun} may take, such as `timeout: {example}`",
)


def check(workflow: WorkflowDef) -> Iterator[Finding]:
    """Yield a finding for every tool or sub-workflow step with the default timeout."""
    for identifier, step in workflow.steps.items():
        if isinstance(step, Tool | SubWorkflow) and step.timeout == DEFAULT_TIMEOUT:
            is_tool = isinstance(step, Tool)
            noun, example = ("this tool", "30s") if is_tool else ("this sub-workflow", "1h")
            arguments = {"step": identifier, "noun": noun, "example": example}
            yield Finding(RULE.name, Place(("steps", identifier, "timeout")), arguments)


RULE: Final = Rule("default-timeout", CODE, check)
