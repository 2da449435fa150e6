"""A pattern of a ceiling allows more than it says.

## What it checks
The entries of `tools` and `models` are ids, or patterns with one `*` at the end.

## Why it matters
Ceilings are compared, and only patterns of these forms can be. Any other glob counts as what stands before its first
`*`, and a `*`: `*.read` allows every tool.

## Example
```yaml
ceiling: readers
tools: ["github.*.read"]
```

## Instead
```yaml
ceiling: readers
tools: ["github.*"]
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.kernel.ceiling.patterns import projected
from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.rules.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onefold.kernel.ceiling.documents import CeilingDef

CODE: Final = Code(
    "OF881",
    "warning",
    "`{pattern}` allows everything that `{counted}` does.",
    help="write `{counted}`, or the ids one by one",
)


def check(ceiling: CeilingDef) -> Iterator[Finding]:
    """Yield a finding for every glob that is no pattern."""
    for field, entries in (("tools", ceiling.tools), ("models", ceiling.models)):
        for index, entry in enumerate(() if isinstance(entries, str) else entries):
            counted = projected(entry)
            if counted != entry:
                yield Finding(RULE.name, Place((field, index)), {"pattern": entry, "counted": counted})


RULE: Final = Rule("widened-pattern", CODE, check)
