"""A workflow holds a value that the format asked for cannot say.

## What it checks
`onefold compile --to FORMAT` writes a workflow in another format. TOML has no null, and null is a value like any
other in `args`, `with` and JSON Schemas.

## Why it matters
Leaving the value out would print another workflow, with another version.

## Example
```text
$ onefold compile flow.fold.yaml --to toml
error[OF151]: TOML has no way to write what stands at `steps.fetch.args.page`.
```

## Instead
```text
$ onefold compile flow.fold.yaml --to json
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF151",
    "error",
    "{format} has no way to write what stands at {paths}.",
    help="choose another format with `--to`",
)
