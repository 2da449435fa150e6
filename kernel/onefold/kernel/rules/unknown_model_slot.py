"""A step names a model slot that no catalogue lists.

## What it checks
The `model` of every model step against the model slots of the catalogues. While no catalogue has a `models` section,
slots are not checked.

## Why it matters
A run would come to this step and have no model to ask.

## Example
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
  a: {kind: model, prompt: Write it., model: writter}
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
from onefold.kernel.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.catalog import Catalog
    from onefold.kernel.ir.nodes import WorkflowDef

CODE: Final = Code(
    "OF323", "error", "No catalogue lists a model slot `{slot}`.", help="list it in a catalogue, or name another"
)


def check(workflow: WorkflowDef, catalog: Catalog) -> Iterator[Finding]:
    """Yield a finding for every step whose model slot is not known."""
    if catalog.models is None:
        return
    for identifier, step in workflow.steps.items():
        if isinstance(step, Model) and step.model is not None and step.model not in catalog.models:
            place = Place(("steps", identifier, "model"))
            yield Finding(RULE.name, place, {"slot": step.model}, help=meant(step.model, catalog.models))


RULE: Final = CatalogRule("unknown-model-slot", CODE, check)
