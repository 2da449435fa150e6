"""A trigger lacks what its kind needs.

## What it checks
A `github` trigger has `provider: github` and at least one event, a `cron` trigger a `schedule`, a `delay` trigger a
`delay`, a `webhook` trigger a `webhook_path`, an `mcp` trigger an `mcp_tool`.

## Why it matters
Nobody could know when to start it.

## Example
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: tick, kind: cron}]
```

## Instead
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: tick, kind: cron, schedule: "0 3 * * *"}]
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

CODE: Final = Code("OF812", "error", "A trigger of kind `{kind_}` needs {needed}.")

_FIELDS: Final = {"cron": "schedule", "delay": "delay", "webhook": "webhook_path", "mcp": "mcp_tool"}


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every field that is needed and not there."""
    for index, trigger in enumerate(bundle.manifest.triggers):
        path: IrPath = ("triggers", index)
        if trigger.kind == "github" and trigger.provider != "github":
            yield found(RULE.name, (*path, "provider"), "missing", kind_="github", needed="`provider: github`")
        if trigger.kind == "github" and not trigger.events:
            yield found(RULE.name, (*path, "events"), "missing", kind_="github", needed="at least one of `events`")
        field = _FIELDS.get(trigger.kind)
        if field is not None and getattr(trigger, field) is None and not is_blank(trigger.kind):
            yield found(RULE.name, (*path, field), "missing", kind_=trigger.kind, needed=f"a `{field}`")


RULE: Final = Rule("incomplete-trigger", CODE, check)
