r"""A text that models read holds characters that people cannot see.

## What it checks
Prompts, system prompts, descriptions, checks, the strings of arguments, and what schemas say in words: characters that
are drawn as nothing, such as zero-width spaces, tags, variation selectors and control characters. Emoji, and the
joiners that some scripts need, are left alone.

## Why it matters
A model reads them all. Whole sentences can be hidden in tags, and two texts that look the same are different texts with
different versions. Mostly they came along unnoticed when something was copied.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: "Review\u200B the diff."}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: Review the diff.}
```
"""

from __future__ import annotations

from onefold.kernel.characters.glance import may_hold_invisible
from onefold.kernel.diagnostics import Code, Finding
from onefold.kernel.rules.rule import Rule
from onefold.kernel.texts import texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Nearly no text is looked at with the Unicode database, so it is loaded where it is needed.
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.characters.occurrence import Occurrence
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code(
    "OF240",
    "warning",
    "The text holds {characters}, which nobody sees{meaning}.",
    help="remove what is not meant to be there",
)


def check(document: object) -> Iterator[Finding]:
    """Yield a finding for every kind of invisible characters in a text, at the first of them."""
    for path, text in texts(document):
        if may_hold_invisible(text):
            yield from _in_text(path, text)


def _in_text(path: IrPath, text: str) -> Iterator[Finding]:
    from onefold.kernel.characters.invisible import invisible
    from onefold.kernel.characters.occurrence import by_kind

    for first, others in by_kind(invisible(text), path):
        yield Finding(RULE.name, first.place(path), _arguments(text, first), others)


def _arguments(text: str, found: Occurrence) -> dict[str, object]:
    from onefold.kernel.characters.invisible import spelled
    from onefold.kernel.characters.occurrence import described

    hidden = text[found.start : found.end]
    called = f"the character {described(hidden[0])}"
    characters = called if len(hidden) == 1 else f"{len(hidden)} characters from {described(hidden[0])} on"
    meaning = spelled(hidden)
    return {"characters": characters, "meaning": f" and which spell `{meaning}`" if meaning else ""}


RULE: Final = Rule("invisible-character", CODE, check)
