"""A path of a bundle leads out of it.

## What it checks
`entrypoint` and the paths of modules are relative, and no part of them is `..`.

## Why it matters
Whoever unpacks the bundle would write, or run, a file that is not part of it.

## Example
```text
{"entrypoint": "../main.harn"}
```

## Instead
```text
{"entrypoint": "main.harn"}
```
"""

from __future__ import annotations

from onefold.kernel.bundle.judged import found, is_blank
from onefold.kernel.bundle.paths import fault_of_path
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
    "OF802",
    "error",
    "`{written}` does not stay inside of the bundle: {reason}.",
    help="write a path that goes down from the bundle, without `..`",
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every path that leads out."""
    if not bundle.is_package:
        return
    manifest = bundle.manifest
    paths: list[tuple[IrPath, str]] = [(("entrypoint",), manifest.entrypoint)]
    paths += [
        (("transitive_modules", index, "path"), each.path) for index, each in enumerate(manifest.transitive_modules)
    ]
    for place, path in paths:
        reason = None if is_blank(path) else fault_of_path(path)
        if reason is not None:
            yield found(RULE.name, place, "unsafe", written=path, reason=reason)


RULE: Final = Rule("unsafe-bundle-path", CODE, check)
