"""A step runs a workflow whose id differs by one slip from that of another.

## What it checks
The sub-workflow steps of the workflows that are checked together, while no catalogue has a `workflows` section: an id
that none of them has, but for one letter, a separator or its case, is probably misspelt. Other ids may be those of
workflows elsewhere; with a catalogue, every id is checked.

## Why it matters
A run would come to this step and find nothing to run.

## Example
```yaml
# build.fold.yaml
onefold: 1
workflow: build
steps:
  a:
    kind: subworkflow
    workflow: ops.tset
    version: blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f
    timeout: 5m
```
```yaml
# test.fold.yaml
onefold: 1
workflow: ops.test
steps:
  a: {kind: model, prompt: Test it.}
```

## Instead
```yaml
# build.fold.yaml
onefold: 1
workflow: build
steps:
  a:
    kind: subworkflow
    workflow: ops.test
    version: blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f
    timeout: 5m
```
```yaml
# test.fold.yaml
onefold: 1
workflow: ops.test
steps:
  a: {kind: model, prompt: Test it.}
```
"""

from __future__ import annotations

from onefold.kernel import patterns
from onefold.kernel.diagnostics import Code, Place
from onefold.kernel.rules.wider_rule import WorkspaceRule
from onefold.kernel.workspace import Remark, Sighting, Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.workspace import Workspace

CODE: Final = Code(
    "OF332",
    "warning",
    "No workflow that is checked here is called `{workflow}`, and one is called `{near}`.",
    help="did you mean `{near}`?",
)

_SEPARATORS: Final = patterns.compile(r"[^a-z0-9]")
_SHORTEST: Final = 4


def check(workspace: Workspace) -> Iterator[Sighting]:
    """Yield a sighting for every step that probably means another workflow."""
    if any(catalog.workflows is not None for _, catalog in workspace.catalogs()):
        return
    known: dict[str, int] = {}
    for index, member in workspace.members():
        known.setdefault(member.workflow, index)
    near: dict[str, str | None] = {}
    for index, call in workspace.calls():
        name = call.workflow
        if name in known:
            continue
        if name not in near:
            near[name] = next((each for each in sorted(known) if is_slip(name, each)), None)
        found = near[name]
        if found is not None:
            spot = Spot(index, Place(("steps", call.step, "workflow")))
            related = (Remark(Spot(known[found], Place(("workflow",))), "this is the other one"),)
            yield Sighting(RULE.name, spot, {"workflow": name, "near": found}, related)


def is_slip(name: str, other: str) -> bool:
    """Whether two ids differ in case or separators only, or by one letter added, left out, changed or exchanged.

    Digits are no slips: `report-2024` and `report-2025` are two workflows.

    >>> [is_slip("ops.merge", other) for other in ("Ops-merge", "ops.mrege", "ops.merges", "ops.purge", "a")]
    [True, True, True, False, False]
    """
    short, long = sorted((_folded(name), _folded(other)), key=len)
    if short == long:
        return True
    if len(short) < _SHORTEST or len(long) - len(short) > 1:
        return False
    start = next((index for index, pair in enumerate(zip(short, long, strict=False)) if len(set(pair)) > 1), len(short))
    rest, longer = short[start:], long[start:]
    changed = longer[:1] + (rest[:1] if len(short) == len(long) else "")
    if any(each.isdigit() for each in changed):
        return False
    exchanged = rest[:2][::-1] == longer[:2] and rest[2:] == longer[2:]
    return rest[len(short) - len(long) + 1 :] == longer[1:] or exchanged


def _folded(name: str) -> str:
    return _SEPARATORS.sub("", name.casefold())


RULE: Final = WorkspaceRule("missing-workflow", CODE, check)
