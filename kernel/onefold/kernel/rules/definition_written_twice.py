"""Two definitions, or two orchestrators, have one id.

## What it checks
Among the documents that are checked together, every definition and every orchestrator has an id of its own.

## Why it matters
An orchestrator names definitions by their ids. Which of two it would run, and which hash its manifest would hold,
nobody could tell.

## Example
```yaml
# one.fold.yaml
definition: candidate.review
models: {main: {provider: openai, model: gpt-5}}
planner: {model: main}
```
```yaml
# two.fold.yaml
definition: candidate.review
description: Reviews one candidate.
models: {main: {provider: openai, model: gpt-5}}
planner: {model: main}
```

## Instead
```yaml
# one.fold.yaml
definition: candidate.review
models: {main: {provider: openai, model: gpt-5}}
planner: {model: main}
```
```yaml
# two.fold.yaml
definition: candidate.second-review
description: Reviews one candidate.
models: {main: {provider: openai, model: gpt-5}}
planner: {model: main}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Place
from onefold.kernel.rules.wider_rule import WorkspaceRule
from onefold.kernel.workspace import Remark, Sighting, Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.workspace import Workspace

CODE: Final = Code("OF737", "error", "There is another {kind} `{id}`.", help="give one of them another id")


def check(workspace: Workspace) -> Iterator[Sighting]:
    """Yield a sighting for every id that was there before."""
    first: dict[tuple[str, str], int] = {}
    for index, offer in workspace.offers():
        place = Place((offer.kind,))
        before = first.setdefault((offer.kind, offer.id), index)
        if before != index:
            related = (Remark(Spot(before, place), "it is written here first"),)
            yield Sighting(RULE.name, Spot(index, place), {"kind": offer.kind, "id": offer.id}, related)


RULE: Final = WorkspaceRule("definition-written-twice", CODE, check)
