"""What a bundle asks for: by the contract's own projection, or, of bundles of ours, by all that its nodes do."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from onefold.kernel.bundle.policies import CapabilityPolicy
from onefold.kernel.ceiling.approval_ranks import rank_of
from onefold.kernel.ceiling.around import NOTHING_AROUND, Around, allowed_patterns, level_of_tools
from onefold.kernel.ceiling.contract import constraints_of
from onefold.kernel.ceiling.dimensions import ALL, Amount, Costs, Entries, Operations
from onefold.kernel.ceiling.model import LEVELS, SANDBOX, Ceiling
from onefold.kernel.ceiling.of_workflows import DEFAULT_SLOT, MODEL_CALL, sub_workflow_ceiling
from onefold.kernel.ceiling.order import normal_form, union
from onefold.kernel.classes import evolve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onefold.kernel.bundle.graph import WorkflowNode
    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.values import JsonValue

_FLOORS: Final = {"suggest": "read_only", "act_with_approval": "process_exec", "act_auto": "network"}
# The kinds that ask a model, and that run another workflow where they name one.
_AGENTS: Final = ("", "stage", "agent", "subagent", "worker")
_DURATION: Final = re.compile(r"(?:([0-9]+)d)?(?:([0-9]+)h)?(?:([0-9]+)m)?(?:([0-9]+)s)?(?:([0-9]+)ms)?")
_SIZES: Final = (86_400_000, 3_600_000, 60_000, 1000, 1)
# Members of what a node says of its tools: those that name one, those whose key is no name, and those without any.
_NAMED: Final = ("name", "tool", "id")
_NO_TOOLS: Final = (
    *("deny", "description", "annotations", "parameters", "metadata", "required", "enum"),
    *("input_schema", "inputSchema", "output_schema", "outputSchema", "arg_schema", "schema", "args"),
)
_NO_NAMES: Final = (*_NO_TOOLS, "type", "_type", "allow", "tools", "function", "functions")
_CONNECTOR_CALL: Final = Ceiling(capabilities={"connector": frozenset({"call"})})
_USUAL: Final = CapabilityPolicy().sandbox_profile
_PROCESS: Final = Ceiling(
    capabilities={"process": frozenset({"exec"})}, side_effect_level="process_exec", sandbox_profile=_USUAL
)


def ceiling_of_bundle(bundle: Manifest, *, is_contract: bool, around: Around = NOTHING_AROUND) -> Ceiling:
    """What a bundle asks for, in normal form; `is_contract` where it was written in the contract's format."""
    prompted = {each.node_id for each in bundle.prompt_capsules.values()}
    requests = [*_surroundings(bundle, is_contract=is_contract)]
    for name, node in bundle.workflow.nodes.items():
        requests += _of_node(node, around, is_contract=is_contract, is_prompted=name in prompted)
    if not is_contract:
        requests.append(asked_by_policy(bundle.workflow.capability_policy))
        requests.append(Ceiling(side_effect_level="network" if bundle.connectors else LEVELS.words[0]))
    return normal_form(_with_budget(union(*requests), bundle, is_contract=is_contract))


def _surroundings(bundle: Manifest, *, is_contract: bool) -> Iterator[Ceiling]:
    """What a bundle asks for but for its nodes."""
    policy, environment = bundle.policy, bundle.environment
    yield Ceiling(
        # To the contract a tool that is denied is named all the same.
        tools=frozenset(tool for tool, said in policy.tool_policy.items() if is_contract or rank_of(said) != 0),
        side_effect_level=_FLOORS.get(policy.autonomy_tier, LEVELS.words[0]),
        autonomy_tier=policy.autonomy_tier,
        command_gates=frozenset(environment.command_gates),
    )
    if environment.command_gates or environment.worktree_policy != "host_managed":
        yield _PROCESS
    for each in bundle.connectors:
        scopes: Operations = {each.provider_id or each.id: frozenset(each.scopes) or ALL}
        yield evolve(_CONNECTOR_CALL, connector_scopes=scopes)


def node_ceiling(
    node: WorkflowNode, *, is_contract: bool, is_prompted: bool = False, around: Around = NOTHING_AROUND
) -> Ceiling:
    """What a node asks for; `is_prompted` where a capsule of the bundle is for it."""
    return union(*_of_node(node, around, is_contract=is_contract, is_prompted=is_prompted))


def _of_node(node: WorkflowNode, around: Around, *, is_contract: bool, is_prompted: bool) -> Iterator[Ceiling]:
    models = models_of(node)
    said = evolve(asked_by_policy(node.capability_policy), models=models)
    if is_contract:
        yield said
        return
    tools = node_tools(node)
    yield evolve(said, tools=tools)
    # What the policy of a node limits needs no catalogue to be known.
    is_limited = node.capability_policy.side_effect_level is not None
    known = level_of_tools(tools, around) if tools and not is_limited else LEVELS.words[0]
    yield Ceiling(side_effect_level=LEVELS.join((known, annotated_level(node))))
    if node.kind in ("connector", "connector_call"):
        yield evolve(_CONNECTOR_CALL, side_effect_level="network")
    named = sub_workflow_of(node)
    if named is not None:
        yield sub_workflow_ceiling(*named, around)
    elif node.kind in _AGENTS or is_prompted or node.prompt is not None or models:
        yield evolve(MODEL_CALL, models=models or frozenset({DEFAULT_SLOT}))


def asked_by_policy(policy: CapabilityPolicy) -> Ceiling:
    """What a policy in a bundle names; what it leaves empty is not asked for here."""
    runs_processes = "process" in policy.capabilities
    is_usual = SANDBOX.within(policy.sandbox_profile, _USUAL)
    return Ceiling(
        tools=frozenset(policy.tools),
        capabilities={name: frozenset(each) or ALL for name, each in policy.capabilities.items()},
        workspace_roots=frozenset(policy.workspace_roots),
        read_only_roots=frozenset(policy.read_only_roots),
        side_effect_level=policy.side_effect_level or LEVELS.words[0],
        recursion_limit=policy.recursion_limit or 0,
        sandbox_profile=policy.sandbox_profile if runs_processes or not is_usual else SANDBOX.words[0],
        constraints=constraints_of(policy.tool_arg_constraints),
    )


def node_tools(node: WorkflowNode) -> Entries:
    """The tools that a node names, in its policy and in whatever form it says so, without those it denies."""
    said = node.tools
    if isinstance(said, dict) and set(said) <= {"allow", "deny"}:
        denied = [*_names(said.get("deny"))]
        own = frozenset(node.capability_policy.tools) if node.kind == "action" else frozenset[str]()
        # What a model is denied, the node may still call by itself.
        return own | allowed_patterns((*node.capability_policy.tools, *_names(said.get("allow"))), denied)
    return frozenset((*node.capability_policy.tools, *_names(said)))


def annotated_level(node: WorkflowNode) -> str:
    """The strongest side effect that a node's own annotations give a tool."""
    level = LEVELS.words[0]
    for known in node.capability_policy.tool_annotations.values():
        said = known.get("side_effect_level") if isinstance(known, dict) else None
        level = LEVELS.join((level, said)) if isinstance(said, str) else level
    return level


def models_of(node: WorkflowNode) -> frozenset[str]:
    """The models that a node names: a slot, a model with its provider, or `tier:` and a class of models."""
    policy = node.model_policy
    found = set()
    if policy.model is not None:
        found.add(policy.model if policy.provider is None else f"{policy.provider}/{policy.model}")
    elif policy.provider is not None:
        found.add(f"{policy.provider}/*")
    if policy.model_tier is not None:
        found.add(f"tier:{policy.model_tier}")
    return frozenset(found)


def sub_workflow_of(node: WorkflowNode) -> tuple[str, str] | None:
    """The id and the version selector of the workflow that a node runs."""
    workflow, selector = node.metadata.get("workflow"), node.metadata.get("version")
    if not isinstance(workflow, str):
        return None
    # What is no selector leaves it to the host which version runs.
    return workflow, selector if isinstance(selector, str) else "latest"


def _with_budget(asked: Ceiling, bundle: Manifest, *, is_contract: bool) -> Ceiling:
    """The request with the amounts that the workflow of a bundle may use; what it does not say may be any amount."""
    said = bundle.workflow.metadata.get("budget")
    budget: dict[str, Any] = said if isinstance(said, dict) else {}
    asks_models = is_contract or bool(asked.models)
    rest: Amount = ALL if asks_models else 0
    return evolve(
        asked,
        tokens=_count(budget.get("tokens"), rest),
        cost=cost_of(budget.get("cost"), ALL if asks_models else {}),
        wall_time=_milliseconds(budget.get("wall_time")),
        steps=_count(budget.get("steps"), ALL),
    )


def _count(value: JsonValue, rest: Amount) -> Amount:
    return value if isinstance(value, int) and not isinstance(value, bool) else rest


def cost_of(value: JsonValue, rest: Costs) -> Costs:
    """Money as a budget says it; `rest` where it says none."""
    amount, _, currency = value.partition(" ") if isinstance(value, str) else ("", "", "")
    return {currency: Decimal(amount)} if currency and amount.replace(".", "", 1).isdecimal() else rest


def _milliseconds(value: JsonValue) -> Amount:
    return ALL if not isinstance(value, str) else milliseconds(value)


def milliseconds(text: str) -> Amount:
    """The length of a duration in its canonical spelling; any amount where it is spelled otherwise."""
    found = _DURATION.fullmatch(text)
    if found is None or not text:
        return ALL
    return sum(int(count) * size for count, size in zip(found.groups("0"), _SIZES, strict=True))


def denied_tools(node: WorkflowNode) -> frozenset[str]:
    """The globs of tools that a node denies a model."""
    said = node.tools
    return frozenset(_names(said.get("deny"))) if isinstance(said, dict) else frozenset()


def _names(tools: JsonValue) -> Iterator[str]:
    """The names in what a node says of its tools, whatever its form: in a list, by key, in a registry, in an object."""
    if isinstance(tools, str):
        yield tools
    elif isinstance(tools, dict):
        own = [each for name in _NAMED if isinstance(each := tools.get(name), str)]
        yield from own or (name for name in tools if name not in _NO_NAMES)
        yield from (each for name, value in tools.items() if name not in _NO_TOOLS for each in _inner(value))
    elif isinstance(tools, list):
        yield from (each for value in tools for each in _names(value))


def _inner(value: JsonValue) -> Iterator[str]:
    """The names in a part of an object; a text there is no name."""
    return _names(value) if isinstance(value, (dict, list)) else iter(())
