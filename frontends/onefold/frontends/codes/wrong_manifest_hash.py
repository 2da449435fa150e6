"""A manifest is not the one that its hash names.

## What it checks
A `manifestHash` that stands in the document of a manifest is the SHA-256 of the canonical JSON of its other members,
without `manifest`.

## Why it matters
A member that was changed by hand would pass for what was built.

## Example
```yaml
manifest: planner
harnessId: workflowHarness@1.0.0
plannerModelSlotId: main
systemPromptHash: sha256:12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126
skillsHash: sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945
workflowDefinitionHash: sha256:dcc2d90525afc21cf44057fd9c71fe5a29b4d32a0f9db66521c62a6bf4f0877b
globalToolsHash: sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945
memoryStoreIds: [org]
bashCapabilitiesHash: sha256:bdd7d80dde1f5b37fd12aec31d4583e011c19db9dd1d1c16e6707b544f3b2199
manifestHash: sha256:0000000000000000000000000000000000000000000000000000000000000000
```

## Instead
```yaml
manifest: planner
harnessId: workflowHarness@1.0.0
plannerModelSlotId: main
systemPromptHash: sha256:12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126
skillsHash: sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945
workflowDefinitionHash: sha256:dcc2d90525afc21cf44057fd9c71fe5a29b4d32a0f9db66521c62a6bf4f0877b
globalToolsHash: sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945
memoryStoreIds: [org]
bashCapabilitiesHash: sha256:bdd7d80dde1f5b37fd12aec31d4583e011c19db9dd1d1c16e6707b544f3b2199
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF735",
    "error",
    "The hash of this manifest is `{found}`.",
    help="build the manifest again, or remove `manifestHash`",
)
