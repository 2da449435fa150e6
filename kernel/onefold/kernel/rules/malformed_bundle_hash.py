"""A digest of a bundle is not well formed.

## What it checks
Every BLAKE3 digest of a bundle is `blake3:` and 64 hex digits in lower case. Three things are told apart: it is
missing, it lacks its prefix, or its digits are wrong. What a module was compiled to needs no digest where there is a
linked program.

## Why it matters
A digest that cannot be compared protects nothing.

## Example
```text
{"provider_catalog_hash": "b94d27b9"}
```

## Instead
```text
{"provider_catalog_hash": "blake3:b94d27b9…"}
```
"""

from __future__ import annotations

from onefold.kernel.bundle.judged import found, is_blank
from onefold.kernel.diagnostics import Code
from onefold.kernel.digest import PREFIX, is_version
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.bundle.judged import JudgedBundle
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code(
    "OF804", "error", "`{field}` is no BLAKE3 digest: {reason}.", help="write `blake3:` and 64 hex digits in lower case"
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every digest that is not well formed."""
    if not bundle.is_package:
        return
    for path, text in _hashes(bundle):
        fault = _fault(text)
        if fault is not None:
            kind, reason = fault
            yield found(RULE.name, path, kind, field=path[-1], reason=reason)


def _fault(text: str) -> tuple[str, str] | None:
    if is_blank(text):
        return "missing", "it is missing"
    if not text.startswith(PREFIX):
        return "prefix", f"it does not begin with `{PREFIX}`"
    return None if is_version(text) else ("digits", "64 hex digits in lower case must follow its prefix")


def _hashes(bundle: JudgedBundle) -> Iterator[tuple[IrPath, str]]:
    manifest = bundle.manifest
    for index, module in enumerate(manifest.transitive_modules):
        below: IrPath = ("transitive_modules", index)
        yield (*below, "source_hash_blake3"), module.source_hash
        if manifest.execution_artifact is None or module.bytecode_hash:
            yield (*below, "harnbc_hash_blake3"), module.bytecode_hash
    yield ("provider_catalog_hash",), manifest.catalog_hash
    for index, tool in enumerate(manifest.tool_manifest):
        if tool.schema_hash is not None:
            yield ("tool_manifest", index, "schema_hash_blake3"), tool.schema_hash
    for index, part in enumerate(manifest.sbom.packages):
        if part.hash is not None:
            yield ("sbom", "packages", index, "package_hash_blake3"), part.hash
    if manifest.signature is not None:
        yield ("signature", "manifest_hash_blake3"), manifest.signature.hash


RULE: Final = Rule("malformed-bundle-hash", CODE, check)
