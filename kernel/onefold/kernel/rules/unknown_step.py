"""A step is named that the workflow does not have.

## What it checks
Every place that names a step: `start`, `branches`, `then`, `otherwise`, `from` and `to` of a transition, and
`steps.ID` in templates and predicates.

## Why it matters
A run would wait for, or jump to, something that is not there. While a step name leads nowhere the graph is not
known, so nothing is said about unreachable steps or missing starts until it is mended. A name that is used several
times is told once.

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

from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.ir.declare import Identifier
from onefold.kernel.references import hyphen_mistakes, mentions
from onefold.kernel.rules.rule import Rule
from onefold.kernel.words import meant
from onefold.kernel.written import of_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.nodes import WorkflowDef

CODE: Final = Code("OF301", "error", "There is no step `{step}`.", help="name one of the steps, or add this one")

# Nobody looks at more places of one cause.
_MOST_PLACES: Final = 100


def check(workflow: WorkflowDef) -> Iterator[Finding]:
    """Yield a finding for every name of a step that does not exist, at the first place of those that use it."""
    places: dict[str, list[Place]] = {}
    for step, place in _unknown(workflow):
        places.setdefault(step, []).append(place)
    for step, (first, *others) in places.items():
        related = tuple(Related(each, "it is named here too") for each in others[:_MOST_PLACES])
        yield Finding(RULE.name, first, {"step": step}, related, meant(step, workflow.steps))
    for path, (node, step) in hyphen_mistakes(workflow).items():
        help_line = f'a hyphen here is a minus: write `steps["{step}"]`'
        yield Finding(RULE.name, Place(path, node=node), {"step": step.partition("-")[0]}, help=help_line)


def _unknown(workflow: WorkflowDef) -> Iterator[tuple[str, Place]]:
    """Every name of a step that does not exist, with its place."""
    steps = workflow.steps
    for path, shape, step, _ in of_shape(workflow, Identifier):
        if step not in steps and isinstance(shape, Identifier) and shape.refers == "step":
            yield step, Place(path)
    for mention in mentions(workflow):
        if mention.step is not None and mention.step not in steps:
            yield mention.step, mention.place


RULE: Final = Rule("unknown-step", CODE, check)
