"""A delay is not a duration.

## What it checks
The `delay` of a `delay` trigger is an ISO 8601 duration of days, hours, minutes and seconds, longer than nothing.

## Why it matters
A host could not know how long to wait.

## Example
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: later, kind: delay, delay: 10 minutes}]
```

## Instead
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: later, kind: delay, delay: PT10M}]
```
"""

from __future__ import annotations

from onefold.kernel import patterns
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
    "OF828",
    "error",
    "`{delay}` is no duration of days, hours, minutes and seconds that a trigger can wait.",
    help="write it as ISO 8601 does, such as PT10M or P1DT2H",
)

_DURATION: Final = patterns.compile(
    r"P(?=[0-9T])(?:[0-9]{1,9}W|(?:[0-9]{1,9}D)?"
    r"(?:T(?=[0-9])(?:[0-9]{1,9}H)?(?:[0-9]{1,9}M)?(?:[0-9]{1,9}(?:[.][0-9]{1,9})?S)?)?)",
    patterns.ASCII,
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every delay that is not well formed."""
    for index, trigger in enumerate(bundle.manifest.triggers):
        path: IrPath = ("triggers", index, "delay")
        if trigger.kind == "delay" and trigger.delay is not None and not _is_duration(trigger.delay):
            shown = "blank" if is_blank(trigger.delay) else trigger.delay
            yield found(RULE.name, path, "malformed", trigger.node_id, delay=shown)


def _is_duration(text: str) -> bool:
    return _DURATION.fullmatch(text) is not None and any(each in "123456789" for each in text)


RULE: Final = Rule("bad-delay", CODE, check)
