"""A source is written in a way that a patch cannot be put into.

## What it checks
The text of a source can be changed in a few places so that it says what the patched source has to, with every comment
kept.

## Why it matters
A source is never written anew for a patch: what nobody asked to change stays as it is.

## Example
```text
steps:
  review: &r         # a patch of `review` alone
    kind: model
    prompt: &p Hello.
  again: *r
  more: {kind: model, prompt: *p}
```

## Instead
```text
steps:
  review: {kind: model, prompt: Hello.}
  again: {kind: model, prompt: Hello.}
  more: {kind: model, prompt: Hello.}
```
"""

from __future__ import annotations

from typing import Final

from onefold.kernel.diagnostics import Code

CODE: Final = Code(
    "OF868",
    "error",
    "The text of `{path}` cannot be changed in its place.",
    help="write it without aliases and merge keys, or change it by hand",
)
