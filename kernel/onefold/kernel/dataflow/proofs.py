"""What the guards of a workflow prove of its references."""

from __future__ import annotations

from onefold.kernel.guards import EntryGuards, Guards
from onefold.kernel.ir.nodes import Conditional

TYPE_CHECKING = False
if TYPE_CHECKING:
    from onefold.kernel.dataflow.lookup import Lookup
    from onefold.kernel.flow import Flow
    from onefold.kernel.ir.expression import Expression
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.template import TemplatePath


class Proofs:
    """Looks for the guards around one reference after the other."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self._entries = EntryGuards(flow)
        self._guards: dict[IrPath, Guards] = {}

    def prove(self, lookup: Lookup, path: TemplatePath) -> bool:
        """Whether a guard around the reference, or one passed on every way to it, proves that `path` is there."""
        mention = lookup.mention
        if mention.node is not None:
            guards = self._guards.get(mention.at)
            if guards is None:
                guards = self._guards[mention.at] = Guards(self._predicate(lookup))
            if guards.proves(mention.node, path):
                return True
        return self._entries.proves(lookup.point.step, path)

    def _predicate(self, lookup: Lookup) -> Expression:
        if lookup.transition is not None and lookup.transition.when is not None:
            return lookup.transition.when.expression
        step = self._flow.workflow.steps[lookup.point.step]
        assert isinstance(step, Conditional)  # noqa: S101 - only these two have predicates
        return step.on.expression
