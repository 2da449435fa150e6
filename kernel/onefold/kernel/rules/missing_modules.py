"""A bundle lists no module.

## What it checks
`transitive_modules` has at least one entry.

## Why it matters
There would be nothing to run.

## Example
```text
{"transitive_modules": []}
```

## Instead
```text
{"transitive_modules": [{"path": "main.harn", "source_hash_blake3": "blake3:…"}]}
```
"""

from __future__ import annotations

from onefold.kernel.bundle.judged import found
from onefold.kernel.diagnostics import Code
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.bundle.judged import JudgedBundle
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code(
    "OF803",
    "error",
    "The bundle names no module that travels with it.",
    help="list the sources under `transitive_modules`",
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding when there are no modules."""
    path: IrPath = ("transitive_modules",)
    if bundle.is_package and not bundle.manifest.transitive_modules:
        yield found(RULE.name, path, "empty")


RULE: Final = Rule("missing-modules", CODE, check)
