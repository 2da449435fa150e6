"""A JSON Schema refers to a part of itself that is not there.

## What it checks
`$ref` and `$dynamicRef` that point into the same schema, by pointer (`#/$defs/pr`) or by anchor (`#pr`).

## Why it matters
A validator would fail at the first value it sees.

## Example
```yaml
onefold: 1
workflow: w
inputs: {type: object, properties: {pr: {$ref: "#/$defs/pullRequest"}}, $defs: {pr: {type: integer}}}
steps:
  a: {kind: model, prompt: hi}
```

## Instead
```yaml
onefold: 1
workflow: w
inputs: {type: object, properties: {pr: {$ref: "#/$defs/pr"}}, $defs: {pr: {type: integer}}}
steps:
  a: {kind: model, prompt: hi}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.rules.rule import Rule
from onefold.kernel.schemas import schema_references

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

CODE: Final = Code("OF306", "error", "`{reference}` is nowhere in this schema.")


def check(document: object) -> Iterator[Finding]:
    """Yield a finding for every local reference without a target."""
    for reference in schema_references(document):
        if not reference.remote and not reference.found:
            yield Finding(RULE.name, Place(reference.path), {"reference": reference.text})


RULE: Final = Rule("dangling-schema-reference", CODE, check)
