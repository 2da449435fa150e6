"""A configuration names a code that does not exist.

## What it checks
The codes under `severity` and `ignore` in the configuration: an id (`OF604`), the beginning of one (`OF6`) or a name
(`costless-loop`).

## Why it matters
A rule that somebody meant to switch off, or to make an error, would go on as before.

## Example
```toml
# onefold.toml
[severity]
costles-loop = "ignore"
```
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
```

## Instead
```toml
# onefold.toml
[severity]
costless-loop = "ignore"
```
```yaml
# flow.fold.yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: hi}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code("OF250", "error", "There is no code `{code}`.", help="`onefold explain` lists the codes")
