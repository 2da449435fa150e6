"""Find what can never work in the references and predicates of a workflow."""

from __future__ import annotations

from onefold.kernel.classes import evolve
from onefold.kernel.diagnostics import Related
from onefold.kernel.functions import cached_property, partial
from onefold.kernel.references import TEMPLATE_ROOTS, predicates, template_mentions
from onefold.kernel.type_check.evaluate import evaluate
from onefold.kernel.type_check.fields import FieldFault, member
from onefold.kernel.type_check.references import ReferenceTypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.nodes import WorkflowDef
    from onefold.kernel.references import Mention
    from onefold.kernel.schema_types.possible import Path


class TypeCheck:
    """The findings of one workflow whose step references all resolve; they are looked for once."""

    def __init__(self, workflow: WorkflowDef) -> None:
        self._workflow = workflow
        self._types = ReferenceTypes(workflow)

    def findings(self, code: str) -> tuple[Finding, ...]:
        """The findings of one code, in the order of the workflow."""
        return tuple(each for each in self._findings if each.code == code)

    @property
    def has_findings(self) -> bool:
        """Whether anything was found at all."""
        return bool(self._findings)

    @cached_property
    def _findings(self) -> list[Finding]:
        found: list[Finding] = []
        fields: dict[tuple[str, Path], list[Finding]] = {}
        for fault in self._faults():
            if isinstance(fault, FieldFault):
                fields.setdefault((fault.finding.code, fault.path), []).append(fault.finding)
            else:
                found.append(fault)
        found.extend(_as_one(each) for each in fields.values())
        return found

    def _faults(self) -> Iterator[Finding | FieldFault]:
        for mention in template_mentions(self._workflow):
            if mention.root in TEMPLATE_ROOTS and not self._types.is_surely_declared(mention.path):
                yield from self._along(mention)
        sound: set[int] = set()
        for path, expression in predicates(self._workflow):
            # Predicates that are written alike are often one object.
            if id(expression) not in sound:
                faults = evaluate(self._types, path, expression)
                yield from faults
                sound.update(() if faults else (id(expression),))

    def _along(self, mention: Mention) -> Iterator[FieldFault]:
        """What is wrong with the segments of a reference, up to the first that cannot be there."""
        for count in range(1, len(mention.path)):
            found, fault = member(
                self._types, mention.path[:count], mention.path[count], partial(mention.segment, count)
            )
            if fault is not None:
                yield fault
            if found.field == "unknown" or not found.kinds:
                return


def _as_one(findings: list[Finding]) -> Finding:
    """One mistake with all its places."""
    first, *others = findings
    return evolve(first, related=tuple(Related(each.place, "it is named here too") for each in others))
