"""Workflows run each other in a circle.

## What it checks
The sub-workflow steps of the workflows that are checked together. A step that names a full version other than the
present one closes no circle.

## Why it matters
Such a run would go on until a budget or a limit ends it.

## Example
```toml
# onefold.toml
[severity]
floating-selector = "ignore"
```
```yaml
# build.fold.yaml
onefold: 1
workflow: build
steps:
  a:
    kind: subworkflow
    workflow: test
    version: stable
    timeout: 5m
```
```yaml
# test.fold.yaml
onefold: 1
workflow: test
steps:
  a:
    kind: subworkflow
    workflow: build
    version: stable
    timeout: 5m
```

## Instead
```toml
# onefold.toml
[severity]
floating-selector = "ignore"
```
```yaml
# build.fold.yaml
onefold: 1
workflow: build
steps:
  a:
    kind: subworkflow
    workflow: test
    version: stable
    timeout: 5m
```
```yaml
# test.fold.yaml
onefold: 1
workflow: test
steps:
  a: {kind: model, prompt: Test it.}
```
"""

from __future__ import annotations

from itertools import pairwise

from onefold.kernel.diagnostics import Code, Place
from onefold.kernel.flow.components import components
from onefold.kernel.rules.wider_rule import WorkspaceRule
from onefold.kernel.words import listed
from onefold.kernel.workspace import Remark, Sighting, Spot, may_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    # From a document to those that its steps run, each with the place where it does.
    from collections.abc import Iterator, Mapping
    from typing import Final, TypeAlias

    from onefold.kernel.workspace import Workspace

    Calls: TypeAlias = Mapping[int, Mapping[int, Spot]]

CODE: Final = Code(
    "OF331",
    "error",
    "`{workflow}` runs itself by way of {others}.",
    help="end the circle: let one of them do without the next",
)


def check(workspace: Workspace) -> Iterator[Sighting]:
    """Yield a sighting for every set of workflows that run each other, at the first of them."""
    calls = _calls(workspace)
    names = {index: member.workflow for index, member in workspace.members()}
    successors = {index: tuple(targets) for index, targets in calls.items()}
    circles = [sorted(each) for each in components(successors, successors) if len(each) > 1]
    for circle in sorted(circles):
        path = _shortest(calls, circle)
        spots = [calls[origin][target] for origin, target in pairwise(path)]
        related = tuple(
            Remark(spot, f"`{names[origin]}` runs `{names[target]}` here")
            for spot, (origin, target) in zip(spots[1:], pairwise(path[1:]), strict=True)
        )
        arguments = {"workflow": names[path[0]], "others": listed([names[each] for each in path[1:-1]], "and")}
        yield Sighting(RULE.name, spots[0], arguments, related)


def _calls(workspace: Workspace) -> Calls:
    by_name: dict[str, list[int]] = {}
    for index, member in workspace.members():
        by_name.setdefault(member.workflow, []).append(index)
    members = dict(workspace.members())
    calls: dict[int, dict[int, Spot]] = {index: {} for index in members}
    for index, call in workspace.calls():
        for target in by_name.get(call.workflow, ()):
            # A workflow that runs itself at once is told of without the others.
            if members[target].workflow != members[index].workflow and may_run(call, members[target]):
                spot = Spot(index, Place(("steps", call.step, "workflow")))
                calls[index].setdefault(target, spot)
    return calls


def _shortest(calls: Calls, circle: list[int]) -> list[int]:
    """The shortest way from the first document of a circle back to it, both ends included."""
    start, inside = circle[0], frozenset(circle)
    before: dict[int, int] = {}
    waiting = [start]
    for current in waiting:
        for target in calls[current]:
            if target == start:
                path = [start, current]
                while path[-1] != start:
                    path.append(before[path[-1]])
                return path[::-1]
            if target in inside and target not in before:
                before[target] = current
                waiting.append(target)
    raise AssertionError("every member of a circle leads back to it")


RULE: Final = WorkspaceRule("workflow-cycle", CODE, check)
