"""A reference names a step that runs at the same time, in another branch of a parallel step.

## What it checks
Two steps in different branches of one parallel step run side by side, so neither may refer to the other. A `?` or
`has()` does not help.

## Why it matters
Whether the other step has ended by then is a matter of chance, and so would be what the model reads.

## Example
```yaml
onefold: 1
workflow: w
steps:
  checks: {kind: parallel, branches: [lint, tests]}
  lint: {kind: model, prompt: "Lint it, knowing {{ steps.tests.output? }}"}
  tests: {kind: model, prompt: Test it.}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  checks: {kind: parallel, branches: [lint, tests]}
  lint: {kind: model, prompt: Lint it.}
  tests: {kind: model, prompt: Test it.}
  report: {kind: model, prompt: "Report {{ steps.lint.output }} and {{ steps.tests.output }}"}
transitions:
  - {from: checks, to: report}
```
"""

from __future__ import annotations

from onefold.kernel.dataflow import faults
from onefold.kernel.dataflow.words import also_read
from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.flow import Flow

CODE: Final = Code(
    "OF503",
    "error",
    "{reader} refers to `{step}`, which runs at the same time in another branch of `{parallel}`.",
    help="refer to it after `{parallel}`, or let both run in one branch",
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every reader and step that run at the same time."""
    for fault in faults(flow):
        if fault.kind == "concurrent" and fault.parallel is not None:
            lookup = fault.first
            arguments = {"reader": lookup.subject, "step": lookup.step, "parallel": fault.parallel}
            branches = Related(Place(("steps", fault.parallel, "branches")), "these run at the same time")
            yield Finding(RULE.name, lookup.mention.place, arguments, (branches, *also_read(fault)))


RULE: Final = Rule("concurrent-reference", CODE, check)
