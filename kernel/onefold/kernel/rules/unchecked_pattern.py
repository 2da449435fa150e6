r"""A regular expression is not checked.

## What it checks
Regular expressions run on RE2, in time that grows with the text alone. It has no look-arounds and no back references,
and reads a few escapes in another way than JSON Schema does. What stands in `pattern` and `patternProperties` of a
schema, or is written out in `matches()`, and is not for RE2, is left alone: nothing is said of what it would match.

## Why it matters
A value that does not fit, or a name that no pattern allows, is not found here, but only while a run goes on. An engine
that runs predicates on RE2, as CEL asks, cannot evaluate such a `matches()` at all.

## Example
```yaml
onefold: 1
workflow: w
inputs: {type: object, properties: {name: {type: string, pattern: "^(?!tmp-)[a-z-]+$"}}}
steps:
  a: {kind: model, prompt: hi}
```

## Instead
```yaml
onefold: 1
workflow: w
inputs: {type: object, properties: {name: {type: string, pattern: "^[a-z-]+$", not: {pattern: "^tmp-"}}}}
steps:
  a: {kind: model, prompt: hi}
```
"""

from __future__ import annotations

from onefold.kernel.diagnostics import Code, Finding, Place
from onefold.kernel.ir.expression import Call, Literal
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.ir.walk import children, nodes
from onefold.kernel.references import operations, predicates
from onefold.kernel.remembered import asked_once
from onefold.kernel.rules.rule import Rule
from onefold.kernel.schemas import schemas_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.ir.expression import Expression
    from onefold.kernel.ir.walk import NodePath

CODE: Final = Code(
    "OF310",
    "note",
    "The regular expression `{pattern}` is not checked: it is not for RE2.",
    help="RE2 has no look-arounds and no back references",
)


def check(document: object) -> Iterator[Finding]:
    """Yield a finding for every regular expression that the engine cannot be trusted with."""
    for place, pattern in _patterns(document):
        from onefold.kernel.schema_types.patterns import is_left_alone  # Most documents hold no expression.

        if is_left_alone(pattern):
            yield Finding(RULE.name, place, {"pattern": pattern})


def _patterns(document: object) -> Iterator[tuple[Place, str]]:
    """The regular expressions that are written out, with their places."""
    for path, schema in schemas_with(document, "pattern", "patternProperties"):
        pattern, named = schema.get("pattern"), schema.get("patternProperties")
        if isinstance(pattern, str):
            yield Place((*path, "pattern")), pattern
        if isinstance(named, dict):
            yield from ((Place((*path, "patternProperties", each), "key"), each) for each in named)
    written = asked_once(_written)
    for path, expression in predicates(document) if isinstance(document, WorkflowDef) else ():
        for node, each in written(expression) if "matches" in operations(expression) else ():
            yield Place(path, node=node), each


def _written(expression: Expression) -> list[tuple[NodePath, str]]:
    """The regular expressions in a predicate."""
    found: list[tuple[NodePath, str]] = []
    for node, each in nodes(expression):
        if isinstance(each, Call) and each.function == "matches":
            inner = children(each)
            match inner[-1]:
                case Literal(str(pattern)):
                    found.append(((*node, len(inner) - 1), pattern))
    return found


RULE: Final = Rule("unchecked-pattern", CODE, check)
