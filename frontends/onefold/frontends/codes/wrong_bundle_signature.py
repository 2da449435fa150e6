"""A bundle is not what was signed.

## What it checks
The signature is by Ed25519, names the hash that the bundle has, was made by the key that stands beside it, and names
that key. The same holds for the statement in a file `.dsse.json` beside the archive.

## Why it matters
Somebody changed the bundle, or says that somebody else signed it.

## Example
```text
$ onefold bundle verify nightly.foldpack
onefold: [OF847] verify.signature_failed: The signature of the bundle is not valid: it is that of another bundle.
```

## Instead
```text
$ onefold bundle pack nightly.bundle.fold.yaml -o nightly.foldpack --sign --key release.pem
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF847", "error", "The signature of the bundle is not valid: {reason}.")
