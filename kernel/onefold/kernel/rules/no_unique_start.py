"""It is not clear where the workflow starts.

## What it checks
Without `start`, exactly one step must have no other step that leads to it.

## Why it matters
A run must begin somewhere, and the same place every time.

## Example
```yaml
onefold: 1
workflow: w
steps:
  fetch: {kind: tool, tool: github.get_diff, timeout: 30s}
  review: {kind: model, prompt: Review the diff.}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  fetch: {kind: tool, tool: github.get_diff, timeout: 30s}
  review: {kind: model, prompt: Review the diff.}
transitions:
  - {from: fetch, to: review}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.flow import entries
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.flow import Flow

CODE: Final = Code(
    "OF401",
    "error",
    "It is not clear where the workflow starts: {reason}.",
    help="name the first step with `start`",
)

_SHOWN: Final = 5


def check(flow: Flow) -> Iterator[Finding]:
    """Yield a finding when `start` is left out and cannot be inferred."""
    if flow.workflow.start is not None:
        return
    found = entries(flow.workflow)
    if not found:
        yield Finding(RULE.name, Place(("steps",), "key"), {"reason": "another step leads to every step"})
    elif len(found) > 1:
        named = ", ".join(f"`{step}`" for step in found[:_SHOWN])
        reason = f"no other step leads to {named}{' …' if len(found) > _SHOWN else ''}"
        related = tuple(
            Related(Place(("steps", step), "key"), f"`{step}` could be the first") for step in found[:_SHOWN]
        )
        yield Finding(RULE.name, Place(("steps",), "key"), {"reason": reason}, related)


RULE: Final = Rule("no-unique-start", CODE, check)
