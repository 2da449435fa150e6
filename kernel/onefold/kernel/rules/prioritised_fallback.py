"""A transition without a condition has a priority.

## What it checks
A transition without `when` is the fallback: it is tried last, so a `priority` other than 0 means nothing there.

## Why it matters
Whoever wrote it expects it to be tried at that place, or forgot the `when`.

## Example
```yaml
onefold: 1
workflow: w
steps:
  review: {kind: model, prompt: Review the diff.}
  approve: {kind: model, prompt: Approve it.}
transitions:
  - {from: review, to: approve, priority: 2}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  review: {kind: model, prompt: Review the diff.}
  approve: {kind: model, prompt: Approve it.}
transitions:
  - {from: review, to: approve}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.ir.records import transition_segment
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.flow import Flow

CODE: Final = Code(
    "OF403",
    "error",
    "A transition without `when` is tried last and cannot have the priority {priority}.",
    help="add a `when`, or remove the priority",
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every fallback with a priority."""
    for index, transition in enumerate(flow.workflow.transitions):
        if transition.when is None and transition.priority != 0:
            path = ("transitions", transition_segment(index, transition), "priority")
            yield Finding(RULE.name, Place(path), {"priority": transition.priority})


RULE: Final = Rule("prioritised-fallback", CODE, check)
