"""A step calls a tool that no catalogue lists.

## What it checks
The `tool` of every tool step against the tools of the catalogues. While no catalogue has a `tools` section, tools are
not checked.

## Why it matters
A run would come to this step and find nobody to call.

## Example
```toml
# onefold.toml
catalogs = ["catalog.yaml"]
```
```yaml
# catalog.yaml
catalog: team
tools:
  github.get_diff: {description: Gets the diff of a pull request.}
```
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a: {kind: tool, tool: github.get_dif, timeout: 30s}
```

## Instead
```toml
# onefold.toml
catalogs = ["catalog.yaml"]
```
```yaml
# catalog.yaml
catalog: team
tools:
  github.get_diff: {description: Gets the diff of a pull request.}
```
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a: {kind: tool, tool: github.get_diff, timeout: 30s}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.ir.nodes import Tool
from onefold.kernel.rules.wider_rule import CatalogRule
from onefold.kernel.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from onefold.kernel.catalog import Catalog
    from onefold.kernel.ir.nodes import WorkflowDef

CODE: Final = Code(
    "OF320", "error", "No catalogue lists a tool `{tool}`.", help="list it in a catalogue, or name another"
)


def check(workflow: WorkflowDef, catalog: Catalog) -> Iterator[Finding]:
    """Yield a finding for every step whose tool is not known."""
    if catalog.tools is None:
        return
    for identifier, step in workflow.steps.items():
        if isinstance(step, Tool) and step.tool not in catalog.tools:
            place = Place(("steps", identifier, "tool"))
            yield Finding(RULE.name, place, {"tool": step.tool}, help=meant(step.tool, catalog.tools))


def check_listed(tools: Sequence[str], catalog: Catalog) -> Iterator[Finding]:
    """Yield a finding for every tool under `tools` of a document that no catalogue lists."""
    if catalog.tools is None:
        return
    for index, tool in enumerate(tools):
        if tool not in catalog.tools:
            yield Finding(RULE.name, Place(("tools", index)), {"tool": tool}, help=meant(tool, catalog.tools))


RULE: Final = CatalogRule("unknown-tool", CODE, check)
