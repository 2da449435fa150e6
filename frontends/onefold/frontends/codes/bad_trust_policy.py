"""A trust policy cannot be used.

## What it checks
A trust policy is JSON with `trusted_signers`, a list of fingerprints, and `signer_registry_url`, the path or `file:`
address of a folder of public keys. Nothing is ever fetched.

## Why it matters
Nobody could say who is trusted.

## Example
```text
{"signer_registry_url": "https://keys.example"}
```

## Instead
```text
{"signer_registry_url": "keys"}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF850", "error", "The trust policy `{file}` cannot be used: {reason}.")
