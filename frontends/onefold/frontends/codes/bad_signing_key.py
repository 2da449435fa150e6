"""A key cannot be used to sign.

## What it checks
A key is an Ed25519 private key in PKCS#8 PEM, without a passphrase.

## Why it matters
The bundle could not be signed.

## Example
```text
$ onefold bundle pack b.fold.yaml -o b.foldpack --sign --key rsa.pem
```

## Instead
```text
$ onefold bundle keygen release.pem
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF858", "error", "The key `{file}` cannot be used: {reason}.", help="make one with `onefold bundle keygen FILE`"
)
