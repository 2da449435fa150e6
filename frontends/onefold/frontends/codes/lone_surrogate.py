r"""A text holds half of a surrogate pair.

## What it checks
Keys and strings hold Unicode scalar values. An escape such as `\ud83d` is one half of a pair that stands for a
character beyond U+FFFF; without its other half it is no character.

## Why it matters
Such a text has no UTF-8 bytes, so it cannot be encoded, and programs that repair it do so in different ways.

## Example
```json
{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "Smile! \ud83d"}}}
```

## Instead
```json
{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "Smile! \ud83d\ude00"}}}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

CODE: Final = Code(
    "OF109",
    "error",
    "This is half of a surrogate pair, which is no character.",
    help="write the whole pair, or the character itself",
)
