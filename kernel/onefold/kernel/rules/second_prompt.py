"""Two prompt capsules are for one node.

## What it checks
At most one prompt capsule names a node. The prompt of a model step is a capsule too.

## Why it matters
Only one of the prompts would be asked.

## Example
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: start, kind: manual}]
prompt_capsules:
  ask: {id: ask, node_id: a, prompt: Hello.}
  tell: {id: tell, node_id: a, prompt: Bye.}
```

## Instead
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: start, kind: manual}]
prompt_capsules:
  ask: {id: ask, node_id: a, prompt: Hello.}
  tell: {id: tell, node_id: b, prompt: Bye.}
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
    "OF815",
    "error",
    "The node `{node}` has a prompt already: that of `{first}`.",
    help="take one of them out; a model step brings its own prompt",
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every capsule whose node another has."""
    known: dict[str, str] = {}
    for key, capsule in bundle.manifest.prompt_capsules.items():
        path: IrPath = ("prompt_capsules", key, "node_id")
        if is_blank(capsule.node_id):
            continue
        first = known.setdefault(capsule.node_id, key)
        if first != key:
            yield found(RULE.name, path, "second", capsule.node_id, node=capsule.node_id, first=first)


RULE: Final = Rule("second-prompt", CODE, check)
