"""An entry of a ceiling says nothing that another entry does not say.

## What it checks
No entry of `tools`, `models`, `workspace_roots` and `read_only_roots` is covered by another one: by a pattern, or by
the folder that it lies in. What may be written may be read too.

## Why it matters
Whoever takes the entry out believes that something is no longer allowed.

## Example
```yaml
ceiling: readers
tools: ["github.*", github.close]
```

## Instead
```yaml
ceiling: readers
tools: ["github.*"]
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.kernel.ceiling.dimensions import FOLDERS, PATTERNS, Names
from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.rules.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from onefold.kernel.ceiling.documents import CeilingDef

CODE: Final = Code(
    "OF883", "warning", "`{entry}` in `{field}` is covered by `{cover}` already.", help="take `{entry}` out"
)


def check(ceiling: CeilingDef) -> Iterator[Finding]:
    """Yield a finding for every entry that another one covers."""
    yield from _covered("tools", _list(ceiling.tools), (), PATTERNS)
    yield from _covered("models", _list(ceiling.models), (), PATTERNS)
    written = _list(ceiling.workspace_roots)
    yield from _covered("workspace_roots", written, (), FOLDERS)
    yield from _covered("read_only_roots", _list(ceiling.read_only_roots), written, FOLDERS)


def _covered(field: str, entries: Sequence[str], others: Sequence[str], names: Names) -> Iterator[Finding]:
    tidy = [names.tidy(each) for each in entries]
    further = [(each, names.tidy(each)) for each in others]
    for index, entry in enumerate(tidy):
        rivals = [
            written
            for other, (written, each) in enumerate(zip(entries, tidy, strict=True))
            if other != index and names.covered(entry, frozenset({each})) and (each != entry or other < index)
        ]
        rivals += [written for written, each in further if names.covered(entry, frozenset({each}))]
        if rivals:
            told = {"entry": entries[index], "field": field, "cover": rivals[0]}
            yield Finding(RULE.name, Place((field, index)), told)


def _list(entries: str | tuple[str, ...]) -> tuple[str, ...]:
    return () if isinstance(entries, str) else entries


RULE: Final = Rule("covered-entry", CODE, check)
