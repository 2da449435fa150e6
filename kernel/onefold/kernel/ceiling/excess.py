"""What is asked for beyond a ceiling: its kind, where, and both values."""

from __future__ import annotations

from collections.abc import Iterator

from onefold.kernel.ceiling.dimensions import Excess
from onefold.kernel.ceiling.model import DIMENSIONS, Ceiling
from onefold.kernel.ceiling.order import normal_form, readable, touches
from onefold.kernel.classes import frozen
from onefold.kernel.values import JsonValue


@frozen
class Widening:
    """One thing that a request asks for, or a change brings, beyond what was allowed."""

    kind: str
    """`tool`, `capability`, `side_effect_level`, `workspace_root`, `read_only_root`, `connector_scope`,
    `command_gate`, `autonomy_tier`, `approval`, `approval_policy`, `node_tools`, `approval_bypass`, `budget`,
    `model_slot`, `pinned_prompt` or `floating_selector`."""
    place: str
    """A dimension of the ceiling (`capabilities.process`), or a path in the bundle (`workflow.nodes.deploy.tools`)."""
    detail: str
    """A sentence without its full stop."""
    requested: JsonValue
    allowed: JsonValue


WIDENING_KINDS = (
    *("tool", "capability", "side_effect_level", "workspace_root", "read_only_root"),
    *("connector_scope", "command_gate", "autonomy_tier"),
    *("approval", "approval_policy", "node_tools", "approval_bypass"),
    *("budget", "model_slot", "pinned_prompt", "floating_selector"),
)


def excesses(requested: Ceiling, parent: Ceiling) -> tuple[Widening, ...]:
    """Everything that is asked for beyond the parent; nothing exactly when the request is within it."""
    asked, allowed = normal_form(requested), normal_form(parent)
    return tuple(_excesses(asked, allowed))


def _excesses(asked: Ceiling, allowed: Ceiling) -> Iterator[Widening]:
    for name, (kind, dimension) in DIMENSIONS.items():
        limit = readable(allowed) if name == "read_only_roots" else getattr(allowed, name)
        for each in dimension.excesses(getattr(asked, name), limit):
            yield _widening(name, kind, each)
    for constraint in sorted(allowed.constraints - asked.constraints):
        if touches(asked.tools, constraint.tool):
            patterns: list[JsonValue] = [*constraint.patterns]
            told = f"arguments of `{constraint.tool}` are not constrained as they have to be"
            yield Widening("tool", f"tool_arg_constraints.{constraint.tool}", told, None, patterns)


def _widening(name: str, kind: str, excess: Excess) -> Widening:
    place = f"{name}.{excess.name}" if excess.name else name
    return Widening(kind, place, _sentence(name, excess), excess.requested, excess.allowed)


_WORDS = {
    "tools": "the tool",
    "capabilities": "the capability",
    "workspace_roots": "writing in the folder",
    "read_only_roots": "reading the folder",
    "side_effect_level": "the side-effect level",
    "autonomy_tier": "the autonomy tier",
    "connector_scopes": "the connector scope",
    "command_gates": "the command",
    "models": "the model slot",
    "tokens": "tokens:",
    "cost": "a cost of",
    "wall_time": "milliseconds:",
    "steps": "steps:",
    "recursion_limit": "workflows in workflows:",
    "sandbox_profile": "the sandbox",
}
_ALL = {
    "tools": "every tool",
    "capabilities": "every capability",
    "workspace_roots": "writing in every folder",
    "read_only_roots": "reading every folder",
    "connector_scopes": "every connector scope",
    "command_gates": "every command",
    "models": "every model slot",
    "tokens": "any number of tokens",
    "cost": "any cost",
    "wall_time": "any time",
    "steps": "any number of steps",
    "recursion_limit": "workflows in workflows to any depth",
}


def _sentence(name: str, excess: Excess) -> str:
    if excess.requested == "all":
        whole = f"every operation of `{excess.name}`" if name == "capabilities" else f"every scope of `{excess.name}`"
        what = whole if excess.name else _ALL[name]
    else:
        value = f"{excess.name}.{excess.requested}" if name == "capabilities" else excess.requested
        of = f" of `{excess.name}`" if excess.name and name == "connector_scopes" else ""
        what = f"{_WORDS[name]} `{value}`{of}"
    return f"asks for {what}, and the ceiling allows {_allowed(excess)}"


def _allowed(excess: Excess) -> str:
    allowed = excess.allowed
    if allowed in ("none", 0):
        return "none"
    return ", ".join(f"`{each}`" for each in allowed) if isinstance(allowed, list) else f"`{allowed}`"
