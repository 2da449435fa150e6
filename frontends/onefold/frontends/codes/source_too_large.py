"""The source is larger than the limit.

## What it checks
One source has at most 16 MiB, unless the configuration sets another limit.

## Why it matters
A limit that is checked before reading keeps a hostile or mistaken file from using up the machine.

## Example
```text
A file of 20 MiB, for instance a log that was named `.fold.yaml` by mistake.
```

## Instead
```text
Split the workflow, keep long prompts in files of their own (`{file: prompts/review.md}`),
or raise the limit in the configuration.
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF119",
    "error",
    "{source} has {size} bytes; the limit is {limit}.",
    help="split the workflow, or raise the limit in the configuration",
)
