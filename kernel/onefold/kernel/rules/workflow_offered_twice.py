"""An orchestrator offers one definition twice.

## What it checks
Every id stands once under `workflows`.

## Why it matters
The order in which definitions are offered means something. A second place in it is most likely another id, misspelt.

## Example
```yaml
orchestrator: hiring
model: main
models: {main: {provider: openai, model: gpt-5}}
workflows: [candidate.review, candidate.review]
```

## Instead
```yaml
orchestrator: hiring
model: main
models: {main: {provider: openai, model: gpt-5}}
workflows: [candidate.review, candidate.scoring]
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Most runs meet no such document.
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.identity.orchestrator import OrchestratorDef

CODE: Final = Code("OF732", "error", "`{workflow}` is offered twice.", help="remove one of them")


def check(document: OrchestratorDef) -> Iterator[Finding]:
    """Yield a finding for every id that was there before."""
    first: dict[str, int] = {}
    for index, workflow in enumerate(document.workflows):
        if workflow in first:
            related = Related(Place(("workflows", first[workflow])), "it stands here first")
            yield Finding(RULE.name, Place(("workflows", index)), {"workflow": workflow}, (related,))
        first.setdefault(workflow, index)


RULE: Final = Rule("workflow-offered-twice", CODE, check)
