"""A step is named that the workflow does not have.

## What it checks
Every place that names a step: `start`, `branches`, `then`, `otherwise`, `from` and `to` of a transition, and
`steps.ID` in templates and predicates.

## Why it matters
A run would wait for, or jump to, something that is not there. While a step name leads nowhere the graph is not
known, so nothing is said about unreachable steps or missing starts until it is mended.

## Example
```yaml
onefold: 1
workflow: w
steps:
  fetch: {kind: tool, tool: github.get_diff, timeout: 30s}
  review: {kind: model, prompt: Review the diff.}
transitions:
  - {from: fetch, to: reveiw}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  fetch: {kind: tool, tool: github.get_diff, timeout: 30s}
  review: {kind: model, prompt: Review the diff.}
transitions:
  - {from: fetch, to: review}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.ir.declare import Identifier
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.ir.records import fields
from onefold.kernel.references import hyphen_mistake, mentions, predicates
from onefold.kernel.rules.rule import Rule
from onefold.kernel.words import meant

CODE: Final = Code("OF301", "error", "There is no step `{step}`.", help="name one of the steps, or add this one")


def check(workflow: WorkflowDef) -> Iterator[Finding]:
    """Yield a finding for every name of a step that does not exist."""
    for field in fields(workflow, (Identifier,)):
        if isinstance(field.shape, Identifier) and field.shape.refers == "step" and field.value not in workflow.steps:
            yield _finding(workflow, Place(field.path), field.value)
    for mention in mentions(workflow):
        if mention.step is not None and mention.step not in workflow.steps:
            yield _finding(workflow, mention.place, mention.step)
    for path, expression in predicates(workflow):
        mistake = hyphen_mistake(expression, workflow)
        if mistake is not None:
            node, step = mistake
            help_line = f'a hyphen here is a minus: write `steps["{step}"]`'
            yield Finding(RULE.name, Place(path, node=node), {"step": step.partition("-")[0]}, help=help_line)


def _finding(workflow: WorkflowDef, place: Place, step: str) -> Finding:
    return Finding(RULE.name, place, {"step": step}, help=meant(step, workflow.steps))


RULE: Final = Rule("unknown-step", CODE, check)
