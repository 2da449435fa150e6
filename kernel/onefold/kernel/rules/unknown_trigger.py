"""A prompt capsule answers a trigger that there is not.

## What it checks
The `trigger_id` of a prompt capsule is the id of a trigger.

## Why it matters
The prompt would never be asked.

## Example
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: start, kind: manual}]
prompt_capsules: {ask: {id: ask, node_id: a, trigger_id: stort, prompt: Hello.}}
```

## Instead
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: start, kind: manual}]
prompt_capsules: {ask: {id: ask, node_id: a, trigger_id: start, prompt: Hello.}}
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

CODE: Final = Code("OF814", "error", "There is no trigger `{trigger}`.")


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every trigger that is named and not there."""
    known = {each.id for each in bundle.manifest.triggers}
    for key, capsule in bundle.manifest.prompt_capsules.items():
        path: IrPath = ("prompt_capsules", key, "trigger_id")
        if capsule.trigger_id is not None and capsule.trigger_id not in known:
            node = None if is_blank(capsule.node_id) else capsule.node_id
            yield found(RULE.name, path, "unknown", node, trigger=capsule.trigger_id)


RULE: Final = Rule("unknown-trigger", CODE, check)
