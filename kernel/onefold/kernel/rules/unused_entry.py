"""An entry of a catalogue is used nowhere.

## What it checks
Every tool, verifier, model slot and workflow of the catalogues against all workflows of the workspace. A tool is also
used where a glob in `allow` matches it. Judged only when the whole workspace is checked, and when it could be read.

## Why it matters
What nobody uses is kept up for nothing, and may be a sign that something is called by another name.

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
  github.merge: {description: Merges a pull request.}
```
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a: {kind: tool, tool: github.get_diff, timeout: 30s}
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

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Final

from onefold.kernel.diagnostics import Code, Place
from onefold.kernel.globs import matches
from onefold.kernel.ir.catalog import CatalogDef
from onefold.kernel.ir.nodes import Model, StepDef, SubWorkflow, Tool
from onefold.kernel.rules.rule import WorkspaceRule
from onefold.kernel.workspace import Sighting, Spot, Workspace

CODE: Final = Code(
    "OF326", "warning", "No workflow uses the {kind} `{id}`.", help="remove it, unless workflows elsewhere use it"
)


def check(workspace: Workspace) -> Iterator[Sighting]:
    """Yield a sighting for every entry that is used nowhere."""
    if not workspace.is_whole:
        return
    steps = [step for _, member in workspace.members() for step in member.workflow.steps.values()]
    used: Mapping[str, Container[object]] = {
        "tool": {step.tool for step in steps if isinstance(step, Tool)},
        "verifier": {verifier.use for step in steps for verifier in step.verify},
        "model slot": {step.model for step in steps if isinstance(step, Model)},
        "workflow": {step.workflow for step in steps if isinstance(step, SubWorkflow)},
    }
    globs = _globs(steps)
    for index, catalog in workspace.catalogs():
        for kind, section, entries in _sections(catalog):
            for name in entries:
                if name not in used[kind] and not (kind == "tool" and any(matches(glob, name) for glob in globs)):
                    place = Place((section, name), "key")
                    yield Sighting(RULE.name, Spot(index, place), {"kind": kind, "id": name})


def _globs(steps: Iterable[StepDef]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(glob for step in steps for glob in step.tools.allow))


def _sections(catalog: CatalogDef) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    yield "tool", "tools", catalog.tools or {}
    yield "verifier", "verifiers", catalog.verifiers or {}
    yield "model slot", "models", catalog.models or {}
    yield "workflow", "workflows", catalog.workflows or {}


RULE: Final = WorkspaceRule("unused-entry", CODE, check)
