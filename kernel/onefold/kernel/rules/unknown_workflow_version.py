"""A step runs a version that its catalogue does not list.

## What it checks
A sub-workflow step names a full version, and the catalogue lists the workflow with another `version`.

## Why it matters
The catalogue says which version is to be used. Another one may be old, or not be there at all.

## Example
```toml
# onefold.toml
catalogs = ["catalog.yaml"]
```
```yaml
# catalog.yaml
catalog: team
workflows:
  ops.merge: {version: "blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f"}
```
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a:
    kind: subworkflow
    workflow: ops.merge
    version: blake3:3b734d03c954389649185720d86ae3f47b12ff6f36121f4afd15cda4866993d6
    timeout: 5m
```

## Instead
```toml
# onefold.toml
catalogs = ["catalog.yaml"]
```
```yaml
# catalog.yaml
catalog: team
workflows:
  ops.merge: {version: "blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f"}
```
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a:
    kind: subworkflow
    workflow: ops.merge
    version: blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f
    timeout: 5m
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.digest import is_version
from onefold.kernel.ir.nodes import SubWorkflow
from onefold.kernel.rules.wider_rule import CatalogRule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.catalog import Catalog
    from onefold.kernel.ir.nodes import WorkflowDef

CODE: Final = Code(
    "OF334",
    "error",
    "The catalogue lists another version of `{workflow}`, `{known}`.",
    help="name the version that the catalogue lists, or list this one",
)


def check(workflow: WorkflowDef, catalog: Catalog) -> Iterator[Finding]:
    """Yield a finding for every full version other than the one that is listed."""
    for identifier, step in workflow.steps.items():
        if not isinstance(step, SubWorkflow) or not is_version(step.version.text):
            continue
        entry = (catalog.workflows or {}).get(step.workflow)
        if entry is not None and entry.version is not None and entry.version != step.version:
            arguments = {"workflow": step.workflow, "known": entry.version.text}
            yield Finding(RULE.name, Place(("steps", identifier, "version")), arguments)


RULE: Final = CatalogRule("unknown-workflow-version", CODE, check)
