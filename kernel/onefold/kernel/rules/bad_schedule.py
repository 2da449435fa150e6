"""A schedule is not a cron expression.

## What it checks
The `schedule` of a `cron` trigger has five fields (minute, hour, day of the month, month, day of the week), each a
list of numbers, ranges and steps within its bounds; months and days may be named by three letters.

## Why it matters
A host would refuse it, or start the run at another time.

## Example
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: tick, kind: cron, schedule: "61 3 * * *"}]
```

## Instead
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: tick, kind: cron, schedule: "0 3 * * mon-fri"}]
```
"""

from __future__ import annotations

from onefold.kernel.bundle.cron import fault_of_schedule
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

CODE: Final = Code(
    "OF827",
    "error",
    "`{schedule}` is no schedule: {reason}.",
    help="write five fields: minute, hour, day of month, month, day of week",
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every schedule that is not well formed."""
    for index, trigger in enumerate(bundle.manifest.triggers):
        path: IrPath = ("triggers", index, "schedule")
        reason = None if trigger.kind != "cron" or trigger.schedule is None else fault_of_schedule(trigger.schedule)
        if reason is not None:
            shown = "blank" if is_blank(trigger.schedule) else trigger.schedule
            yield found(RULE.name, path, "malformed", trigger.node_id, schedule=shown, reason=reason)


RULE: Final = Rule("bad-schedule", CODE, check)
