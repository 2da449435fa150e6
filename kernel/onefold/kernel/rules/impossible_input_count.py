"""A node needs more inputs than it takes.

## What it checks
`min_inputs` of an `input_contract` is no more than `max_inputs`.

## Why it matters
The node could never run.

## Example
```text
{"input_contract": {"min_inputs": 3, "max_inputs": 1}}
```

## Instead
```text
{"input_contract": {"min_inputs": 1, "max_inputs": 3}}
```
"""

from __future__ import annotations

from onefold.kernel.bundle.judged import found, is_blank
from onefold.kernel.diagnostics import Code
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.bundle.judged import JudgedBundle
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code("OF820", "error", "The node `{node}` needs at least {least} inputs and takes at most {most}.")


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every node that can never have enough inputs."""
    for name, node in bundle.manifest.workflow.nodes.items():
        path: IrPath = ("workflow", "nodes", name, "input_contract")
        least, most = node.input_contract.min_inputs, node.input_contract.max_inputs
        if least is not None and most is not None and least > most and not is_blank(name):
            yield found(RULE.name, path, "input_count", name, ("workflow",), node=name, least=least, most=most)


RULE: Final = Rule("impossible-input-count", CODE, check)
