"""The document of a ceiling, `ceiling: ID`: as people write it, and as a value from which everything follows."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from onefold.kernel.bundle.policies import SANDBOXES, ToolConstraint
from onefold.kernel.bundle.shapes import TEXT
from onefold.kernel.ceiling.contract import constraints_of
from onefold.kernel.ceiling.dimensions import ALL, NO_ENTRIES, NONE, Amount, Costs, Entries, Operations
from onefold.kernel.ceiling.model import TIERS, Ceiling
from onefold.kernel.ceiling.order import normal_form
from onefold.kernel.classes import frozen
from onefold.kernel.document import record_document
from onefold.kernel.ir import declare
from onefold.kernel.ir.catalog import SIDE_EFFECTS
from onefold.kernel.ir.declare import declared
from onefold.kernel.ir.nodes import Duration, Money

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onefold.kernel.values import JsonObject

CEILING_ID: Final = declare.Identifier("a ceiling id", separators="./:-", limit=200)
_WORDS: Final = declare.Extent(declare.Unordered(declare.Text(empty=False)))
_COUNT: Final = declare.Extent(declare.Integer(minimum=0))
_OPERATIONS: Final = declare.Extent(declare.Keyed(TEXT, _WORDS, noun="list for"))


@frozen
class CeilingBudget:
    """The most that a run may use."""

    tokens: Any = declared("tokens", _COUNT, default=NONE, doc="Tokens, in and out.")
    cost: Any = declared("cost", declare.Extent(declare.MoneyText()), default=NONE, doc="Money, such as 2.50 USD.")
    wall_time: Any = declared(
        "wall_time", declare.Extent(declare.DurationText()), default=NONE, doc="Time from start to end."
    )
    steps: Any = declared("steps", _COUNT, default=NONE, doc="Step executions; retries are not counted.")


@frozen
class CeilingDef:
    """The most that a run may do. `all` and `none` may stand in place of a list; what is left out is none."""

    ceiling: str = declared("ceiling", CEILING_ID, doc="Id of the ceiling.")
    description: str = declared("description", declare.Text(), default="", doc="What it is for.")
    tools: Any = declared("tools", _WORDS, default=NONE, doc="Tools that may be called: ids, `prefix*` or `*`.")
    capabilities: Any = declared(
        "capabilities", _OPERATIONS, default=NONE, doc="Operations by capability, such as `llm: [call]`."
    )
    workspace_roots: Any = declared(
        "workspace_roots", _WORDS, default=NONE, doc="Folders that may be read and written."
    )
    read_only_roots: Any = declared("read_only_roots", _WORDS, default=NONE, doc="Further folders that may be read.")
    side_effect_level: str = declared(
        "side_effect_level", declare.Choice(SIDE_EFFECTS), default=SIDE_EFFECTS[0], doc="The strongest side effect."
    )
    autonomy_tier: str = declared(
        "autonomy_tier", declare.Choice(TIERS), default=TIERS[0], doc="How much may be done without asking."
    )
    connector_scopes: Any = declared(
        "connector_scopes", _OPERATIONS, default=NONE, doc="Scopes by the provider of a connector."
    )
    command_gates: Any = declared("command_gates", _WORDS, default=NONE, doc="Commands that may be run as gates.")
    models: Any = declared("models", _WORDS, default=NONE, doc="Model slots: ids, `prefix*` or `*`.")
    budget: Any = declared(
        "budget", declare.Extent(declare.Record(CeilingBudget)), default=NONE, doc="The most that a run may use."
    )
    recursion_limit: Any = declared(
        "recursion_limit", _COUNT, default=NONE, doc="How deep workflows may run workflows."
    )
    sandbox_profile: str = declared(
        "sandbox_profile", declare.Choice(SANDBOXES), default="worktree", doc="How processes are at least shut in."
    )
    tool_arg_constraints: tuple[ToolConstraint, ...] = declared(
        "tool_arg_constraints",
        declare.Ordered(declare.Record(ToolConstraint)),
        default=(),
        doc="What arguments of tools must look like.",
    )


def ceiling_of_document(document: CeilingDef) -> Ceiling:
    """The ceiling that a document describes, in normal form."""
    budget = document.budget
    if isinstance(budget, str):
        budget = CeilingBudget(tokens=budget, cost=budget, wall_time=budget, steps=budget)
    return normal_form(
        Ceiling(
            tools=_entries(document.tools),
            capabilities=_operations(document.capabilities),
            workspace_roots=_entries(document.workspace_roots),
            read_only_roots=_entries(document.read_only_roots),
            side_effect_level=document.side_effect_level,
            autonomy_tier=document.autonomy_tier,
            connector_scopes=_operations(document.connector_scopes),
            command_gates=_entries(document.command_gates),
            models=_entries(document.models),
            tokens=_amount(budget.tokens),
            cost=_costs(budget.cost),
            wall_time=_amount(budget.wall_time),
            steps=_amount(budget.steps),
            recursion_limit=_amount(document.recursion_limit),
            sandbox_profile=document.sandbox_profile,
            constraints=constraints_of(document.tool_arg_constraints),
        )
    )


def definition_of(ceiling: Ceiling, name: str) -> CeilingDef:
    """The record of a ceiling's document, in normal form; a request for money of two currencies is one for any."""
    made = normal_form(ceiling)
    amounts = (made.tokens, made.cost, made.wall_time, made.steps)
    budget: Any = CeilingBudget(
        tokens=made.tokens or NONE,
        cost=_money(made.cost),
        wall_time=Duration(made.wall_time)
        if isinstance(made.wall_time, int) and made.wall_time
        else made.wall_time or NONE,
        steps=made.steps or NONE,
    )
    if all(each == ALL for each in amounts):
        budget = ALL
    return CeilingDef(
        ceiling=name,
        tools=_list(made.tools),
        capabilities=_lists(made.capabilities),
        workspace_roots=_list(made.workspace_roots),
        read_only_roots=_list(made.read_only_roots),
        side_effect_level=made.side_effect_level,
        autonomy_tier=made.autonomy_tier,
        connector_scopes=_lists(made.connector_scopes),
        command_gates=_list(made.command_gates),
        models=_list(made.models),
        budget=budget if any(amounts) else NONE,
        recursion_limit=made.recursion_limit or NONE,
        sandbox_profile=made.sandbox_profile,
        tool_arg_constraints=tuple(
            ToolConstraint(tool=each.tool, arg_patterns=each.patterns, arg_key=each.key or None)
            for each in sorted(made.constraints)
        ),
    )


def document_of(ceiling: Ceiling, name: str) -> JsonObject:
    """The document of a ceiling, every member written out but an empty description."""
    written = record_document(definition_of(ceiling, name), defaults=True)
    return {member: each for member, each in written.items() if each not in ("", [])}


def _entries(written: str | tuple[str, ...]) -> Entries:
    if isinstance(written, str):
        return ALL if written == ALL else NO_ENTRIES
    return frozenset(written)


def _operations(written: str | Mapping[str, str | tuple[str, ...]]) -> Operations:
    if isinstance(written, str):
        return ALL if written == ALL else {}
    return {name: _entries(each) for name, each in written.items()}


def _amount(written: str | int | Duration) -> Amount:
    if isinstance(written, Duration):
        return written.milliseconds
    return written if isinstance(written, int) else ALL if written == ALL else 0


def _costs(written: str | Money) -> Costs:
    if isinstance(written, Money):
        return {written.currency: Decimal(written.amount)}
    return ALL if written == ALL else {}


def _list(entries: Entries) -> str | tuple[str, ...]:
    return entries if isinstance(entries, str) else tuple(sorted(entries)) or NONE


def _lists(operations: Operations) -> str | Mapping[str, str | tuple[str, ...]]:
    return operations if isinstance(operations, str) else {name: _list(operations[name]) for name in operations} or NONE


def _money(costs: Costs) -> str | Money:
    if isinstance(costs, str) or len(costs) > 1:
        return ALL
    return next((Money(f"{amount:f}", name) for name, amount in costs.items()), NONE)
