"""A bundle was signed by somebody who is not trusted.

## What it checks
The fingerprint of the key that verified stands among `trusted_signers` of the trust policy, and the registry has that
very key under it. An empty list trusts nobody.

## Why it matters
A signature says who signed, and not whether that is anybody you know.

## Example
```text
{"trusted_signers": []}
```

## Instead
```text
{"trusted_signers": ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"]}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF849",
    "error",
    "The signer `{signer}` is not trusted: {reason}.",
    help="list the fingerprints of signers as `trusted_signers` in the file of --trust-policy",
)
