"""The output is read of a step that may have ended badly.

## What it checks
A step that ends with `failure` or `timeout` has no output. Where its transitions for these outcomes lead to a reader
of its output, the reference should be optional (`?`) or guarded by `has()`. `outcome` is there in any case.

## Why it matters
The way of the failure is the one that is tried least, and there the output is absent.

## Example
```yaml
onefold: 1
workflow: w
steps:
  fetch: {kind: model, prompt: Fetch the ticket.}
  report: {kind: model, prompt: "Report {{ steps.fetch.output }}"}
transitions:
  - {from: fetch, to: report}
  - {from: fetch, to: report, on: failure}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  fetch: {kind: model, prompt: Fetch the ticket.}
  report: {kind: model, prompt: "Report {{ steps.fetch.output? }}"}
transitions:
  - {from: fetch, to: report}
  - {from: fetch, to: report, on: failure}
```
"""

from __future__ import annotations

from onefold.kernel.dataflow import faults
from onefold.kernel.dataflow.words import also_read, bad_ends, optional_help
from onefold.kernel.diagnostics import Code, Finding
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.flow import Flow

CODE: Final = Code(
    "OF507",
    "warning",
    "{reader} reads the output of `{step}`, which may have ended badly by then, without one.",
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every reader of an output that is not always there."""
    for fault in faults(flow):
        if fault.kind == "maybe-badly":
            lookup = fault.first
            arguments = {"reader": lookup.subject, "step": lookup.step}
            related = (*bad_ends(flow, lookup), *also_read(fault))
            yield Finding(RULE.name, lookup.mention.place, arguments, related, optional_help(lookup))


RULE: Final = Rule("output-of-a-possibly-bad-end", CODE, check)
