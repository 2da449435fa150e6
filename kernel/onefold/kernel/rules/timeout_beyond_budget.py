"""A step may take longer than the whole run.

## What it checks
`timeout` of a step is not longer than `budget.wall_time`. A timeout that equals the default is not meant so.

## Why it matters
The run is over before the step's own limit is reached, so the limit means nothing.

## Example
```yaml
onefold: 1
workflow: w
budget: {wall_time: 5m}
steps:
  review: {kind: model, prompt: Review the diff., timeout: 20m}
```

## Instead
```yaml
onefold: 1
workflow: w
budget: {wall_time: 5m}
steps:
  review: {kind: model, prompt: Review the diff., timeout: 4m}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.ir.declare import declarations
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.nodes import WorkflowDef

CODE: Final = Code(
    "OF601",
    "error",
    "The timeout of `{step}` is {timeout}, longer than the whole run, which has {wall_time}.",
    help="shorten the timeout, or give the run more `wall_time`",
)


def check(workflow: WorkflowDef) -> Iterator[Finding]:
    """Yield a finding for every timeout above `wall_time`."""
    wall_time = None if workflow.budget is None else workflow.budget.wall_time
    if wall_time is None:
        return
    for identifier, step in workflow.steps.items():
        default = next(each.default for each in declarations(type(step)) if each.attribute == "timeout")
        if step.timeout is not None and step.timeout != default and step.timeout > wall_time:
            from onefold.kernel.document import duration_text  # Words are loaded only when there is something to say.

            arguments = {
                "step": identifier,
                "timeout": duration_text(step.timeout),
                "wall_time": duration_text(wall_time),
            }
            related = (Related(Place(("budget", "wall_time")), "the time of the whole run"),)
            yield Finding(RULE.name, Place(("steps", identifier, "timeout")), arguments, related)


RULE: Final = Rule("timeout-beyond-budget", CODE, check)
