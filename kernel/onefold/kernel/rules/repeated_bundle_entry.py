"""Two entries of a bundle have one name.

## What it checks
The ids of triggers and of connectors are unique, and so are the paths of modules and the names of tools and parts.

## Why it matters
Whoever asks for the name would get one of the two, and could not know which.

## Example
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: go, kind: manual}, {id: go, kind: manual}]
```

## Instead
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: go, kind: manual}, {id: now, kind: manual}]
```
"""

from __future__ import annotations

from onefold.kernel.bundle.judged import found, is_blank
from onefold.kernel.bundle.paths import plain_path
from onefold.kernel.diagnostics import Code
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.bundle.judged import JudgedBundle
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code("OF805", "error", "`{name}` is there twice.", help="give one of them another name, or take it out")


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every entry whose name an earlier one has."""
    for names in _lists(bundle):
        known: set[str] = set()
        for path, name in names:
            if name in known and not is_blank(name):
                yield found(RULE.name, path, "duplicate", name=name)
            known.add(name)


def _lists(bundle: JudgedBundle) -> Iterator[list[tuple[IrPath, str]]]:
    manifest = bundle.manifest
    if bundle.is_package:
        modules = enumerate(manifest.transitive_modules)
        yield [(("transitive_modules", index, "path"), plain_path(each.path)) for index, each in modules]
        yield [(("tool_manifest", index, "name"), each.name) for index, each in enumerate(manifest.tool_manifest)]
        yield [(("sbom", "packages", index, "name"), each.name) for index, each in enumerate(manifest.sbom.packages)]
    yield [(("triggers", index, "id"), each.id) for index, each in enumerate(manifest.triggers)]
    yield [(("connectors", index, "id"), each.id) for index, each in enumerate(manifest.connectors)]


RULE: Final = Rule("repeated-bundle-entry", CODE, check)
