"""A text holds what looks like a secret.

## What it checks
Every string of the workflow: tokens of known services, JSON Web Tokens, private keys, and long random values that are
given to a name such as `api_key`, `password` or `Authorization`. Only its first four characters and its length are
shown, here and wherever a line that holds it is shown.

## Why it matters
A workflow is stored, compared, sent and shown to people and models, and its versions are kept for good. Whoever reads
one has the secret.

## Example
```yaml
onefold: 1
workflow: w
steps:
  call:
    kind: tool
    tool: http.get
    args: {headers: {Authorization: Bearer 9f8a7b6c5d4e3f2a1b0c9d8e}}
    timeout: 30s
```

## Instead
```yaml
onefold: 1
workflow: w
inputs: {type: object, properties: {token: {type: string}}}
steps:
  call:
    kind: tool
    tool: http.get
    args: {headers: {Authorization: "Bearer {{ inputs.token }}"}}
    timeout: 30s
```
"""

from __future__ import annotations

from onefold.kernel.classes import evolve
from onefold.kernel.diagnostics import Code, Finding
from onefold.kernel.rules.rule import Rule
from onefold.kernel.secrets.glance import may_hold_secret
from onefold.kernel.texts import strings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.diagnostics import Place
    from onefold.kernel.texts import String

CODE: Final = Code(
    "OF607",
    "warning",
    "This looks like a secret: `{beginning}…`, {length} characters.",
    help="revoke it, keep it where the tool finds it by itself, or take it as an input when the workflow is run",
)


def check(document: object) -> Iterator[Finding]:
    """Yield a finding for everything that looks like a secret."""
    for string in strings(document, may_hold_secret):
        yield from _in_string(string)


def _in_string(string: String) -> Iterator[Finding]:
    # Nearly no string needs to be compared with the forms of secrets, so they are loaded here.
    from onefold.kernel.secrets.find import secrets
    from onefold.kernel.secrets.mask import beginning

    for start, end in secrets(string.text, string.key):
        arguments = {"beginning": beginning(string.text[start:end]), "length": end - start}
        yield Finding(RULE.name, _place(string, start, end), arguments, sensitive=True)


def _place(string: String, start: int, end: int) -> Place:
    """The secret itself where its characters can be told apart from the others, else all of the string."""
    place = string.place
    return place if place.part == "key" or place.node is not None else evolve(place, within=(start, end))


RULE: Final = Rule("secret-literal", CODE, check)
