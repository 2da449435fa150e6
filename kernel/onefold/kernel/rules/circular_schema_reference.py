"""A JSON Schema refers to itself and to nothing else.

## What it checks
References that lead back to where they begin without going into the value: `$ref` to itself, by way of other `$ref`,
and by `allOf`, `anyOf`, `oneOf` and their kin, which speak of the same value. A reference below `properties` or `items`
goes into the value, and may well lead back.

## Why it matters
Such a schema says nothing about any value, and a validator that follows it does not end.

## Example
```yaml
onefold: 1
workflow: w
inputs: {type: object, properties: {pr: {$ref: "#/properties/pr"}}}
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

from onefold.kernel.diagnostics import Code, Finding, Place, Related
from onefold.kernel.rules.rule import Rule
from onefold.kernel.schemas import circular_references

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

CODE: Final = Code("OF309", "error", "`{reference}` leads back here, and says nothing about the value.")


def check(document: object) -> Iterator[Finding]:
    """Yield a finding for every circle of references, at the first of them."""
    for first, *others in circular_references(document):
        related = tuple(Related(Place(each.path), "by way of this") for each in others)
        yield Finding(RULE.name, Place(first.path), {"reference": first.text}, related)


RULE: Final = Rule("circular-schema-reference", CODE, check)
