"""Which model answers is not settled.

## What it checks
The catalogue says `pinned: false` of the model slot of a step: its provider replaces the model behind the name.

## Why it matters
The version of a workflow names what it does. A step that asks whatever model stands behind a name at the time does one
thing today and another tomorrow, under the same version of this workflow.

## Example
```toml
# onefold.toml
catalogs = ["catalog.yaml"]
```
```yaml
# catalog.yaml
catalog: team
models:
  writer: {provider: acme, model: acme-latest, pinned: false}
```
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: Write it., model: writer}
```

## Instead
```toml
# onefold.toml
catalogs = ["catalog.yaml"]
```
```yaml
# catalog.yaml
catalog: team
models:
  writer: {provider: acme, model: acme-2026-01, pinned: true}
```
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: Write it., model: writer}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.ir.nodes import Model
from onefold.kernel.rules.wider_rule import CatalogRule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.catalog import Catalog
    from onefold.kernel.ir.nodes import WorkflowDef

CODE: Final = Code(
    "OF608",
    "warning",
    "The step `{step}` asks whatever model the slot `{slot}` means at the time.",
    help="name a slot whose model is pinned, or pin this one in its catalogue",
)


def check(workflow: WorkflowDef, catalog: Catalog) -> Iterator[Finding]:
    """Yield a finding for every step whose model slot is known to float."""
    for identifier, step in workflow.steps.items():
        if not isinstance(step, Model) or step.model is None:
            continue
        slot = (catalog.models or {}).get(step.model)
        if slot is not None and slot.pinned is False:
            arguments = {"step": identifier, "slot": step.model}
            yield Finding(RULE.name, Place(("steps", identifier, "model")), arguments)


RULE: Final = CatalogRule("floating-model-slot", CODE, check)
