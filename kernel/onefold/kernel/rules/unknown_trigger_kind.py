"""A trigger is of a kind that there is not.

## What it checks
The kind of a trigger is `github`, `cron`, `delay`, `manual`, `webhook` or `mcp`.

## Why it matters
Nothing would ever start it.

## Example
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: start, kind: by-hand}]
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

from onefold.kernel.bundle.judged import found, is_blank
from onefold.kernel.diagnostics import Code
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.bundle.judged import JudgedBundle
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code("OF811", "error", "There is no kind of trigger `{kind_}`: the kinds are {known}.")

KINDS: Final = ("github", "cron", "delay", "manual", "webhook", "mcp")


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every kind that is not known."""
    for index, trigger in enumerate(bundle.manifest.triggers):
        path: IrPath = ("triggers", index, "kind")
        if trigger.kind not in KINDS and not is_blank(trigger.kind):
            yield found(RULE.name, path, "unknown", kind_=trigger.kind, known=", ".join(KINDS))


RULE: Final = Rule("unknown-trigger-kind", CODE, check)
