"""A bundle has no trigger.

## What it checks
`triggers` has at least one entry.

## Why it matters
Without a trigger the bundle only runs where somebody says so by hand, each time.

## Example
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
```

## Instead
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: start, kind: manual}]
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
    "OF810", "warning", "Nothing starts the bundle.", help="add a trigger: `{{id: start, kind: manual}}`"
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding when there is no trigger."""
    path: IrPath = ("triggers",)
    if not bundle.manifest.triggers:
        yield found(RULE.name, path, "empty")


RULE: Final = Rule("missing-trigger", CODE, check)
