"""Two transitions compete, and nothing says which one is taken.

## What it checks
Among the transitions with the same `from` and `on`, at most one has no `when`, and the others have distinct
priorities.

## Why it matters
Transitions have no order of their own, so a tie would be broken by chance: two runs of one version could differ.

## Example
```yaml
onefold: 1
workflow: w
steps:
  review: {kind: model, prompt: Review the diff.}
  approve: {kind: model, prompt: Approve it.}
  reject: {kind: model, prompt: Reject it.}
transitions:
  - {from: review, to: approve, when: steps.review.output.score > 0.8}
  - {from: review, to: reject, when: steps.review.output.score < 0.9}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  review: {kind: model, prompt: Review the diff.}
  approve: {kind: model, prompt: Approve it.}
  reject: {kind: model, prompt: Reject it.}
transitions:
  - {from: review, to: approve, when: steps.review.output.score > 0.8, priority: 1}
  - {from: review, to: reject, when: steps.review.output.score < 0.9}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.ir.records import transition_segment
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.flow import Flow
    from onefold.kernel.ir.nodes import Transition
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code(
    "OF402",
    "error",
    "Two transitions from `{step}` on `{outcome}` {fault}.",
    help="give each a `when` and its own `priority`; one without `when` is the fallback",
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every transition that ties with one written before it."""
    transitions = flow.workflow.transitions
    first: dict[tuple[str, str, int | None], int] = {}
    for index, transition in enumerate(transitions):
        rank = None if transition.when is None else transition.priority
        earlier = first.setdefault((transition.origin, transition.outcome, rank), index)
        if earlier != index:
            yield _finding(transition, _path(index, transition), _path(earlier, transitions[earlier]))


def _path(index: int, transition: Transition) -> IrPath:
    return "transitions", transition_segment(index, transition)


def _finding(transition: Transition, path: IrPath, earlier: IrPath) -> Finding:
    fault = f"have the priority {transition.priority}" if transition.when else "have no condition"
    arguments = {"step": transition.origin, "outcome": transition.outcome, "fault": fault}
    return Finding(RULE.name, Place(path), arguments, (Related(Place(earlier), "the other one"),))


RULE: Final = Rule("ambiguous-transition", CODE, check)
