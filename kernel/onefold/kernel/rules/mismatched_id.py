"""What stands under a key has another id.

## What it checks
The `id` of a prompt capsule is the key it stands under, and so is the `id` of a node.

## Why it matters
References to the one id and to the other would find different things.

## Example
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: start, kind: manual}]
prompt_capsules: {ask: {id: tell, node_id: a, prompt: Hello.}}
```

## Instead
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: start, kind: manual}]
prompt_capsules: {ask: {id: ask, node_id: a, prompt: Hello.}}
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
    "OF809",
    "error",
    "`{key}` says of itself that its id is `{id}`.",
    help="write the id that it stands under, or leave it out of a node",
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every id that is not its key."""
    for key, node in bundle.manifest.workflow.nodes.items():
        path: IrPath = ("workflow", "nodes", key, "id")
        if node.id is not None and node.id != key:
            yield found(RULE.name, path, "mismatch", key, key=key, id=node.id)
    for key, capsule in bundle.manifest.prompt_capsules.items():
        if capsule.id != key and not is_blank(capsule.id):
            yield found(RULE.name, ("prompt_capsules", key, "id"), "mismatch", key=key, id=capsule.id)


RULE: Final = Rule("mismatched-id", CODE, check)
