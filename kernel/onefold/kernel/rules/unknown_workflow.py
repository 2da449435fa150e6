"""A step runs a workflow that is not known.

## What it checks
The `workflow` of every sub-workflow step against the workflows of the catalogues and those of the workspace. While no
catalogue has a `workflows` section, they are not checked.

## Why it matters
A run would come to this step and find nothing to run.

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
    workflow: ops.merg
    version: blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f
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
from onefold.kernel.ir.nodes import SubWorkflow
from onefold.kernel.rules.wider_rule import CatalogRule
from onefold.kernel.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.catalog import Catalog
    from onefold.kernel.ir.nodes import WorkflowDef

CODE: Final = Code(
    "OF324",
    "error",
    "There is no workflow `{workflow}` in any catalogue or in the workspace.",
    help="list it in a catalogue, or name another",
)


def check(workflow: WorkflowDef, catalog: Catalog) -> Iterator[Finding]:
    """Yield a finding for every step whose workflow is not known."""
    known = catalog.workflows
    if known is None:
        return
    for identifier, step in workflow.steps.items():
        # A workflow that runs itself is known, whatever else is wrong with that.
        if not isinstance(step, SubWorkflow) or step.workflow in known or step.workflow == workflow.workflow:
            continue
        if step.workflow not in catalog.sources:
            place = Place(("steps", identifier, "workflow"))
            help_line = meant(step.workflow, {*known, *catalog.sources})
            yield Finding(RULE.name, place, {"workflow": step.workflow}, help=help_line)


RULE: Final = CatalogRule("unknown-workflow", CODE, check)
