"""A bundle asks for more than a ceiling allows.

## What it checks
Of every dimension (tools, capabilities, folders, side effects, autonomy, scopes of connectors, commands, models,
budget, depth, sandbox) what is asked for is within the ceiling. What a harness does not say, and what a workflow does
that is not at hand, asks for everything; a tool that no catalogue describes may do anything.

## Why it matters
A run that is started by another one would do what that one may not do. `onefold bundle run --ceiling` does not begin
it.

## Example
```text
$ onefold bundle nested-ceiling nightly.fold.yaml --parent readers.fold.yaml
```

## Instead
```text
$ onefold bundle ceiling nightly.fold.yaml > readers.fold.yaml
```
"""

from __future__ import annotations

from typing import Final

from onefold.kernel.diagnostics import Code

CODE: Final = Code(
    "OF880",
    "error",
    "`{target}` asks for more than `{ceiling}` allows.",
    help="ask for less, or let whoever starts it be given more",
)
