"""A reference begins with a name that nothing has.

## What it checks
References in templates begin with `inputs`, `steps` or `workflow`, those in predicates with `inputs` or `steps`, or
with the variable of the `all` or `exists` around them.

## Why it matters
Nothing would ever stand there.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: "Review {{ input.pr }}"}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: "Review {{ inputs.pr }}"}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from onefold.kernel.diagnostics import Code, Finding
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.references import mentions
from onefold.kernel.rules.rule import Rule
from onefold.kernel.words import listed, meant

CODE: Final = Code("OF307", "error", "There is no `{root}` here: a reference begins with {roots}.")


def check(workflow: WorkflowDef) -> Iterator[Finding]:
    """Yield a finding for every reference with an unknown root."""
    for mention in mentions(workflow):
        if mention.root not in mention.roots:
            arguments = {"root": mention.root, "roots": listed(mention.roots)}
            help_line = meant(mention.root, mention.roots)
            if mention.root in workflow.steps:
                help_line = f"write `steps.{mention.root}`"
            yield Finding(RULE.name, mention.place, arguments, help=help_line)


RULE: Final = Rule("unknown-root", CODE, check)
