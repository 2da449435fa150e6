"""A reference names a step that has run before on some ways only.

## What it checks
A run may come to a step, or to a transition with `when`, by a way that does not pass the step it refers to. Then the
reference must be optional (`?` in a template) or guarded. Guards are `has(P) && E`, `has(P) ? E : F` and
`!has(P) || E` within a predicate, and an edge (a transition or a `then`) whose condition has `has(P)` as one of its
`&&` parts, for what no run comes to by another way.

## Why it matters
On the other ways there is nothing to insert or to compare.

## Example
```yaml
onefold: 1
workflow: w
steps:
  start: {kind: model, prompt: Is there a ticket?, outcomes: [ticket]}
  fetch: {kind: model, prompt: Fetch the ticket.}
  review: {kind: model, prompt: "Review {{ steps.fetch.output }}"}
transitions:
  - {from: start, to: fetch, on: ticket}
  - {from: start, to: review}
  - {from: fetch, to: review}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  start: {kind: model, prompt: Is there a ticket?, outcomes: [ticket]}
  fetch: {kind: model, prompt: Fetch the ticket.}
  review: {kind: model, prompt: "Review {{ steps.fetch.output? }}"}
transitions:
  - {from: start, to: fetch, on: ticket}
  - {from: start, to: review}
  - {from: fetch, to: review}
```
"""

from __future__ import annotations

from onefold.kernel.dataflow import faults
from onefold.kernel.dataflow.detour import Detours, Skip
from onefold.kernel.dataflow.words import also_read, edge_words, optional_help
from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.flow import Flow

CODE: Final = Code("OF502", "error", "{reader} without `{step}` having run before: {reason}.")


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding for every reader and step that has not always run before it."""
    detours = Detours(flow)
    for fault in faults(flow):
        if fault.kind == "sometimes":
            lookup = fault.first
            skip = detours.skip(lookup.step, lookup.point)
            reason = _reason(skip, lookup.step)
            arguments = {"reader": lookup.coming, "step": lookup.step, "reason": reason}
            related = (*_round(skip, lookup.step), *also_read(fault))
            yield Finding(RULE.name, lookup.mention.place, arguments, related, optional_help(lookup))


def _reason(skip: Skip, step: str) -> str:
    match skip:
        case Skip("first"):
            return "the first time it has not ended yet"
        case Skip("later"):
            return f"`{skip.past}` only runs later and leads back to it"
        case Skip("failure"):
            return f"`{skip.past}` fails, and cuts its branches, as soon as enough of them have failed"
        case Skip("branch", edge=edge) if edge is not None:
            return f"{edge_words(edge)} can end before it"
        case Skip("edge", edge=edge) if edge is not None:
            return f"{edge_words(edge)} goes past {'it' if skip.past == step else f'`{skip.past}`, where it runs'}"
        case _:
            return f"not every way to it passes {'it' if skip.past == step else f'`{skip.past}`'}"


def _round(skip: Skip, step: str) -> tuple[Related, ...]:
    if skip.edge is None:
        return ()
    message = f"this branch can end before `{step}`" if skip.reason == "branch" else f"this goes past `{skip.past}`"
    return (Related(Place(skip.edge.path), message),)


RULE: Final = Rule("step-not-always-before", CODE, check)
