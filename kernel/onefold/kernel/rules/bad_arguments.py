"""Arguments do not fit the schema of what takes them.

## What it checks
`args` of a tool step against the `input` schema of the tool, `with` of a verifier against the schema of the verifier,
and `with` of a sub-workflow step against the `inputs` of the workflow, where these are known. A string that is exactly
one reference can become any value, one with a reference among other text any string; what depends on them is not
judged.

## Why it matters
The call would be refused when the run has come that far.

## Example
```toml
# onefold.toml
catalogs = ["catalog.yaml"]
```
```yaml
# catalog.yaml
catalog: team
tools:
  github.get_diff:
    input: {type: object, properties: {pr: {type: integer}}, required: [pr], additionalProperties: false}
```
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a: {kind: tool, tool: github.get_diff, args: {pr: seven}, timeout: 30s}
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
  github.get_diff:
    input: {type: object, properties: {pr: {type: integer}}, required: [pr], additionalProperties: false}
```
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a: {kind: tool, tool: github.get_diff, args: {pr: 7}, timeout: 30s}
```
"""

from __future__ import annotations

from onefold.kernel.arguments import Judge
from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.functions import local_cache
from onefold.kernel.ir.nodes import SubWorkflow, Tool
from onefold.kernel.rules.wider_rule import CatalogRule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.catalog import Catalog
    from onefold.kernel.ir.nodes import ArgTemplate, StepDef, WorkflowDef
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue

CODE: Final = Code("OF325", "error", "The arguments do not fit `{taker}`: {reason}.")


def check(workflow: WorkflowDef, catalog: Catalog) -> Iterator[Finding]:
    """Yield a finding for everything that is wrong with arguments."""

    @local_cache
    def judge(kind: str, taker: str) -> Judge | None:
        schema = _schema(catalog, kind, taker)
        return None if schema is None else Judge(schema)

    for identifier, step in workflow.steps.items():
        for path, kind, taker, arguments in _calls(step):
            known = judge(kind, taker)
            for misfit in known.misfits(arguments.value) if known else ():
                place = Place(("steps", identifier, *path, *misfit.path), misfit.part)
                yield Finding(RULE.name, place, {"taker": taker, "reason": misfit.reason}, help=misfit.help)


def _calls(step: StepDef) -> Iterator[tuple[IrPath, str, str, ArgTemplate]]:
    """The arguments of a step: where they are, what kind of thing takes them, and which."""
    if isinstance(step, Tool):
        yield ("args",), "tool", step.tool, step.args
    if isinstance(step, SubWorkflow):
        yield ("with",), "workflow", step.workflow, step.arguments
    for index, verifier in enumerate(step.verify):
        yield ("verify", index, "with"), "verifier", verifier.use, verifier.arguments


def _schema(catalog: Catalog, kind: str, taker: str) -> JsonValue:
    """The schema of the arguments, where it is known."""
    if kind == "tool":
        tool = (catalog.tools or {}).get(taker)
        return None if tool is None else tool.input
    if kind == "verifier":
        verifier = (catalog.verifiers or {}).get(taker)
        return None if verifier is None else verifier.arguments
    workflow = catalog.sources.get(taker)
    return None if workflow is None else workflow.inputs


RULE: Final = CatalogRule("bad-arguments", CODE, check)
