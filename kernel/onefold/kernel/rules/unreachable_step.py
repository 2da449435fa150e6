"""No run ever comes to a step.

## What it checks
A run begins at the start and follows transitions, conditions and branches. Every step must be on some way. Steps that
hang together are told once, at the first of them.

## Why it matters
What is written there never happens. Mostly a transition was forgotten, or leads to another step than was meant.

## Example
```yaml
onefold: 1
workflow: w
start: draft
steps:
  draft: {kind: model, prompt: Draft the answer.}
  review: {kind: model, prompt: Review the draft.}
  send: {kind: model, prompt: Send it.}
transitions:
  - {from: draft, to: send}
  - {from: review, to: send}
```

## Instead
```yaml
onefold: 1
workflow: w
start: draft
steps:
  draft: {kind: model, prompt: Draft the answer.}
  review: {kind: model, prompt: Review the draft.}
  send: {kind: model, prompt: Send it.}
transitions:
  - {from: draft, to: review}
  - {from: review, to: send}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.flow import Flow
from onefold.kernel.flow.islands import unreached
from onefold.kernel.rules.rule import Rule

CODE: Final = Code(
    "OF404", "error", "No run comes to the step `{step}`.", help="let a transition lead to it, or remove it"
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every connected group of steps that cannot be reached."""
    for island in unreached(flow):
        related = tuple(Related(Place(("steps", step), "key"), f"nor to `{step}`") for step in island.others)
        yield Finding(RULE.name, Place(("steps", island.first), "key"), {"step": island.first}, related)


RULE: Final = Rule("unreachable-step", CODE, check)
