r"""A placeholder in a template is not a reference.

## What it checks
`{{ … }}` in `prompt`, `system`, `args` and `with`: a path such as `inputs.pr` or `steps.review.output.items[0]`,
with a `?` at its end if it may be absent. A key with a hyphen is written `steps["unit-test"]`. `\{{` is plain text.

## Why it matters
Braces that are not closed, or that hold something else, would reach the model as they stand.

## Example
```yaml
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: "Review {{ inputs.pr }"}
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

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.references import templates
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.nodes import WorkflowDef

CODE: Final = Code("OF211", "error", "This is not a reference: {message}.")


def check(workflow: WorkflowDef) -> Iterator[Finding]:
    """Yield a finding for every placeholder that is no reference."""
    for path, template in templates(workflow):
        for fault in template.faults:
            place = Place(path, within=(fault.start, fault.end))
            yield Finding(RULE.name, place, {"message": fault.message}, help=fault.help)


RULE: Final = Rule("template-syntax", CODE, check)
