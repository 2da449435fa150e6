"""A field of a bundle that must say something is blank.

## What it checks
Ids, names and versions that others refer to are not blank: of the bundle, its workflow, triggers, prompt capsules,
connectors and prompts, and of what travels with it. The contract's path tells which.

## Why it matters
A bundle without an id cannot be asked for, a trigger without one cannot be chosen, and an empty prompt asks nothing.

## Example
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: " ", kind: manual}]
```

## Instead
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: start, kind: manual}]
```
"""

from __future__ import annotations

from onefold.kernel.bundle.judged import found, is_blank
from onefold.kernel.diagnostics import Code
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.bundle.judged import JudgedBundle
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code("OF801", "error", "`{field}` is blank.", help="say what it is")


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every blank field."""
    for path, text in (*_package(bundle), *_own(bundle)):
        if is_blank(text):
            yield found(RULE.name, path, "blank", field=_name(path))


def _name(path: IrPath) -> str:
    return str(path[-1])


def _package(bundle: JudgedBundle) -> Iterator[tuple[IrPath, str | None]]:
    """What only a package has to say."""
    if not bundle.is_package:
        return
    manifest = bundle.manifest
    yield ("entrypoint",), manifest.entrypoint
    yield ("stdlib_version",), manifest.stdlib_version
    yield ("harn_version",), manifest.tool_version
    for index, module in enumerate(manifest.transitive_modules):
        yield ("transitive_modules", index, "path"), module.path
    for index, tool in enumerate(manifest.tool_manifest):
        yield ("tool_manifest", index, "name"), tool.name
    yield from _parts(bundle)
    yield ("parent_trust_record_id",), manifest.parent_trust_record_id
    if manifest.signature is not None:
        yield ("signature", "algorithm"), manifest.signature.algorithm
        yield ("signature", "public_key"), manifest.signature.public_key
        yield ("signature", "signature"), manifest.signature.signature


def _parts(bundle: JudgedBundle) -> Iterator[tuple[IrPath, str | None]]:
    sbom = bundle.manifest.sbom
    yield ("sbom", "format"), sbom.format
    yield ("sbom", "version"), sbom.version
    for index, part in enumerate(sbom.packages):
        yield ("sbom", "packages", index, "name"), part.name
    for index, each in enumerate(sbom.relationships):
        below: IrPath = ("sbom", "relationships", index)
        yield (*below, "from"), each.origin
        yield (*below, "to"), each.target
        yield (*below, "relationship_type"), each.kind


def _own(bundle: JudgedBundle) -> Iterator[tuple[IrPath, str | None]]:
    manifest = bundle.manifest
    yield ("id",) if bundle.is_package else ("bundle",), manifest.id
    yield ("version",), manifest.version
    if bundle.has_graph:
        yield ("workflow", "id"), manifest.workflow.id
    for index, trigger in enumerate(manifest.triggers):
        yield ("triggers", index, "id"), trigger.id
        yield ("triggers", index, "kind"), trigger.kind
    for key, capsule in manifest.prompt_capsules.items():
        yield ("prompt_capsules", key, "id"), capsule.id
        yield ("prompt_capsules", key, "prompt"), capsule.prompt
    for index, connector in enumerate(manifest.connectors):
        yield ("connectors", index, "id"), connector.id
        yield ("connectors", index, "provider_id"), connector.provider_id


RULE: Final = Rule("blank-bundle-field", CODE, check)
