"""A policy of a bundle has a word that means nothing.

## What it checks
`policy.autonomy_tier` is `shadow`, `suggest`, `act_with_approval` or `act_auto`; `policy.retry.backoff` is `none`,
`fixed` or `exponential`; `policy.catchup.mode` is `none`, `latest` or `all`; `environment.worktree_policy` is
`reuse_current`, `new_worktree` or `host_managed`.

## Why it matters
A host would have to guess how much the bundle may do.

## Example
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: start, kind: manual}]
policy: {autonomy_tier: act_alone}
```

## Instead
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: start, kind: manual}]
policy: {autonomy_tier: act_auto}
```
"""

from __future__ import annotations

from onefold.kernel.bundle.judged import found, is_blank
from onefold.kernel.diagnostics import Code
from onefold.kernel.rules.rule import Rule
from onefold.kernel.words import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.bundle.judged import JudgedBundle
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code("OF816", "error", "`{field}` cannot be `{word}`: it is {known}.")

TIERS: Final = ("shadow", "suggest", "act_with_approval", "act_auto")
BACKOFFS: Final = ("none", "fixed", "exponential")
MODES: Final = ("none", "latest", "all")
WORKTREES: Final = ("reuse_current", "new_worktree", "host_managed")


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every word that is none of those that are known."""
    policy, environment = bundle.manifest.policy, bundle.manifest.environment
    words: tuple[tuple[IrPath, str, tuple[str, ...]], ...] = (
        (("policy", "autonomy_tier"), policy.autonomy_tier, TIERS),
        (("policy", "retry", "backoff"), policy.retry.backoff, BACKOFFS),
        (("policy", "catchup", "mode"), policy.catchup.mode, MODES),
        (("environment", "worktree_policy"), environment.worktree_policy, WORKTREES),
    )
    for path, word, known in words:
        if word not in known:
            shown = "blank" if is_blank(word) else word
            yield found(RULE.name, path, "unknown", field=path[-1], word=shown, known=listed(known))


RULE: Final = Rule("unknown-policy-word", CODE, check)
