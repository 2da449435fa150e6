"""A manifest says what no session can have.

## What it checks
A `stepPath` is a step as it stands in a run, such as `review`, `review.visit[1]` or `candidates[3].review`, written in
the one way there is. Each definition that an orchestrator offers stands in `availableWorkflows` once.

## Why it matters
Sessions are compared by their kind and their step: what is no step would be compared with nothing, and would pass
with any capabilities. Of two entries with one id nobody can say which of them counts.

## Example
```yaml
manifest: worker
harnessId: workflowHarness@1.0.0
workflowDefinitionHash: sha256:dcc2d90525afc21cf44057fd9c71fe5a29b4d32a0f9db66521c62a6bf4f0877b
workflowVersionId: blake3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262
stepPath: candidates[3]/review
stepConfigHash: sha256:faa41844a78428d07fba3ac09ebaebcd6eb101a51681eec3488052bebd957bba
skillsHash: sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945
allowedToolsHash: sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945
memoryStoreIds: [org]
bashCapabilitiesHash: sha256:bdd7d80dde1f5b37fd12aec31d4583e011c19db9dd1d1c16e6707b544f3b2199
```

## Instead
```yaml
manifest: worker
harnessId: workflowHarness@1.0.0
workflowDefinitionHash: sha256:dcc2d90525afc21cf44057fd9c71fe5a29b4d32a0f9db66521c62a6bf4f0877b
workflowVersionId: blake3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262
stepPath: candidates[3].review
stepConfigHash: sha256:faa41844a78428d07fba3ac09ebaebcd6eb101a51681eec3488052bebd957bba
skillsHash: sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945
allowedToolsHash: sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945
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
    "OF738",
    "error",
    "No session has such a manifest: {reason}.",
    help="build the manifest again with `onefold manifest`",
)
