"""A reference names a step of a branch that the join need not wait for.

## What it checks
A parallel step with `join: any`, or a quorum below its number of branches, is decided before each branch has ended, and
then cuts the others. Behind it a step of a branch, or that branch's part of the parallel step's own output, must be
optional (`?`) or guarded by `has()`.

## Why it matters
A branch that was cut has no end: which one that is differs from run to run.

## Example
```yaml
onefold: 1
workflow: w
steps:
  race: {kind: parallel, branches: [fast, thorough], join: any}
  fast: {kind: model, prompt: Answer fast., effort: low}
  thorough: {kind: model, prompt: Answer well., effort: high}
  pick: {kind: model, prompt: "Pick one: {{ steps.fast.output? }} {{ steps.thorough.output }}"}
transitions:
  - {from: race, to: pick}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  race: {kind: parallel, branches: [fast, thorough], join: any}
  fast: {kind: model, prompt: Answer fast., effort: low}
  thorough: {kind: model, prompt: Answer well., effort: high}
  pick: {kind: model, prompt: "Pick one: {{ steps.fast.output? }} {{ steps.thorough.output? }}"}
transitions:
  - {from: race, to: pick}
```
"""

from __future__ import annotations

from onefold.kernel.dataflow import faults
from onefold.kernel.dataflow.words import also_read, optional_help
from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.dataflow import Fault
    from onefold.kernel.flow import Flow

CODE: Final = Code("OF504", "error", "{what}: `{parallel}` does not wait for each of its branches.")


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every reader and step of a branch that may have been cut."""
    for fault in faults(flow):
        if fault.kind == "undecided" and fault.parallel is not None:
            lookup = fault.first
            arguments = {"what": _what(fault), "parallel": fault.parallel}
            join = Related(Place(("steps", fault.parallel, "join")), "this says how many it waits for")
            help_line = optional_help(lookup, guarded=3 if fault.branch is None else 4)
            yield Finding(RULE.name, lookup.mention.place, arguments, (join, *also_read(fault)), help_line)


def _what(fault: Fault) -> str:
    if fault.branch is None:
        return f"{fault.first.coming} without `{fault.first.step}` having ended"
    return f"The output of `{fault.parallel}` may hold nothing of `{fault.branch}`"


RULE: Final = Rule("undecided-branch", CODE, check)
