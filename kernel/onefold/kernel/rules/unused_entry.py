"""An entry of a catalogue is used nowhere.

## What it checks
Every tool, verifier, model slot and workflow of the catalogues against all workflows of the workspace. A tool is also
used where a glob in `allow` matches it. Judged only when the whole workspace is checked and could be read; where an id
that is not listed may mean an entry, only that id is reported.

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

from onefold.kernel.diagnostics import Code, Place
from onefold.kernel.globs import matches
from onefold.kernel.rules.wider_rule import WorkspaceRule
from onefold.kernel.words import nearest
from onefold.kernel.workspace import Sighting, Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Set
    from typing import Final

    from onefold.kernel.ir.catalog import CatalogDef
    from onefold.kernel.member import Member
    from onefold.kernel.workspace import Workspace

CODE: Final = Code(
    "OF326", "warning", "No workflow uses the {kind} `{id}`.", help="remove it, unless workflows elsewhere use it"
)


def check(workspace: Workspace) -> Iterator[Sighting]:
    """Yield a sighting for every entry that is used nowhere."""
    if not workspace.is_whole:
        return
    members = [member for _, member in workspace.members()]
    catalogs = tuple(workspace.catalogs())
    listed = [tool for _, catalog in catalogs for tool in catalog.tools or ()]
    used = _used(members, listed, {tool for _, offer in workspace.offers() for tool in offer.tools})
    for index, catalog in catalogs:
        for kind, section, entries in _sections(catalog):
            unlisted = (name for name in used[kind] if name not in entries)
            meant = {nearest(name, entries) for name in unlisted}
            for name in entries:
                if name not in used[kind] and name not in meant:
                    yield Sighting(RULE.name, Spot(index, Place((section, name), "key")), {"kind": kind, "id": name})


def _used(members: Sequence[Member], tools: Sequence[str], offered: Set[str]) -> Mapping[str, Set[str]]:
    """The ids of every kind that steps name, or allow with a glob. A glob without any tool may have meant each.

    `offered` are the tools that definitions and orchestrators name.
    """
    globs = dict.fromkeys(glob for each in members for glob in each.allowed)
    allowed = [[tool for tool in tools if matches(glob, tool)] or tools for glob in globs]
    return {
        "tool": set().union(offered, *(each.tools for each in members), *allowed),
        "verifier": set().union(*(each.verifiers for each in members)),
        "model slot": set().union(*(each.models for each in members)),
        "workflow": {call.workflow for each in members for call in each.calls},
    }


def _sections(catalog: CatalogDef) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    yield "tool", "tools", catalog.tools or {}
    yield "verifier", "verifiers", catalog.verifiers or {}
    yield "model slot", "models", catalog.models or {}
    yield "workflow", "workflows", catalog.workflows or {}


RULE: Final = WorkspaceRule("unused-entry", CODE, check)
