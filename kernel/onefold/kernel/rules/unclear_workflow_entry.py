"""A workflow in a catalogue has no source, or two.

## What it checks
Every entry of `workflows` has either a `file` or a `version`.

## Why it matters
With neither, nothing is known of the workflow; with both, they may say different things.

## Example
```yaml
catalog: team
workflows:
  greet: {}
```

## Instead
```yaml
catalog: team
workflows:
  greet: {version: "blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f"}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.catalog import CatalogDef

CODE: Final = Code("OF328", "error", "The workflow `{workflow}` has {what}.", help="give it one of the two")


def check(catalog: CatalogDef) -> Iterator[Finding]:
    """Yield a finding for every entry without exactly one source."""
    for identifier, entry in (catalog.workflows or {}).items():
        if (entry.file is None) == (entry.version is None):
            what = "neither a `file` nor a `version`" if entry.file is None else "both a `file` and a `version`"
            arguments = {"workflow": identifier, "what": what}
            yield Finding(RULE.name, Place(("workflows", identifier), "key"), arguments)


RULE: Final = Rule("unclear-workflow-entry", CODE, check)
