"""A quorum asks for more branches than there are.

## What it checks
`quorum` is at most the number of different `branches` of its step.

## Why it matters
So many branches can never end well, so the step would always fail.

## Example
```yaml
onefold: 1
workflow: w
steps:
  vote: {kind: parallel, branches: [first, second], join: {quorum: 3}}
  first: {kind: model, prompt: Judge it.}
  second: {kind: model, prompt: Judge it another way.}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  vote: {kind: parallel, branches: [first, second], join: {quorum: 2}}
  first: {kind: model, prompt: Judge it.}
  second: {kind: model, prompt: Judge it another way.}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.ir.nodes import Parallel
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.flow import Flow

CODE: Final = Code(
    "OF409",
    "error",
    "The quorum of `{step}` is {quorum}, but it has {count} branches.",
    help="name more branches, or ask for fewer; `join: all` asks for every one",
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every quorum above the number of branches."""
    for identifier, step in flow.workflow.steps.items():
        if isinstance(step, Parallel) and step.join.quorum is not None:
            count = len(set(step.branches))
            if step.join.quorum > count:
                arguments = {"step": identifier, "quorum": step.join.quorum, "count": count}
                related = (Related(Place(("steps", identifier, "branches")), "its branches"),)
                yield Finding(RULE.name, Place(("steps", identifier, "join", "quorum")), arguments, related)


RULE: Final = Rule("impossible-quorum", CODE, check)
