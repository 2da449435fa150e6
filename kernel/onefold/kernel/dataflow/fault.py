"""Judge every reference to a step: whether it has run when it is read, and whether it has ended well."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.dataflow.lookup import lookups
from onefold.kernel.flow import Point
from onefold.kernel.functions import cached_property
from onefold.kernel.remembered import remembered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from onefold.kernel.dataflow.lookup import Lookup
    from onefold.kernel.dataflow.proofs import Proofs
    from onefold.kernel.flow import Flow

    Kind: TypeAlias = Literal["never", "sometimes", "concurrent", "undecided", "badly", "maybe-badly"]
    # A fault without its references: kind, parallel step, branch.
    _Verdict: TypeAlias = "tuple[Kind, str | None, str | None]"


@frozen
class Fault:
    """What is wrong with the references of one reader to one step."""

    kind: Kind
    """`never`, `sometimes`: how often the step has run before. `concurrent`: it runs at the same time. `undecided`:
    its branch may have been cut. `badly`, `maybe-badly`: its output is read, and it has ended so."""
    parallel: str | None
    """The parallel step of a reference that is `concurrent` or `undecided`."""
    branch: str | None
    """The branch that may be absent from the output of `parallel`, when it is that output which is read."""
    lookups: tuple[Lookup, ...]
    """All that have this fault, in the order of the workflow."""

    @property
    def first(self) -> Lookup:
        """The reference at which it is told."""
        return self.lookups[0]


@remembered
def faults(flow: Flow) -> tuple[Fault, ...]:
    """Every fault, in the order of its first reference. References of one reader to one step are one fault."""
    judge = _Judge(flow)
    groups: dict[tuple[_Verdict, str, Point], list[Lookup]] = {}
    for lookup in lookups(flow.workflow):
        verdict = judge.verdict(lookup)
        if verdict is not None:
            groups.setdefault((verdict, lookup.step, lookup.point), []).append(lookup)
    return tuple(Fault(*verdict, tuple(group)) for (verdict, _, _), group in groups.items())


class _Judge:
    """Puts the questions about one workflow."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow

    @cached_property
    def _proofs(self) -> Proofs:
        from onefold.kernel.dataflow.proofs import Proofs  # What surely goes well needs none.

        return Proofs(self._flow)

    def verdict(self, lookup: Lookup) -> _Verdict | None:
        flow, step, point = self._flow, lookup.step, lookup.point
        if not (flow.judged(step) and flow.judged(point.step)):
            return None
        rival = flow.concurrent(step, point.step)
        if rival is not None:
            return "concurrent", rival, None
        surely = flow.surely_before(step, point)
        if not surely and not flow.can_run_before(step, point):
            return "never", None, None
        if lookup.mention.optional:
            return None
        if not surely and not self._proofs.prove(lookup, ("steps", step)):
            undecided = flow.undecided(step, point)
            if undecided is None or not flow.surely_before(undecided, point):
                return "sometimes", None, None
            return "undecided", undecided, None
        return self._verdict_on_output(lookup, surely) if lookup.reads_output else None

    def _verdict_on_output(self, lookup: Lookup, surely: bool) -> _Verdict | None:
        """What is wrong with an output of a step that has run; not `surely`: only a guard says so."""
        flow, step, point = self._flow, lookup.step, lookup.point
        badly = self._badly(step, point, surely)
        if badly is not None and not self._proofs.prove(lookup, ("steps", step, "output")):
            return badly, None, None
        branch = lookup.branch(flow.workflow)
        if branch is None or not flow.judged(branch) or flow.surely_before(branch, Point(step, "success")):
            return None
        return None if self._proofs.prove(lookup, ("steps", step, "output", branch)) else ("undecided", step, branch)

    def _badly(self, step: str, point: Point, surely: bool) -> Kind | None:
        if surely and self._flow.surely_well_before(step, point):
            return None
        if not self._flow.can_end_well_before(step, point):
            return "badly"
        # Of a step that has run because a guard says so, nothing more is known.
        return "maybe-badly" if surely else None
