"""The file of a workflow in a catalogue cannot be used.

## What it checks
The `file` of every workflow that a catalogue lists: it is there, its fields are well formed, and it defines that
workflow. Its path is relative to the catalogue.

## Why it matters
Steps that run the workflow cannot be checked, and may run something else.

## Example
```toml
# onefold.toml
catalogs = ["catalog.yaml"]
```
```yaml
# catalog.yaml
catalog: team
workflows:
  greet: {file: greeting.fold.yaml}
```
```yaml
# greet.fold.yaml
onefold: 1
workflow: greet
steps:
  a: {kind: model, prompt: Say hello.}
```
```yaml
# main.fold.yaml
onefold: 1
workflow: main
steps:
  a:
    kind: subworkflow
    workflow: greet
    version: blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f
    timeout: 5m
```

## Instead
```toml
# onefold.toml
catalogs = ["catalog.yaml"]
```
```yaml
# catalog.yaml
catalog: team
workflows:
  greet: {file: greet.fold.yaml}
```
```yaml
# greet.fold.yaml
onefold: 1
workflow: greet
steps:
  a: {kind: model, prompt: Say hello.}
```
```yaml
# main.fold.yaml
onefold: 1
workflow: main
steps:
  a:
    kind: subworkflow
    workflow: greet
    version: blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f
    timeout: 5m
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Place
from onefold.kernel.rules.wider_rule import WorkspaceRule
from onefold.kernel.workspace import Sighting, Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.workspace import Workspace

CODE: Final = Code("OF333", "error", "The file of the workflow `{workflow}` cannot be used: {reason}.")


def check(workspace: Workspace) -> Iterator[Sighting]:
    """Yield a sighting for every file that cannot be used."""
    for (index, workflow), reason in workspace.faults.items():
        place = Place(("workflows", workflow, "file"))
        yield Sighting(RULE.name, Spot(index, place), {"workflow": workflow, "reason": reason})


RULE: Final = WorkspaceRule("unusable-workflow-file", CODE, check)
