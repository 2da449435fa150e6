"""The path of a webhook is not well formed.

## What it checks
The `webhook_path` of a `webhook` trigger begins with `/`, consists of characters that a path of an address may have,
and has no part `.` or `..`.

## Why it matters
Nobody could call it, or another address would be called.

## Example
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: hook, kind: webhook, webhook_path: hooks/deploy}]
```

## Instead
```yaml
bundle: nightly
version: 1.0.0
workflow: {file: night.fold.yaml}
triggers: [{id: hook, kind: webhook, webhook_path: /hooks/deploy}]
```
"""

from __future__ import annotations

from onefold.kernel import patterns
from onefold.kernel.bundle.judged import found, is_blank
from onefold.kernel.diagnostics import Code
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.bundle.judged import JudgedBundle
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code(
    "OF829", "error", "`{written}` is no path of a webhook: {reason}.", help="write a path such as /hooks/deploy"
)

_PATH: Final = patterns.compile(r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*", patterns.ASCII)


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every path that is not well formed."""
    for index, trigger in enumerate(bundle.manifest.triggers):
        path: IrPath = ("triggers", index, "webhook_path")
        reason = None if trigger.kind != "webhook" or trigger.webhook_path is None else _fault(trigger.webhook_path)
        if reason is not None:
            shown = "blank" if is_blank(trigger.webhook_path) else trigger.webhook_path
            yield found(RULE.name, path, "malformed", trigger.node_id, written=shown, reason=reason)


def _fault(path: str) -> str | None:
    if not path.startswith("/"):
        return "it does not begin with `/`"
    if not _PATH.fullmatch(path):
        return "it has a character that no path has"
    return "a part of it is `.` or `..`" if {".", ".."} & set(path.split("/")) else None


RULE: Final = Rule("bad-webhook-path", CODE, check)
