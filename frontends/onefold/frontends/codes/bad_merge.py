"""A merge key brings in something that is no mapping.

## What it checks
The value of a plain `<<` key is a mapping or a list of mappings, usually aliases of them. Their entries are added;
a key that is written out wins, and so does an earlier mapping over a later one.

## Why it matters
There is nothing to merge otherwise, and readers that know no merge keys would see an entry called `<<`.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {<<: brief, kind: model, prompt: hi}
```

## Instead
```yaml
onefold: 1
workflow: w
meta:
  brief: &brief {effort: low}
steps:
  a: {<<: *brief, kind: model, prompt: hi}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF116",
    "error",
    "What `<<` merges is neither a mapping nor a list of mappings.",
    help='give an alias of a mapping, or quote the key as `"<<"`',
)
