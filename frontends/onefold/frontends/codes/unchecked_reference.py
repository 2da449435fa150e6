"""Tools, verifiers, model slots or workflows are not checked.

## What it checks
Whether a catalogue lists what the workflows name. Without one, or without a section for their kind, ids may be
misspelt and nobody notices; the note says so once, for all sources together.

## Why it matters
A run that comes to a misspelt id has nobody to call.

## Example
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a: {kind: tool, tool: github.get_diff, timeout: 30s}
```

## Instead
```toml
# onefold.toml
catalogs = ["catalog.yaml"]
```
```yaml
# catalog.yaml
catalog: team
tools:
  github.get_diff: {description: Gets the diff of a pull request.}
```
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a: {kind: tool, tool: github.get_diff, timeout: 30s}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF329",
    "note",
    "No catalogue lists {kinds}, so their ids are not checked.",
    help="name catalogue files under `catalogs` in `onefold.toml`",
)
