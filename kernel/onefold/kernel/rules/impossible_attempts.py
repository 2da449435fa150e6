"""A bundle lets a run be tried no times.

## What it checks
`policy.retry.max_attempts` is at least 1.

## Why it matters
Nothing would ever run.

## Example
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: start, kind: manual}]
policy: {retry: {max_attempts: 0}}
```

## Instead
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: start, kind: manual}]
policy: {retry: {max_attempts: 1}}
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

CODE: Final = Code("OF817", "error", "A run that is tried no times never runs.", help="write at least 1")


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding when there is no try."""
    path: IrPath = ("policy", "retry", "max_attempts")
    if bundle.manifest.policy.retry.max_attempts == 0:
        yield found(RULE.name, path, "zero")


RULE: Final = Rule("impossible-attempts", CODE, check)
