"""A step of a branch is entered from outside of the branch.

## What it checks
The region of a branch is all that can be reached from its first step. No transition, condition or other parallel step
leads into it from elsewhere.

## Why it matters
A step in a branch runs beside the other branches, and where it ends, the branch ends. Entered from outside it would be
a different step: nobody waits for it there.

## Example
```yaml
onefold: 1
workflow: w
start: checks
steps:
  checks: {kind: parallel, branches: [lint, test]}
  lint: {kind: model, prompt: Read for style.}
  test: {kind: model, prompt: Read for faults.}
  report: {kind: model, prompt: Write the report.}
transitions:
  - {from: test, to: report}
  - {from: checks, to: report}
```

## Instead
```yaml
onefold: 1
workflow: w
start: checks
steps:
  checks: {kind: parallel, branches: [lint, test]}
  lint: {kind: model, prompt: Read for style.}
  test: {kind: model, prompt: Read for faults.}
  report: {kind: model, prompt: Write the report.}
transitions:
  - {from: checks, to: report}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.flow import Edge, Flow
    from onefold.kernel.flow.faults import Intrusion

CODE: Final = Code(
    "OF408",
    "error",
    "`{origin}` leads into the branch `{head}` of `{parallel}` from outside, to the step `{step}`.",
    help="end the branch before `{step}`, or let only the branch lead to it",
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every step of a branch that is entered from outside, at the first such edge."""
    told: set[str] = set()
    by_step: dict[tuple[str, str], list[Intrusion]] = {}
    for each in flow.intrusions:
        by_step.setdefault((each.parallel, each.target), []).append(each)
    for (parallel, step), intrusions in by_step.items():
        if step not in told:
            told.add(step)
            first, *others = intrusions
            related = [Related(_way(flow, each), f"`{each.origin}` leads to `{step}` too") for each in others]
            related.extend(_inside(flow, first))
            arguments = {"origin": first.origin, "head": first.head, "parallel": parallel, "step": step}
            yield Finding(RULE.name, _way(flow, first), arguments, tuple(related))


def _way(flow: Flow, intrusion: Intrusion) -> Place:
    edges = flow.edges_between(intrusion.origin, intrusion.target)
    return next(Place(edge.path) for edge in edges if not _is_branch(edge, intrusion))


def _is_branch(edge: Edge, intrusion: Intrusion) -> bool:
    """Whether an edge is the one by which the parallel step starts its branch."""
    return (edge.origin, edge.kind) == (intrusion.parallel, "branch")


def _inside(flow: Flow, intrusion: Intrusion) -> Iterator[Related]:
    """How the branch itself comes to the step."""
    for origin in intrusion.inside:
        edges = flow.edges_between(origin, intrusion.target)
        edge = next((edge for edge in edges if _is_branch(edge, intrusion)), edges[0])
        yield Related(Place(edge.path), f"this way the branch `{intrusion.head}` comes to it")


RULE: Final = Rule("region-entered-from-outside", CODE, check)
