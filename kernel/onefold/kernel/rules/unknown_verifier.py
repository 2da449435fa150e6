"""A step uses a verifier that no catalogue lists.

## What it checks
Every verifier in `verify` against the verifiers of the catalogues. While no catalogue has a `verifiers` section,
verifiers are not checked.

## Why it matters
A result that nobody can verify would be refused, or taken unseen.

## Example
```toml
# onefold.toml
catalogs = ["catalog.yaml"]
```
```yaml
# catalog.yaml
catalog: team
verifiers:
  citations: {description: Every claim has a source.}
```
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: Summarize it., verify: [citation]}
```

## Instead
```toml
# onefold.toml
catalogs = ["catalog.yaml"]
```
```yaml
# catalog.yaml
catalog: team
verifiers:
  citations: {description: Every claim has a source.}
```
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: Summarize it., verify: [citations]}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.rules.wider_rule import CatalogRule
from onefold.kernel.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.catalog import Catalog
    from onefold.kernel.ir.nodes import WorkflowDef

CODE: Final = Code(
    "OF322", "error", "No catalogue lists a verifier `{verifier}`.", help="list it in a catalogue, or name another"
)


def check(workflow: WorkflowDef, catalog: Catalog) -> Iterator[Finding]:
    """Yield a finding for every use of a verifier that is not known."""
    if catalog.verifiers is None:
        return
    for identifier, step in workflow.steps.items():
        for index, verifier in enumerate(step.verify):
            if verifier.use not in catalog.verifiers:
                place = Place(("steps", identifier, "verify", index, "use"))
                help_line = meant(verifier.use, catalog.verifiers)
                yield Finding(RULE.name, place, {"verifier": verifier.use}, help=help_line)


RULE: Final = CatalogRule("unknown-verifier", CODE, check)
