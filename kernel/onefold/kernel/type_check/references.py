"""What stands at a path that a template or predicate names: inputs, step outputs, outcomes."""

from __future__ import annotations

from onefold.kernel.ir.nodes import STANDARD_OUTCOMES, Conditional, Parallel
from onefold.kernel.schema_types import UNKNOWN, Possible, SchemaTypes
from onefold.kernel.schema_types.plain import is_surely_declared
from onefold.kernel.schema_types.possible import FORBIDDEN, as_field, of_kinds, some
from onefold.kernel.type_check.branches import BranchEnds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.ir.nodes import StepDef, WorkflowDef
    from onefold.kernel.schema_types.possible import Path
    from onefold.kernel.values import JsonValue

# A longer path, and an output put together of more outputs, is not looked into.
DEEPEST: Final = 32
MOST_OUTPUTS: Final = 100

_WORKFLOW: Final = SchemaTypes(
    {"type": "object", "properties": {"id": {"type": "string"}}, "additionalProperties": False}
)
_STEP: Final = SchemaTypes(
    {"type": "object", "properties": {"output": True, "outcome": True}, "additionalProperties": False}
)


_CONDITIONAL: Final = SchemaTypes({"type": "object", "properties": {"outcome": True}, "additionalProperties": False})


class ReferenceTypes:
    """The answers for one workflow."""

    def __init__(self, workflow: WorkflowDef) -> None:
        self._workflow = workflow
        self._schemas: dict[str | None, SchemaTypes] = {}
        self._outcomes: dict[tuple[str, ...], SchemaTypes] = {}
        self._known: dict[Path, Possible] = {}
        self._declared: dict[tuple[int, Path], bool] = {}
        self._ends = BranchEnds(workflow)
        self._left = 0

    def at(self, path: Path) -> Possible:
        """What can stand at a path that begins with a root."""
        found = self._known.get(path)
        if found is None:
            self._left = MOST_OUTPUTS
            found = self._known[path] = self._find(path) if len(path) <= DEEPEST else UNKNOWN
        return found

    def is_surely_declared(self, path: Path) -> bool:
        """Whether plain schemas declare each part of a path, so that nothing can be wrong with it."""
        if path[0] == "inputs":
            return self._declares(self._workflow.inputs, path[1:])
        if path[0] != "steps" or len(path) < 3 or path[1] not in self._workflow.steps:
            return False
        if path[2] == "output":
            return self._declares(self._workflow.steps[str(path[1])].output, path[3:])
        return path[2:] == ("outcome",)

    def _declares(self, schema: JsonValue, rest: Path) -> bool:
        # Schemas that are written alike are often one object, and all of them live as long as the workflow.
        asked = id(schema), rest
        known = self._declared.get(asked)
        if known is None:
            known = self._declared[asked] = is_surely_declared(schema, rest)
        return known

    def _find(self, path: Path) -> Possible:
        match path:
            case ("workflow", *rest):
                return _WORKFLOW.at(tuple(rest))
            case ("inputs", *rest):
                return self._of_schema(None, self._workflow.inputs, tuple(rest))
            case ("steps",):
                return of_kinds(frozenset({"mapping"}))
            case ("steps", str(identifier), *rest):
                step = self._workflow.steps.get(identifier)
                return UNKNOWN if step is None else self._of_step(identifier, step, tuple(rest))
            case ("steps", *_):
                return FORBIDDEN
        return UNKNOWN

    def _of_schema(self, owner: str | None, schema: JsonValue, rest: Path) -> Possible:
        """What a schema says; it is that of the step `owner`, or of the inputs."""
        if schema is None:
            return UNKNOWN
        if owner not in self._schemas:
            self._schemas[owner] = SchemaTypes(schema)
        return self._schemas[owner].at(rest)

    def _of_step(self, identifier: str, step: StepDef, rest: Path) -> Possible:
        # A conditional makes nothing unless it says so.
        makes_nothing = isinstance(step, Conditional) and step.output is None
        match rest:
            case ("outcome", *below):
                if step.outcomes not in self._outcomes:
                    self._outcomes[step.outcomes] = SchemaTypes({"enum": [*STANDARD_OUTCOMES, *step.outcomes]})
                found = self._outcomes[step.outcomes].at(tuple(below))
            case ("output", *below) if not makes_nothing:
                found = self._output(identifier, tuple(below))
            case _:
                return (_CONDITIONAL if makes_nothing else _STEP).at(rest)
        return found if below else as_field(found, "declared")

    def _output(self, identifier: str, rest: Path) -> Possible:
        step = self._workflow.steps[identifier]
        if step.output is not None:
            return self._of_schema(identifier, step.output, rest)
        self._left -= 1
        if not isinstance(step, Parallel) or self._left < 0:
            return UNKNOWN
        if not rest:
            return Possible(frozenset({"mapping"}), None, "open", (step.branches,))
        if rest[0] not in step.branches:
            return FORBIDDEN
        # The output of a branch is that of the step on which it ends.
        ends = [each for each in self._ends.of(str(rest[0])) if each in self._workflow.steps]
        found = some([self._output(end, rest[1:]) for end in ends]) if ends else UNKNOWN
        return found if rest[1:] else as_field(found, "declared")
