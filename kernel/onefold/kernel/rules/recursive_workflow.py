"""A workflow runs itself as a sub-workflow.

## What it checks
The `workflow` of a sub-workflow step is not the id of the workflow in which it stands. With a full version an earlier
version is meant, which cannot be this one.

## Why it matters
Every run would start another, which starts another, without end.

## Example
```yaml
onefold: 1
workflow: ops.merge
steps:
  again: {kind: subworkflow, workflow: ops.merge, version: stable, timeout: 5m}
```

## Instead
```yaml
onefold: 1
workflow: ops.merge
steps:
  again: {kind: model, prompt: Merge it.}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.digest import is_version
from onefold.kernel.ir.nodes import SubWorkflow
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.flow import Flow

CODE: Final = Code(
    "OF411",
    "error",
    "`{step}` runs `{workflow}`, the workflow in which it stands.",
    help="run another workflow, or make it a loop of this one",
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every step that runs the workflow it belongs to."""
    workflow = flow.workflow
    for identifier, step in workflow.steps.items():
        # A version names its own content, so what holds a full version is never that version.
        if isinstance(step, SubWorkflow) and step.workflow == workflow.workflow and not is_version(step.version.text):
            related = (Related(Place(("workflow",)), "this is its id"),)
            arguments = {"step": identifier, "workflow": step.workflow}
            yield Finding(RULE.name, Place(("steps", identifier, "workflow")), arguments, related)


RULE: Final = Rule("recursive-workflow", CODE, check)
