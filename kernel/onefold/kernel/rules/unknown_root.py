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

from onefold.kernel.diagnostics import Code, Finding, Related
from onefold.kernel.references import mentions
from onefold.kernel.rules.rule import Rule
from onefold.kernel.words import listed, meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.diagnostics import Place
    from onefold.kernel.ir.nodes import WorkflowDef

CODE: Final = Code("OF307", "error", "There is no `{root}` here: a reference begins with {roots}.")

# Nobody looks at more places of one cause.
_MOST_PLACES: Final = 100


def check(workflow: WorkflowDef) -> Iterator[Finding]:
    """Yield a finding for every unknown root, at the first reference of those that begin with it."""
    unknown: dict[tuple[str, tuple[str, ...]], list[Place]] = {}
    for mention in mentions(workflow):
        if mention.path[0] not in mention.roots:
            unknown.setdefault((mention.root, mention.roots), []).append(mention.place)
    for (root, roots), (first, *others) in unknown.items():
        related = tuple(Related(each, "here too") for each in others[:_MOST_PLACES])
        help_line = f"write `steps.{root}`" if root in workflow.steps else meant(root, roots)
        yield Finding(RULE.name, first, {"root": root, "roots": listed(roots)}, related, help_line)


RULE: Final = Rule("unknown-root", CODE, check)
