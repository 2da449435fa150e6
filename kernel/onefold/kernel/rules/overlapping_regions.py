"""Two branches of a parallel step come to the same step.

## What it checks
The region of a branch is all that can be reached from its first step. The regions of two branches have no step in
common, and no branch leads back to its own parallel step.

## Why it matters
Branches run at the same time. A step in two of them would run twice at once, and nothing says where one branch ends
and what comes after all of them. A branch ends where no transition leads on; what follows the whole parallel step is
written as a transition from it.

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
  - {from: lint, to: report}
  - {from: test, to: report}
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
    from collections.abc import Iterable, Iterator
    from typing import Final

    from onefold.kernel.flow import Flow
    from onefold.kernel.flow.faults import Overlap

CODE: Final = Code(
    "OF407",
    "error",
    "The branches `{first}` and `{later}` of `{parallel}` both come to the step `{step}`.",
    help="end each branch before it, and let `{parallel}` lead on",
)


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every pair of branches that share steps, and each shared step once."""
    by_branch: dict[tuple[str, str], list[Overlap]] = {}
    told: set[str] = set()
    for overlap in flow.overlaps:
        if overlap.step not in told:
            told.add(overlap.step)
            by_branch.setdefault((overlap.parallel, overlap.heads[1]), []).append(overlap)
    for (parallel, later), overlaps in by_branch.items():
        first, *_ = overlaps
        arguments = {"first": first.heads[0], "later": later, "parallel": parallel, "step": first.step}
        yield Finding(RULE.name, _branch(flow, parallel, later), arguments, tuple(_related(flow, overlaps)))


def _related(flow: Flow, overlaps: Iterable[Overlap]) -> Iterator[Related]:
    for overlap in overlaps:
        for origin, target in overlap.ways:
            edge, *_ = flow.edges_between(origin, target)
            yield Related(Place(edge.path), f"`{origin}` leads to `{target}`")
        for head in overlap.heads[2:]:
            place = _branch(flow, overlap.parallel, head)
            yield Related(place, f"the branch `{head}` comes to `{overlap.step}` too")


def _branch(flow: Flow, parallel: str, head: str) -> Place:
    edges = flow.edges_between(parallel, head)
    return next(Place(edge.path) for edge in edges if edge.kind == "branch")


RULE: Final = Rule("overlapping-regions", CODE, check)
