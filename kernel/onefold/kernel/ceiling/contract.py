"""The policy JSON of the public contract as a ceiling, and back. There an empty list is no limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.bundle.canonical import spelled_out
from onefold.kernel.bundle.policies import CapabilityPolicy, ToolConstraint
from onefold.kernel.ceiling.dimensions import ALL, NO_ENTRIES, Entries, Operations
from onefold.kernel.ceiling.model import EVERYTHING, LEVELS, Ceiling, Constraint
from onefold.kernel.ceiling.order import normal_form
from onefold.kernel.classes import evolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from onefold.kernel.values import JsonObject


def ceiling_of_policy(policy: CapabilityPolicy, *, is_request: bool = False) -> Ceiling:
    """What a policy of the contract allows, or, as a request, asks for, in normal form.

    Of what such a policy cannot say, everything is allowed, but for connectors and commands, whose capability is
    asked. One that lists folders to read alone allows to write nowhere; as a request it may ask to write anywhere.
    """
    capabilities = _operations(policy)
    written = _entries(policy.workspace_roots)
    read: Entries = frozenset(policy.read_only_roots)
    if written == ALL and read and not is_request:
        written = NO_ENTRIES
    return normal_form(
        evolve(
            EVERYTHING,
            tools=_entries(policy.tools, is_restricted=policy.tools_restricted),
            capabilities=capabilities,
            workspace_roots=written,
            read_only_roots=read,
            side_effect_level=LEVELS.words[-1] if policy.side_effect_level is None else policy.side_effect_level,
            connector_scopes=ALL if _has(capabilities, "connector", "call") else {},
            command_gates=ALL if _has(capabilities, "process", "exec") else NO_ENTRIES,
            recursion_limit=ALL if policy.recursion_limit is None else policy.recursion_limit,
            sandbox_profile=policy.sandbox_profile,
            constraints=constraints_of(policy.tool_arg_constraints),
        )
    )


def constraints_of(written: Iterable[ToolConstraint]) -> frozenset[Constraint]:
    """What arguments must look like, each with its patterns in order."""
    return frozenset(
        Constraint(each.tool, tuple(sorted(set(each.arg_patterns))), each.arg_key or "") for each in written
    )


def policy_of(ceiling: Ceiling) -> CapabilityPolicy:
    """As much of a ceiling as a policy of the contract can say; what is denied whole has a flag that says so."""
    made = normal_form(ceiling)
    asked = projection_of(made)
    return evolve(
        asked,
        tools_restricted=made.tools != ALL and not asked.tools,
        capabilities_restricted=made.capabilities != ALL and not asked.capabilities,
        side_effect_level=None if made.side_effect_level == LEVELS.words[-1] else made.side_effect_level,
        recursion_limit=made.recursion_limit if isinstance(made.recursion_limit, int) else None,
        sandbox_profile=made.sandbox_profile,
        tool_arg_constraints=tuple(
            ToolConstraint(tool=each.tool, arg_patterns=each.patterns, arg_key=each.key or None)
            for each in sorted(made.constraints)
        ),
    )


def projection_of(ceiling: Ceiling) -> CapabilityPolicy:
    """A request as the contract projects it: what is asked for, and the rest by default."""
    capabilities = ceiling.capabilities
    operations: Mapping[str, tuple[str, ...]] = {}
    if not isinstance(capabilities, str):
        operations = {name: _list(each) for name, each in capabilities.items()}
    is_raised = ceiling.side_effect_level != LEVELS.words[0]
    return CapabilityPolicy(
        tools=_list(ceiling.tools),
        capabilities=operations,
        workspace_roots=_list(ceiling.workspace_roots),
        read_only_roots=_list(ceiling.read_only_roots),
        side_effect_level=ceiling.side_effect_level if is_raised else None,
    )


def policy_object(ceiling: Ceiling, *, is_projection: bool = False) -> JsonObject:
    """The policy JSON of the contract, every member spelled out; `is_projection` for what a bundle of it asks for."""
    return spelled_out(projection_of(ceiling) if is_projection else policy_of(ceiling))


def _entries(listed: Iterable[str], *, is_restricted: bool = False) -> Entries:
    found = frozenset(listed)
    return found if found or is_restricted else ALL


def _operations(policy: CapabilityPolicy) -> Operations:
    if not policy.capabilities and not policy.capabilities_restricted:
        return ALL
    return {name: _entries(each) for name, each in policy.capabilities.items()}


def _has(capabilities: Operations, name: str, operation: str) -> bool:
    if isinstance(capabilities, str):
        return True
    entries = capabilities.get(name, NO_ENTRIES)
    return isinstance(entries, str) or operation in entries


def _list(entries: Entries) -> tuple[str, ...]:
    return () if isinstance(entries, str) else tuple(sorted(entries))
