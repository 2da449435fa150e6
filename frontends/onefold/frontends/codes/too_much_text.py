"""The keys and strings of the document are too long together.

## What it checks
All keys and strings of a document have at most 16 MiB together (as UTF-8), unless the configuration sets another
limit. They are counted after YAML aliases and merge keys are expanded, and texts from files count too.

## Why it matters
A small file can name a long text many times. Counting what it expands to, and stopping at a limit, keeps such a
file harmless.

## Example
```text
A prompt of 1 MiB under an anchor, named by fifty aliases.
```

## Instead
```text
Make the texts shorter, split the workflow, or raise the limit in the configuration.
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF122",
    "error",
    "The keys and strings of the document have more than {limit} bytes together.",
    help="shorten the texts, split the workflow, or raise the limit in the configuration",
)
