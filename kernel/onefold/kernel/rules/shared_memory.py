"""Two ids would share one memory.

## What it checks
The memory of a workflow is named for its id in lower case, with `-` for every separator: that of `ops.review` is
`workflow:ops-review`. The ids of a definition and of the memory that it attaches, and those of the definitions that an
orchestrator offers, give different names, and no id gives an empty one.

## Why it matters
What one workflow remembers would be read, and overwritten, by another.

## Example
```yaml
definition: ops.review
models: {main: {provider: openai, model: gpt-5}}
planner: {model: main}
memory: {attached: [{id: ops-review}]}
```

## Instead
```yaml
definition: ops.review
models: {main: {provider: openai, model: gpt-5}}
planner: {model: main}
memory: {attached: [{id: ops-report}]}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Most runs meet no such document.
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.identity.definition import DefinitionDef
    from onefold.kernel.identity.orchestrator import OrchestratorDef
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code("OF733", "error", "No memory can be told apart here: {reason}.", help="give one of them another id")


def check(document: DefinitionDef | OrchestratorDef) -> Iterator[Finding]:
    """Yield a finding for the first id that has no memory of its own."""
    from onefold.kernel.identity.memory import MemoryCollision, require_apart, require_once

    known: list[str] = []
    attached: list[str] = []
    for path, identifier in _named(document):
        known.append(identifier)
        attached.extend([identifier] if "attached" in path else [])
        try:
            require_apart(known)
            require_once(attached)
        except MemoryCollision as collision:
            yield Finding(RULE.name, Place(path), {"reason": str(collision)})
            return


def _named(document: DefinitionDef | OrchestratorDef) -> Iterator[tuple[IrPath, str]]:
    from onefold.kernel.identity.orchestrator import OrchestratorDef

    if isinstance(document, OrchestratorDef):
        for index, workflow in enumerate(document.workflows):
            yield ("workflows", index), workflow
        return
    yield ("definition",), document.definition
    for index, attached in enumerate(document.memory.attached):
        yield ("memory", "attached", index, "id"), attached.id


RULE: Final = Rule("shared-memory", CODE, check)
