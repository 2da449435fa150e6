"""A digest is not whole.

## What it checks
A digest is the name of its algorithm, a colon and 64 digits 0-9 and a-f: `sha256:` for the members of a manifest,
`blake3:` for the version of a workflow.

## Why it matters
A manifest says exactly what a session was allowed to do. Half a digest fits many things.

## Example
```yaml
manifest: planner
harnessId: workflowHarness@1.0.0
plannerModelSlotId: main
systemPromptHash: sha256:12ae32cb
skillsHash: sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945
workflowDefinitionHash: sha256:dcc2d90525afc21cf44057fd9c71fe5a29b4d32a0f9db66521c62a6bf4f0877b
globalToolsHash: sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945
memoryStoreIds: [org]
bashCapabilitiesHash: sha256:bdd7d80dde1f5b37fd12aec31d4583e011c19db9dd1d1c16e6707b544f3b2199
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
    "OF253",
    "error",
    "`{text}` is not a whole `{algorithm}` digest.",
    help="a digest here is `{algorithm}:` and 64 digits, 0 to 9 and a to f",
)
