"""What a workflow asks for: its steps, the tools they may call, models, and the workflows that it runs."""

from __future__ import annotations

from decimal import Decimal

from onefold.kernel.ceiling.around import NOTHING_AROUND, Around, allowed_patterns, level_of_tools
from onefold.kernel.ceiling.dimensions import ALL, QUANTITY, Amount, Costs, Entries
from onefold.kernel.ceiling.model import EVERYTHING, LEVELS, Ceiling
from onefold.kernel.ceiling.order import normal_form, union, without_amounts
from onefold.kernel.classes import evolve
from onefold.kernel.ir.nodes import BudgetDef, Model, StepDef, SubWorkflow, Tool, WorkflowDef

DEFAULT_SLOT = "default"
"""How the model slot is called that answers where a step names none."""
MODEL_CALL = Ceiling(capabilities={"llm": frozenset({"call"})}, side_effect_level="network")
"""What every call of a model asks for, beside the model itself."""


def ceiling_of_workflow(workflow: WorkflowDef, around: Around = NOTHING_AROUND) -> Ceiling:
    """What a workflow and all that it runs ask for, in normal form.

    A run's budget holds for the workflows that it runs. A workflow that is not at hand may ask for everything.
    """
    asked, depth = _Steps(around).of(workflow, (workflow.workflow,))
    return evolve(normal_form(_with_budget(asked, workflow.budget)), recursion_limit=depth)


def sub_workflow_ceiling(workflow: str, selector: str, around: Around) -> Ceiling:
    """What running another workflow asks for; the budget is that of the run."""
    asked, depth = _Steps(around).called(workflow, selector, ())
    return evolve(asked, recursion_limit=depth)


def _with_budget(asked: Ceiling, budget: BudgetDef | None) -> Ceiling:
    """The request with what a run may use; without a model there is nothing to pay for."""
    limits = budget or BudgetDef()
    asks_models = asked.models == ALL or bool(asked.models)
    cost: Costs = {} if not asks_models else ALL
    if limits.cost is not None:
        cost = {limits.cost.currency: Decimal(limits.cost.amount)}
    tokens: Amount = ALL if asks_models else 0
    return evolve(
        asked,
        tokens=tokens if limits.tokens is None else limits.tokens,
        cost=cost,
        wall_time=ALL if limits.wall_time is None else limits.wall_time.milliseconds,
        steps=ALL if limits.steps is None else limits.steps,
    )


class _Steps:
    """The requests of steps, those of one workflow worked out once."""

    def __init__(self, around: Around) -> None:
        self._around = around
        self._known: dict[tuple[str, str], tuple[Ceiling, Amount]] = {}

    def of(self, workflow: WorkflowDef, open_: tuple[str, ...]) -> tuple[Ceiling, Amount]:
        """What the steps of a workflow ask for, and how deep workflows run workflows; `open_` are those around it."""
        requests: list[Ceiling] = []
        deepest: Amount = 0
        for step in workflow.steps.values():
            requests.append(self._step(step))
            if isinstance(step, SubWorkflow):
                more, below = self.called(step.workflow, step.version.text, open_)
                requests.append(more)
                deepest = QUANTITY.join((deepest, below))
        return union(*requests), deepest

    def called(self, workflow: str, selector: str, open_: tuple[str, ...]) -> tuple[Ceiling, Amount]:
        """What a workflow asks for that another one runs."""
        key = (workflow, selector)
        if key not in self._known:
            self._known[key] = self._called(workflow, selector, open_)
        return self._known[key]

    def _called(self, workflow: str, selector: str, open_: tuple[str, ...]) -> tuple[Ceiling, Amount]:
        found = None if workflow in open_ else self._around.find(workflow, selector)
        if found is None:
            return without_amounts(EVERYTHING), ALL
        asked, depth = self.of(found, (*open_, workflow))
        return asked, ALL if isinstance(depth, str) else depth + 1

    def _step(self, step: StepDef) -> Ceiling:
        tools = allowed_patterns(step.tools.allow, step.tools.deny)
        if isinstance(step, Tool):
            tools |= {step.tool}
        asked = asking_for_tools(tools, self._around)
        if not isinstance(step, Model):
            return asked
        return union(asked, evolve(MODEL_CALL, models=frozenset({step.model or DEFAULT_SLOT})))


def asking_for_tools(tools: Entries, around: Around) -> Ceiling:
    """What calling tools asks for."""
    return Ceiling(tools=tools, side_effect_level=level_of_tools(tools, around) if tools else LEVELS.words[0])
