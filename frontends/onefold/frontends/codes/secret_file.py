"""A text file looks like a secret.

## What it checks
Names such as `.env`, `*.pem`, `*.key`, `*.p12`, `credentials*`, `id_rsa*`, `id_ed25519*`, `.npmrc`, `.netrc`, and
anything below `secrets/` or `.git/`. What stops a bundle from being packed is held against the same list.

## Why it matters
A prompt is sent to a model and stored in every version.

## Example
```text
prompt: {file: .env}
```

## Instead
```text
prompt: {file: prompts/review.md}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF233", "error", "`{path}` looks like a secret, and a prompt is sent to a model.")
