"""A glob of tools matches no tool of any catalogue.

## What it checks
Every entry of `allow` and `deny` against the tools of the catalogues. An entry without `*` is the id of one tool. While
no catalogue has a `tools` section, globs are not checked.

## Why it matters
A model that is allowed nothing cannot work, and a misspelt entry of `deny` forbids nothing.

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
  a: {kind: model, prompt: Review it., tools: ["gitub.*"]}
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
  a: {kind: model, prompt: Review it., tools: ["github.*"]}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.functions import local_cache
from onefold.kernel.globs import matches
from onefold.kernel.rules.wider_rule import CatalogRule
from onefold.kernel.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.catalog import Catalog
    from onefold.kernel.ir.nodes import WorkflowDef

CODE: Final = Code("OF321", "error", "`{glob}` matches no tool of any catalogue.")


def check(workflow: WorkflowDef, catalog: Catalog) -> Iterator[Finding]:
    """Yield a finding for every entry of `allow` and `deny` without a tool."""
    tools = catalog.tools
    if tools is None:
        return

    @local_cache
    def is_empty(glob: str) -> bool:
        return glob not in tools and not any(matches(glob, tool) for tool in tools)

    for identifier, step in workflow.steps.items():
        for name, globs in (("allow", step.tools.allow), ("deny", step.tools.deny)):
            for index, glob in enumerate(globs):
                if is_empty(glob):
                    place = Place(("steps", identifier, "tools", name, index))
                    yield Finding(RULE.name, place, {"glob": glob}, help=_help(glob, catalog))


def _help(glob: str, catalog: Catalog) -> str | None:
    """The tool that is meant, or the beginning of ids that is."""
    if "*" not in glob:
        return meant(glob, catalog.tools or ())
    before, star, after = glob.partition("*")
    if star and not after and before and not before[-1].isalnum():
        groups = {tool[: tool.rindex(before[-1]) + 1] for tool in catalog.tools or () if before[-1] in tool}
        return meant(glob, [f"{group}*" for group in groups])
    return None


RULE: Final = CatalogRule("glob-matches-nothing", CODE, check)
