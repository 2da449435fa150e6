"""A patch is written in a schema that is not known.

## What it checks
The `schema_version` of a patch of the public contract is 1.

## Why it matters
What members of another schema mean is not known.

## Example
```json
{"schema_version": 2, "id": "p", "operations": [{"op": "add_edge", "from": "a", "to": "b"}]}
```

## Instead
```json
{"schema_version": 1, "id": "p", "operations": [{"op": "add_edge", "from": "a", "to": "b"}]}
```
"""

from __future__ import annotations

from typing import Final

from onefold.kernel.diagnostics import Code

CODE: Final = Code(
    "OF870",
    "error",
    "A patch of schema {schema} is not known.",
    help="patches of schema {known} are read",
)
