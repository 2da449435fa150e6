"""A JSON Schema declares a draft that is not known.

## What it checks
`$schema` of `inputs`, `outputs`, `output` and the schemas inside them: 2020-12, 2019-09, draft 7, 6 or 4.

## Why it matters
The draft decides which keywords mean something. Nothing is fetched to find out, so an unknown one cannot be judged.

## Example
```yaml
onefold: 1
workflow: w
inputs: {$schema: "https://json-schema.org/draft/2021-99/schema", type: object}
steps:
  a: {kind: model, prompt: hi}
```

## Instead
```yaml
onefold: 1
workflow: w
inputs: {$schema: "https://json-schema.org/draft/2020-12/schema", type: object}
steps:
  a: {kind: model, prompt: hi}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.rules.rule import Rule
from onefold.kernel.schema_dialects import DIALECTS, declared_dialect
from onefold.kernel.schemas import schemas_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

CODE: Final = Code(
    "OF304",
    "error",
    "The JSON Schema draft `{dialect}` is not known.",
    help="leave `$schema` out for 2020-12, or name 2019-09, draft-07, draft-06 or draft-04",
)


def check(document: object) -> Iterator[Finding]:
    """Yield a finding for every `$schema` that names no known draft."""
    for path, schema in schemas_with(document, "$schema"):
        dialect = declared_dialect(schema)
        if dialect is not None and dialect not in DIALECTS:
            yield Finding(RULE.name, Place((*path, "$schema")), {"dialect": dialect})


RULE: Final = Rule("unknown-schema-dialect", CODE, check)
