"""A set names the same thing twice.

## What it checks
Lists that are sets: `branches`, `outcomes`, `retry.on`, and the globs of `allow` and `deny`.

## Why it matters
The second one changes nothing, so it is a slip: often another name was meant.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, retry: {attempts: 2, on: [failure, failure]}}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi, retry: {attempts: 2, on: [failure, timeout]}}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.ir.declare import Record, Unordered
from onefold.kernel.rules.rule import Rule
from onefold.kernel.written import of_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.records import Field

CODE: Final = Code("OF220", "warning", "`{member}` stands in `{field}` twice.", help="remove one of them")


def check(document: object) -> Iterator[Finding]:
    """Yield a finding for every member of a set that was there before."""
    for field in of_shape(document, Unordered):
        if not (isinstance(field.shape, Unordered) and isinstance(field.shape.item, Record)):
            yield from _repeated(field)


def _repeated(field: Field) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for index, member in enumerate(field.value):
        if member in first:
            from onefold.kernel.fixes import Removal  # Most sets are written as such.

            related = Related(Place((*field.path, first[member])), "it stands here first")
            arguments = {"member": member, "field": field.path[-1]}
            yield Finding(RULE.name, Place((*field.path, index)), arguments, (related,), fix=Removal())
        first.setdefault(member, index)


RULE: Final = Rule("repeated-member", CODE, check)
