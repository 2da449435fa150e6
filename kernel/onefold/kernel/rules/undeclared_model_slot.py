"""A definition or an orchestrator names a model slot that it does not declare.

## What it checks
`planner.model`, the `model` of every fixer and the `model` of an orchestrator stand among the ids under `models` of the
same document.

## Why it matters
A manifest holds the id of a slot, and the document says which model it is. Without that nobody could tell which model
a session was started with.

## Example
```yaml
definition: candidate.review
models: {main: {provider: openai, model: gpt-5}}
planner: {model: mian}
```

## Instead
```yaml
definition: candidate.review
models: {main: {provider: openai, model: gpt-5}}
planner: {model: main}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.rules.rule import Rule
from onefold.kernel.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Most runs meet no such document.
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.identity.definition import DefinitionDef
    from onefold.kernel.identity.orchestrator import OrchestratorDef
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code(
    "OF731",
    "error",
    "There is no model slot `{slot}` under `models`.",
    help="declare it: `models: {{{slot}: {{provider: …, model: …}}}}`",
)


def check(document: DefinitionDef | OrchestratorDef) -> Iterator[Finding]:
    """Yield a finding for every slot that is named and not declared."""
    for path, slot in _named(document):
        if slot not in document.models:
            yield Finding(RULE.name, Place(path), {"slot": slot}, help=meant(slot, document.models))


def _named(document: DefinitionDef | OrchestratorDef) -> Iterator[tuple[IrPath, str]]:
    from onefold.kernel.identity.orchestrator import OrchestratorDef

    if isinstance(document, OrchestratorDef):
        yield ("model",), document.model
        return
    yield ("planner", "model"), document.planner.model
    for step, fixer in document.fixers.items():
        yield ("fixers", step, "model"), fixer.model


RULE: Final = Rule("undeclared-model-slot", CODE, check)
