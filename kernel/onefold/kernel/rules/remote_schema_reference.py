"""A JSON Schema refers to something outside the workflow.

## What it checks
`$ref`, `$dynamicRef` and `$recursiveRef` in `inputs`, `outputs` and `output`: they may point into the same schema.

## Why it matters
What is behind an address can change without a word, so it could not be part of the workflow's version. Nothing is
ever fetched.

## Example
```yaml
onefold: 1
workflow: w
inputs: {type: object, properties: {pr: {$ref: "https://example.com/pr.json"}}}
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

CODE: Final = Code(
    "OF305",
    "error",
    "`{reference}` is outside this schema, and nothing is fetched.",
    help="copy the schema into `$defs` and refer to it as `#/$defs/NAME`",
)


def check(document: object) -> Iterator[Finding]:
    """Yield a finding for every reference that leaves its schema."""
    for reference in schema_references(document):
        if reference.remote:
            yield Finding(RULE.name, Place(reference.path), {"reference": reference.text})


RULE: Final = Rule("remote-schema-reference", CODE, check)
