"""A bundle has a schema that is not known.

## What it checks
`schema_version` is 2 or 3.

## Why it matters
Its other fields may mean something else.

## Example
```text
{"schema_version": 1}
```

## Instead
```text
{"schema_version": 3}
```
"""

from __future__ import annotations

from onefold.kernel.bundle.judged import found
from onefold.kernel.bundle.manifest import SCHEMAS
from onefold.kernel.diagnostics import Code
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.bundle.judged import JudgedBundle
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code(
    "OF807",
    "error",
    "Bundles of schema {schema} cannot be read: the schemas are {known}.",
    help="pack the bundle again with a newer tool",
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding when the schema is none of those that are read."""
    schema = bundle.manifest.schema_version
    path: IrPath = ("schema_version",)
    if schema not in SCHEMAS:
        known = " and ".join(map(str, SCHEMAS))
        yield found(RULE.name, path, "unsupported", schema=schema, known=known)


RULE: Final = Rule("unsupported-bundle-schema", CODE, check)
