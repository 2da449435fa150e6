"""The output is read of a step that can only have ended badly.

## What it checks
A step that ends with `failure` or `timeout` has no output. A reference to `steps.ID.output` must be able to see a good
end: `success`, or one of the step's own outcomes. In a loop the latest end counts.

## Why it matters
There is never anything to read.

## Example
```yaml
onefold: 1
workflow: w
steps:
  fetch: {kind: model, prompt: Fetch the ticket.}
  explain: {kind: model, prompt: "Explain what went wrong: {{ steps.fetch.output }}"}
transitions:
  - {from: fetch, to: explain, on: failure}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  fetch: {kind: model, prompt: Fetch the ticket.}
  explain: {kind: model, prompt: "Explain what went wrong: {{ steps.fetch.outcome }}"}
transitions:
  - {from: fetch, to: explain, on: failure}
```
"""

from __future__ import annotations

from onefold.kernel.dataflow import faults
from onefold.kernel.dataflow.words import also_read, bad_ends
from onefold.kernel.diagnostics import Code, Finding
from onefold.kernel.ir.path import format_path
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.flow import Flow

CODE: Final = Code(
    "OF506",
    "error",
    "{reader} reads the output of `{step}`, which can only have ended badly by then, without one.",
    help="read `{outcome}`, or lead here from a good end of `{step}`",
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every reader of an output that is never there."""
    for fault in faults(flow):
        if fault.kind == "badly":
            lookup = fault.first
            outcome = format_path(("steps", lookup.step, "outcome"))
            arguments = {"reader": lookup.subject, "step": lookup.step, "outcome": outcome}
            related = (*bad_ends(flow, lookup), *also_read(fault))
            yield Finding(RULE.name, lookup.mention.place, arguments, related)


RULE: Final = Rule("output-of-a-bad-end", CODE, check)
