"""An orchestrator offers a definition that the workspace does not have.

## What it checks
When the whole workspace is checked, every id under `workflows` of an orchestrator is that of a definition in it.

## Why it matters
The manifest of the orchestrator's session holds the hash of each definition that it offers. Without the definition
there is none, and the session cannot start.

## Example
```toml
# onefold.toml
```
```yaml
# hiring.fold.yaml
orchestrator: hiring
model: main
models: {main: {provider: openai, model: gpt-5}}
workflows: [candidate.reveiw]
```
```yaml
# review.fold.yaml
definition: candidate.review
models: {main: {provider: openai, model: gpt-5}}
planner: {model: main}
```

## Instead
```toml
# onefold.toml
```
```yaml
# hiring.fold.yaml
orchestrator: hiring
model: main
models: {main: {provider: openai, model: gpt-5}}
workflows: [candidate.review]
```
```yaml
# review.fold.yaml
definition: candidate.review
models: {main: {provider: openai, model: gpt-5}}
planner: {model: main}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Place
from onefold.kernel.rules.wider_rule import WorkspaceRule
from onefold.kernel.words import meant
from onefold.kernel.workspace import Sighting, Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.workspace import Workspace

CODE: Final = Code(
    "OF736", "error", "No definition in this workspace is called `{workflow}`.", help="write it, or offer another"
)


def check(workspace: Workspace) -> Iterator[Sighting]:
    """Yield a sighting for every definition that is offered and is not there."""
    if not workspace.is_whole:
        return
    known = {offer.id for _, offer in workspace.offers() if offer.kind == "definition"}
    for index, offer in workspace.offers():
        for place, workflow in enumerate(offer.workflows):
            if workflow not in known:
                spot = Spot(index, Place(("workflows", place)))
                yield Sighting(RULE.name, spot, {"workflow": workflow}, help=meant(workflow, known))


RULE: Final = WorkspaceRule("missing-definition", CODE, check)
