"""A reference ends before it says what is read.

## What it checks
`steps` is followed by the id of a step that is written out, `steps.ID` in a template by `output` or `outcome`, and
`workflow` by `id`. In predicates a step may not be worked out: `steps[inputs.which]` and `size(steps)` are refused.
`inputs` alone is the whole of the inputs.

## Why it matters
Which steps are read must be known before a run, or nobody can say whether they have run by then.

## Example
```yaml
onefold: 1
workflow: w
steps:
  review: {kind: model, prompt: Review the diff.}
  report: {kind: model, prompt: "Report on {{ steps.review }}"}
transitions:
  - {from: review, to: report}
```

## Instead
```yaml
onefold: 1
workflow: w
steps:
  review: {kind: model, prompt: Review the diff.}
  report: {kind: model, prompt: "Report on {{ steps.review.output }}"}
transitions:
  - {from: review, to: report}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding
from onefold.kernel.ir.path import format_path
from onefold.kernel.references import mentions
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.nodes import WorkflowDef
    from onefold.kernel.references import Mention

CODE: Final = Code("OF308", "error", "`{reference}` does not say what is read: {reason}.")

# What is longer says what is read.
_LONGEST: Final = 2
_STEP_HELP: Final = "write the id of a step after `steps`, such as `steps.review.output`"


def check(workflow: WorkflowDef) -> Iterator[Finding]:
    """Yield a finding for every reference that ends too early."""
    for mention in mentions(workflow):
        if len(mention.path) > _LONGEST:
            continue
        match mention.path:
            case ("steps",):
                yield _finding(mention, "the step must be named where it is read", _STEP_HELP)
            case ("steps", str(step)) if step in workflow.steps and not mention.is_in_predicate:
                reference = format_path(mention.path)
                help_line = f"write `{reference}.output` or `{reference}.outcome`"
                yield _finding(mention, "a step has an `output` and an `outcome`", help_line)
            case ("workflow",) if not mention.is_in_predicate:
                yield _finding(mention, "of the workflow there is only its id", "write `workflow.id`")


def _finding(mention: Mention, reason: str, help_line: str) -> Finding:
    arguments = {"reference": format_path(mention.path), "reason": reason}
    return Finding(RULE.name, mention.place, arguments, help=help_line)


RULE: Final = Rule("incomplete-reference", CODE, check)
