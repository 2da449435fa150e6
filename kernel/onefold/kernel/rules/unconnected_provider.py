"""A trigger has a provider that the bundle has no connector for.

## What it checks
The `provider` of a trigger is the `provider_id` of a connector.

## Why it matters
Its events would not come in.

## Example
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: pr, kind: github, provider: github, events: [push]}]
```

## Instead
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: pr, kind: github, provider: github, events: [push]}]
connectors: [{id: github, provider_id: github}]
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

CODE: Final = Code(
    "OF818", "warning", "No connector is for the provider `{provider}`.", help="add a connector with this `provider_id`"
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every trigger whose provider is not connected."""
    known = {each.provider_id for each in bundle.manifest.connectors}
    for index, trigger in enumerate(bundle.manifest.triggers):
        path: IrPath = ("triggers", index, "provider")
        if trigger.provider is not None and not is_blank(trigger.provider) and trigger.provider not in known:
            yield found(RULE.name, path, "unconnected", trigger.node_id, ("connectors",), provider=trigger.provider)


RULE: Final = Rule("unconnected-provider", CODE, check)
