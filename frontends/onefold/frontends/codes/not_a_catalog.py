"""What a configuration names as a catalogue is something else.

## What it checks
Every file under `catalogs` in the configuration is a document that begins with `catalog: ID`.

## Why it matters
Nothing in the file would be looked up, and everything that workflows name would pass.

## Example
```toml
# onefold.toml
catalogs = ["flow.fold.yaml"]
```
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
```

## Instead
```toml
# onefold.toml
catalogs = ["catalog.yaml"]
```
```yaml
# catalog.yaml
catalog: team
```
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF251", "error", "`{path}` is not a catalogue.", help="a catalogue begins with `catalog: ID`")
