"""From a step no end can be reached, neither a good nor a bad one.

## What it checks
A run ends where a step ends with an outcome that no transition takes up. From every step such an end must be in reach;
in a branch, the end of the branch. Steps that hang together are told once, at the first of them.

## Why it matters
A run that comes there goes round until its budget is used up, and nothing comes of it.

## Example
```yaml
onefold: 1
workflow: w
start: draft
budget: {steps: 20, tokens: 50000}
steps:
  draft: {kind: model, prompt: Draft the answer.}
  review: {kind: model, prompt: Review the draft.}
transitions:
  - {from: draft, to: review}
  - {from: draft, to: draft, on: failure}
  - {from: draft, to: draft, on: timeout}
  - {from: review, to: draft}
  - {from: review, to: draft, on: failure}
  - {from: review, to: draft, on: timeout}
```

## Instead
```yaml
onefold: 1
workflow: w
start: draft
budget: {steps: 20, tokens: 50000}
steps:
  draft: {kind: model, prompt: Draft the answer.}
  review: {kind: model, prompt: Review the draft.}
transitions:
  - {from: draft, to: review}
  - {from: draft, to: draft, on: failure}
  - {from: draft, to: draft, on: timeout}
  - {from: review, to: draft, on: failure}
  - {from: review, to: draft, on: timeout}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.flow.islands import endless
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.flow import Flow

CODE: Final = Code(
    "OF405",
    "error",
    "From `{step}` no end can be reached, good or bad.",
    help="leave one outcome without a transition: then the run ends there",
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every connected group of steps that can be reached and from which no end can be."""
    for island in endless(flow):
        related = tuple(Related(Place(("steps", step), "key"), f"nor from `{step}`") for step in island.others)
        yield Finding(RULE.name, Place(("steps", island.first), "key"), {"step": island.first}, related)


RULE: Final = Rule("endless-step", CODE, check)
