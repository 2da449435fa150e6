"""Two sources define one workflow, and not the same one.

## What it checks
The workflows that are checked together: those with one id have one version.

## Why it matters
A step that runs the workflow by its id would run one or the other.

## Example
```yaml
# greet.fold.yaml
onefold: 1
workflow: greet
steps:
  a: {kind: model, prompt: Say hello.}
```
```yaml
# old/greet.fold.yaml
onefold: 1
workflow: greet
steps:
  a: {kind: model, prompt: Say hi.}
```

## Instead
```yaml
# greet.fold.yaml
onefold: 1
workflow: greet
steps:
  a: {kind: model, prompt: Say hello.}
```
```yaml
# old/greet.fold.yaml
onefold: 1
workflow: greet-old
steps:
  a: {kind: model, prompt: Say hi.}
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

    from onefold.kernel.member import Member
    from onefold.kernel.workspace import Workspace

CODE: Final = Code(
    "OF330",
    "error",
    "The workflow `{workflow}` is defined {count} times, and not in the same way.",
    help="give one of them another id, or remove it",
)

_PLACE: Final = Place(("workflow",))
_DIGITS: Final = len("blake3:") + 8


def check(workspace: Workspace) -> Iterator[Sighting]:
    """Yield a sighting for every id with several versions, at the second of them."""
    groups: dict[str, dict[int, Member]] = {}
    for index, member in workspace.members():
        groups.setdefault(member.workflow, {})[index] = member
    for workflow, members in groups.items():
        # The version of an only one may never be asked for.
        known = {index: each.version for index, each in members.items()} if len(members) > 1 else {}
        versions = {index: version for index, version in known.items() if version is not None}
        first = next(iter(versions.values()), None)
        other = next((index for index, version in versions.items() if version != first), None)
        if other is None:
            continue
        related = tuple(
            Remark(Spot(index, _PLACE), f"another definition, with the version `{version[:_DIGITS]}…`")
            for index, version in versions.items()
            if index != other
        )
        arguments = {"workflow": workflow, "count": len(versions)}
        yield Sighting(RULE.name, Spot(other, _PLACE), arguments, related)


RULE: Final = WorkspaceRule("conflicting-versions", CODE, check)
