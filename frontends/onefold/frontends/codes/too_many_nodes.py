"""The document holds too many values.

## What it checks
A document holds at most 1,000,000 nodes (scalars, lists and mappings), unless the configuration sets another
limit. They are counted after YAML aliases and merge keys are expanded.

## Why it matters
A few lines of nested aliases can stand for billions of values. Counting what they expand to, and stopping at a
limit, keeps such a file harmless.

## Example
```text
a: &a [x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
… and so on
```

## Instead
```text
Write what is meant without the repetition, split the workflow, or raise the limit in the configuration.
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF121",
    "error",
    "The document holds more than {limit} values.",
    help="split the workflow, or raise the limit in the configuration",
)
