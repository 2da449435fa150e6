"""No run ever comes to a step.

## What it checks
A run begins at the start and follows transitions, conditions and branches. Every step must be on some way. Steps that
hang together are told once, at the first of them. A transition whose outcome never comes is no way: a parallel or
conditional step without `timeout` does not end with `timeout`.

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

from itertools import islice

from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.flow.islands import unreached
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.flow import Edge, Flow

CODE: Final = Code(
    "OF404", "error", "No run comes to the step `{step}`.", help="let a transition lead to it, or remove it"
)

_SHOWN: Final = 3


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every connected group of steps that cannot be reached."""
    islands = unreached(flow)
    blocked = _blocked(flow) if islands else {}
    for island in islands:
        others = tuple(Related(Place(("steps", step), "key"), f"nor to `{step}`") for step in island.others)
        edges = (edge for step in (island.first, *island.others) for edge in blocked.get(step, ()))
        reasons = tuple(_reason(edge) for edge in islice(edges, _SHOWN))
        yield Finding(RULE.name, Place(("steps", island.first), "key"), {"step": island.first}, reasons + others)


def _blocked(flow: Flow) -> dict[str, list[Edge]]:
    """The edges that would lead to each step if their outcome ever came."""
    found: dict[str, list[Edge]] = {}
    for edge in flow.edges_not_taken():
        found.setdefault(edge.target, []).append(edge)
    return found


def _reason(edge: Edge) -> Related:
    if edge.outcome == "success":
        return Related(Place(edge.path), f"`{edge.origin}` never ends with `success`")
    limit = "has no timeout, so it " if edge.outcome == "timeout" else ""
    return Related(Place((*edge.path[:-1], "on")), f"`{edge.origin}` {limit}never ends with `{edge.outcome}`")


RULE: Final = Rule("unreachable-step", CODE, check)
