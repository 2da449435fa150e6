"""A word in a text that models read mixes ASCII letters with letters that only look like them.

## What it checks
Prompts, system prompts, descriptions, checks, the strings of arguments, and what schemas say in words: words with ASCII
letters and with look-alikes of another script, or letters in another shape, such as fullwidth ones. Words of one
script, and names to which a language joins its own endings, are left alone.

## Why it matters
To a model it is another word, or none, and people cannot see why. Mostly a keyboard was set to another language; it is
also a way to get a name past a reader.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: Revіew the diff.}
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

from onefold.kernel.characters.glance import may_mix_scripts
from onefold.kernel.diagnostics import Code, Finding
from onefold.kernel.rules.rule import Rule
from onefold.kernel.texts import texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.path import IrPath

CODE: Final = Code(
    "OF242",
    "warning",
    "In `{word}`, `{letters}` is not what it looks like: it is {character}.",
    help="write the word with letters of one script",
)


def check(document: object) -> Iterator[Finding]:
    """Yield a finding for every letter that is mixed in where it does not belong, at its first place in a text."""
    for path, text in texts(document):
        if may_mix_scripts(text):
            yield from _in_text(path, text)


def _in_text(path: IrPath, text: str) -> Iterator[Finding]:
    # Nearly no text is looked at with the Unicode database, so it is loaded here.
    from onefold.kernel.characters.confusable import confusable
    from onefold.kernel.characters.occurrence import by_kind, described

    for first, others in by_kind(confusable(text), path):
        letters = text[first.start : first.end]
        arguments = {"word": first.word, "letters": letters, "character": described(letters[0])}
        is_foreign = first.twin and first.twin != letters
        help_line = f"write `{first.twin}` with ASCII letters" if is_foreign else None
        yield Finding(RULE.name, first.place(path), arguments, others, help_line)


RULE: Final = Rule("confusable-character", CODE, check)
