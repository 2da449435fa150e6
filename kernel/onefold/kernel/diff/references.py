"""Give steps other ids, and let everything that names them follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel import patterns
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.expression import Index, Literal, Select
from onefold.kernel.ir.nodes import Parallel
from onefold.kernel.ir.records import rebuild
from onefold.kernel.ir.walk import rewrite_at
from onefold.kernel.jcs import quote
from onefold.kernel.references import predicate_mentions
from onefold.kernel.template import scan

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.expression import Expression
    from onefold.kernel.ir.nodes import WorkflowDef
    from onefold.kernel.ir.walk import NodePath
    from onefold.kernel.template import Reference, TemplatePath
    from onefold.kernel.values import JsonValue

_FIELD: Final = patterns.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_OUTPUT: Final = "output"


@frozen
class _Renaming:
    """New ids by old ids, and which branches the outputs of parallel steps name."""

    ids: Mapping[str, str]
    branches: Mapping[str, frozenset[str]]

    def segments(self, path: TemplatePath) -> list[int]:
        """The segments of a reference that name a renamed step: `steps.S`, and `steps.P.output.S` for a branch S."""
        if path[0] != "steps" or len(path) < 2:
            return []
        found = [1] if path[1] in self.ids else []
        heads = self.branches.get(str(path[1]), frozenset())
        if len(path) > 3 and path[2] == _OUTPUT and path[3] in heads and path[3] in self.ids:
            found.append(3)
        return found


def rename_steps(workflow: WorkflowDef, ids: Mapping[str, str]) -> WorkflowDef:
    """The workflow with the steps in `ids` called by their new ids, wherever it names them.

    Start, edges, branches, templates and predicates follow; a branch's name in the output of its parallel step does
    too. Plain text and schemas stay as they are. The result is not sorted.
    """
    if not ids:
        return workflow
    parallels = {name: step for name, step in workflow.steps.items() if isinstance(step, Parallel)}
    renaming = _Renaming(ids, {name: frozenset(step.branches) for name, step in parallels.items()})

    def renamed(shape: Shape, value: Any) -> Any:  # noqa: ANN401 - any IR value
        match shape:
            case declare.Identifier(refers="step"):
                return ids.get(value, value)
            case declare.Template():
                text = _in_text(value.text, renaming)
                return value if text == value.text else evolve(value, text=text)
            case declare.Arguments():
                return evolve(value, value=_in_value(value.value, renaming))
            case declare.Expression():
                return evolve(value, expression=_in_predicate(value.expression, renaming))
            case _:
                return value

    changed = rebuild(workflow, renamed)
    return evolve(changed, steps={ids.get(name, name): step for name, step in changed.steps.items()})


def _in_value(value: JsonValue, renaming: _Renaming) -> JsonValue:
    if isinstance(value, str):
        return _in_text(value, renaming)
    if isinstance(value, dict):
        return {key: _in_value(item, renaming) for key, item in value.items()}
    if isinstance(value, list):
        return [_in_value(item, renaming) for item in value]
    return value


def _in_text(text: str, renaming: _Renaming) -> str:
    parts: list[str] = []
    position = 0
    for reference in scan(text).references:
        for index in renaming.segments(reference.path):
            start, spelled = _respelled(text, reference, index, renaming)
            parts.extend((text[position:start], spelled))
            position = reference.segments[index][1]
    return "".join([*parts, text[position:]])


def _respelled(text: str, reference: Reference, index: int, renaming: _Renaming) -> tuple[int, str]:
    """Where the spelling of a segment begins, its dot included, and its new spelling up to the segment's end."""
    old = str(reference.path[index])
    new = renaming.ids[old]
    start = reference.segments[index][0]
    in_brackets = text[start] == "["
    # Brackets that the old id did not need are the author's taste, and stay.
    if _FIELD.fullmatch(new) and (not in_brackets or not _FIELD.fullmatch(old)):
        return start if in_brackets else start - 1, f".{new}"
    return start if in_brackets else start - 1, f"[{quote(new)}]"


def _in_predicate(expression: Expression, renaming: _Renaming) -> Expression:
    spots: dict[NodePath, str] = {}
    for mention in predicate_mentions((), expression):
        for index in renaming.segments(mention.path):
            node = mention.segment(index).node
            if node is not None:
                spots[node] = renaming.ids[str(mention.path[index])]
    return rewrite_at(expression, spots, _selecting) if spots else expression


def _selecting(expression: Expression, key: str) -> Expression:
    """The same selection of another key; normalizing decides how it is spelled."""
    if isinstance(expression, Select | Index):
        return Index(expression.operand, Literal(key))
    return expression
