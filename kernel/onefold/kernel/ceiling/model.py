"""A ceiling: the most that a run may do, dimension by dimension. Without anything said it may do nothing."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from onefold.kernel.bundle.policies import SANDBOXES
from onefold.kernel.ceiling.dimensions import (
    ALL,
    BY_NAME,
    EXACT,
    FOLDERS,
    MONEY,
    NO_ENTRIES,
    PATTERNS,
    QUANTITY,
    Amount,
    Costs,
    Dimension,
    Entries,
    Ladder,
    Operations,
)
from onefold.kernel.classes import frozen
from onefold.kernel.ir.catalog import SIDE_EFFECTS

if TYPE_CHECKING:
    from collections.abc import Mapping

TIERS: Final = ("shadow", "suggest", "act_with_approval", "act_auto")
LEVELS: Final = Ladder(SIDE_EFFECTS)
AUTONOMY: Final = Ladder(TIERS)
SANDBOX: Final = Ladder(tuple(reversed(SANDBOXES)))
"""From the profile that shuts processes in most to the one that does not at all."""
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@frozen(order=True)
class Constraint:
    """What the arguments of a tool must look like."""

    tool: str
    patterns: tuple[str, ...]
    key: str


@frozen
class Ceiling:
    """The most that a run may do. Each dimension is all, none or some of something; what is left out is none."""

    tools: Entries = NO_ENTRIES
    """Tools that may be called, as ids, `prefix*` or `*`."""
    capabilities: Operations = _NOTHING
    """Operations by capability."""
    workspace_roots: Entries = NO_ENTRIES
    """Folders that may be read and written."""
    read_only_roots: Entries = NO_ENTRIES
    """Folders that may be read."""
    side_effect_level: str = SIDE_EFFECTS[0]
    """The strongest side effect."""
    autonomy_tier: str = TIERS[0]
    """How much is done without asking."""
    connector_scopes: Operations = _NOTHING
    """Scopes by the provider of a connector."""
    command_gates: Entries = NO_ENTRIES
    """Commands that are run before and after."""
    models: Entries = NO_ENTRIES
    """Model slots, as ids, `prefix*` or `*`."""
    tokens: Amount = 0
    cost: Costs = _NOTHING
    wall_time: Amount = 0
    """Milliseconds."""
    steps: Amount = 0
    recursion_limit: Amount = 0
    """How deep workflows may run workflows."""
    sandbox_profile: str = SANDBOX.words[0]
    """How processes are at least shut in."""
    constraints: frozenset[Constraint] = frozenset()
    """What arguments of tools must look like: the more, the less may be done."""


DIMENSIONS: Final[Mapping[str, tuple[str, Dimension]]] = {
    "tools": ("tool", PATTERNS),
    "capabilities": ("capability", BY_NAME),
    "workspace_roots": ("workspace_root", FOLDERS),
    "read_only_roots": ("read_only_root", FOLDERS),
    "side_effect_level": ("side_effect_level", LEVELS),
    "autonomy_tier": ("autonomy_tier", AUTONOMY),
    "connector_scopes": ("connector_scope", BY_NAME),
    "command_gates": ("command_gate", EXACT),
    "models": ("model_slot", PATTERNS),
    "tokens": ("budget", QUANTITY),
    "cost": ("budget", MONEY),
    "wall_time": ("budget", QUANTITY),
    "steps": ("budget", QUANTITY),
    "recursion_limit": ("budget", QUANTITY),
    "sandbox_profile": ("capability", SANDBOX),
}
"""The kind of widening and the algebra of each dimension; `constraints` stand apart, since they hang on tools."""
NOTHING: Final = Ceiling()
EVERYTHING: Final = Ceiling(
    tools=ALL,
    capabilities=ALL,
    workspace_roots=ALL,
    side_effect_level=LEVELS.words[-1],
    autonomy_tier=AUTONOMY.words[-1],
    connector_scopes=ALL,
    command_gates=ALL,
    models=ALL,
    tokens=ALL,
    cost=ALL,
    wall_time=ALL,
    steps=ALL,
    recursion_limit=ALL,
    sandbox_profile=SANDBOX.words[-1],
)
