"""The waits between the tries of a step alone use up the time of the run.

## What it checks
Before try n + 1 a step waits: with `constant` backoff `initial`, with `linear` n times `initial`, with `exponential`
`initial` doubled n - 1 times, and never longer than `max`. All these waits together are shorter than
`budget.wall_time`.

## Why it matters
The last tries can never be made, even if the tries themselves took no time.

## Example
```yaml
onefold: 1
workflow: w
budget: {wall_time: 5m}
steps:
  review: {kind: model, prompt: Review the diff., retry: {attempts: 12}}
```

## Instead
```yaml
onefold: 1
workflow: w
budget: {wall_time: 5m}
steps:
  review: {kind: model, prompt: Review the diff., retry: {attempts: 5}}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.ir.nodes import Duration
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.nodes import RetryPolicy, WorkflowDef

CODE: Final = Code(
    "OF602",
    "error",
    "Between its {attempts} tries `{step}` waits {waits}, and the whole run has {wall_time}.",
    help="make fewer attempts, wait less, or give the run more `wall_time`",
)


def check(workflow: WorkflowDef) -> Iterator[Finding]:
    """Yield a finding for every step whose waits alone reach `wall_time`."""
    wall_time = None if workflow.budget is None else workflow.budget.wall_time
    if wall_time is None:
        return
    for identifier, step in workflow.steps.items():
        waits = _waits(step.retry)
        if waits >= wall_time:
            from onefold.kernel.document import duration_text  # Words are loaded only when there is something to say.

            arguments = {
                "step": identifier,
                "attempts": step.retry.attempts,
                "waits": duration_text(waits),
                "wall_time": duration_text(wall_time),
            }
            related = (Related(Place(("budget", "wall_time")), "the time of the whole run"),)
            yield Finding(RULE.name, Place(("steps", identifier, "retry"), "key"), arguments, related)


def _waits(retry: RetryPolicy) -> Duration:
    """How long the waits are together when every try but the last ends with an outcome that is tried again."""
    initial, longest = retry.initial.milliseconds, retry.maximum.milliseconds
    if not retry.outcomes or retry.backoff == "none":
        return Duration(0)
    total = 0
    for tried in range(1, retry.attempts):
        growth = {"constant": 1, "linear": tried, "exponential": 2 ** (tried - 1)}
        total += min(initial * growth[retry.backoff], longest)
    return Duration(total)


RULE: Final = Rule("backoff-beyond-budget", CODE, check)
