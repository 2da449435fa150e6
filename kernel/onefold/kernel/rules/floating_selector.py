"""Which version of a sub-workflow runs is not settled.

## What it checks
The `version` of a sub-workflow step is `latest` (also when nothing is written) or a channel, not a full version.

## Why it matters
The version of a workflow names what it does. A step that runs whatever is the latest version at the time does one thing
today and another tomorrow, under the same version of this workflow.

## Example
```yaml
onefold: 1
workflow: w
steps:
  merge: {kind: subworkflow, workflow: ops.merge, version: stable, timeout: 5m}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  merge:
    kind: subworkflow
    workflow: ops.merge
    version: blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f
    timeout: 5m
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.digest import is_version
from onefold.kernel.ir.nodes import SubWorkflow
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.nodes import WorkflowDef

CODE: Final = Code(
    "OF606",
    "warning",
    "The step `{step}` runs whatever `{selector}` means for `{workflow}` at the time.",
    help="name the full version that it shall run, such as `blake3:57ba4a…`",
)


def check(workflow: WorkflowDef) -> Iterator[Finding]:
    """Yield a finding for every sub-workflow step without a full version."""
    for identifier, step in workflow.steps.items():
        # A workflow that runs itself has a finding of its own: settling the version would not mend it.
        recursive = isinstance(step, SubWorkflow) and step.workflow == workflow.workflow
        if isinstance(step, SubWorkflow) and not recursive and not is_version(step.version.text):
            arguments = {"step": identifier, "selector": step.version.text, "workflow": step.workflow}
            yield Finding(RULE.name, Place(("steps", identifier, "version")), arguments)


RULE: Final = Rule("floating-selector", CODE, check)
