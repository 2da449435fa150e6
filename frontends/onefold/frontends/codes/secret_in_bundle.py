"""A secret would travel with a bundle.

## What it checks
No path of what is packed is `.env*`, `credentials*`, `*.pem`, `*.key`, `*.p12`, `id_rsa*`, `id_ed25519*`,
`.npmrc` or `.netrc`, or lies in a folder `secrets` or `.git`. Case does not matter.
Sources, sub-workflows and catalogues count too; what is not packed is not looked at. A source cannot be left out.

## Why it matters
Whoever gets the bundle would get the secret.

## Example
```text
metadata: {contributes: [docs, .env]}
```

## Instead
```text
metadata: {contributes: [docs]}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF856",
    "error",
    "`{written}` looks like a secret, and would be packed.",
    help="leave it out with --exclude-secrets, or say --include-secrets",
)
