"""A JSON Schema is not valid.

## What it checks
`inputs`, `outputs` and `output` against the metaschema of the draft that they declare with `$schema`; 2020-12 when
they declare none.

## Why it matters
A schema with a slip in it is quietly ignored by many validators: everything would be accepted.

## Example
```yaml
onefold: 1
workflow: w
inputs: {type: object, properties: {pr: {type: intger}}}
steps:
  a: {kind: model, prompt: hi}
```

## Instead
```yaml
onefold: 1
workflow: w
inputs: {type: object, properties: {pr: {type: integer}}}
steps:
  a: {kind: model, prompt: hi}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.rules.rule import Rule
from onefold.kernel.schemas import declared_schemas, metaschema_errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

CODE: Final = Code("OF303", "error", "This is not a valid JSON Schema: {reason}.")


def check(document: object) -> Iterator[Finding]:
    """Yield a finding for every place where a schema breaks its metaschema."""
    for path, schema in declared_schemas(document):
        for below, reason in metaschema_errors(schema):
            yield Finding(RULE.name, Place((*path, *below)), {"reason": reason})


RULE: Final = Rule("invalid-schema", CODE, check)
