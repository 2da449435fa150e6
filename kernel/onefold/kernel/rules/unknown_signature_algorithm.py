"""A bundle says that it was signed in a way that there is not.

## What it checks
`signature.algorithm` is `ed25519`.

## Why it matters
Nobody could verify the signature.

## Example
```text
{"signature": {"algorithm": "rsa"}}
```

## Instead
```text
{"signature": {"algorithm": "ed25519"}}
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

CODE: Final = Code(
    "OF806", "error", "There is no signature algorithm `{algorithm}`: bundles are signed with `ed25519`."
)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding when the algorithm is another."""
    signature = bundle.manifest.signature
    path: IrPath = ("signature", "algorithm")
    if signature is not None and not is_blank(signature.algorithm) and signature.algorithm != "ed25519":
        yield found(RULE.name, path, "unknown", algorithm=signature.algorithm)


RULE: Final = Rule("unknown-signature-algorithm", CODE, check)
