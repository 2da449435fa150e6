"""The list of parts of a bundle is not that of its files.

## What it checks
With `--strict`, every part with a digest is a file with that digest, and `sbom.spdx.json` says the same as the
manifest.

## Why it matters
Whoever looks for a vulnerable part would look in vain.

## Example
```text
$ onefold bundle verify nightly.foldpack --strict
```

## Instead
```text
$ onefold bundle pack nightly.bundle.fold.yaml -o nightly.foldpack
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF855", "error", "The list of parts is wrong at `{written}`: {reason}.")
