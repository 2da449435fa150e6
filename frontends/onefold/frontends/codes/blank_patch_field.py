"""A patch names something with a text that says nothing.

## What it checks
The id of a patch, and the ids of the nodes and prompt capsules that it adds, are no blank texts.

## Why it matters
Nothing could be found again by such an id.

## Example
```json
{"schema_version": 1, "id": " ", "operations": [{"op": "add_edge", "from": "a", "to": "b"}]}
```

## Instead
```json
{"schema_version": 1, "id": "p", "operations": [{"op": "add_edge", "from": "a", "to": "b"}]}
```
"""

from __future__ import annotations

from typing import Final

from onefold.kernel.diagnostics import Code

CODE: Final = Code("OF871", "error", "`{field}` is blank.")
