"""An entry of a catalogue is never looked at.

## What it checks
The ids of every kind across all catalogues. Of several entries with one id, that of the catalogue that the
configuration names first counts.

## Why it matters
Whoever edits the other entry changes nothing, and is not told.

## Example
```toml
# onefold.toml
catalogs = ["catalog.yaml", "more.yaml"]
```
```yaml
# catalog.yaml
catalog: team
tools:
  github.get_diff: {description: Gets the diff of a pull request.}
```
```yaml
# more.yaml
catalog: more
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
from onefold.kernel.rules.wider_rule import WorkspaceRule
from onefold.kernel.workspace import Remark, Sighting, Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.workspace import Workspace

CODE: Final = Code(
    "OF327",
    "warning",
    "Another catalogue lists `{id}` too, and its entry counts.",
    help="remove one of them, or name this catalogue before the other in the configuration",
)

_SECTIONS: Final = ("tools", "verifiers", "models", "workflows")


def check(workspace: Workspace) -> Iterator[Sighting]:
    """Yield a sighting for every entry that an earlier catalogue has too."""
    first: dict[tuple[str, str], Spot] = {}
    for index, catalog in workspace.catalogs():
        for section in _SECTIONS:
            for name in getattr(catalog, section) or ():
                spot = Spot(index, Place((section, name), "key"))
                counting = first.setdefault((section, name), spot)
                if counting is not spot:
                    related = (Remark(counting, "this entry counts"),)
                    yield Sighting(RULE.name, spot, {"id": name}, related)


RULE: Final = WorkspaceRule("shadowed-entry", CODE, check)
