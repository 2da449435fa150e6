r"""A configuration has a pattern of file names that means nothing.

## What it checks
The patterns under `include`, `exclude` and `ignore` in the configuration, which are written as in `.gitignore`. One
that is not well formed, or is a comment, matches nothing.

## Why it matters
Files that somebody meant to leave out would be checked, or files that shall be checked would be left out.

## Example
```toml
# onefold.toml
exclude = ["#drafts"]
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
exclude = ["\\#drafts"]
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

CODE: Final = Code(
    "OF252",
    "error",
    "The pattern `{pattern}` matches nothing.",
    help="patterns are written as in `.gitignore`",
)
