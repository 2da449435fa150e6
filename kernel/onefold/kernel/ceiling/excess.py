"""What is asked for beyond a ceiling: its kind, where, and both values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.kernel.ceiling.dimensions import ALL, NONE, Excess
from onefold.kernel.ceiling.model import DIMENSIONS, Ceiling
from onefold.kernel.ceiling.order import normal_form, readable, touches
from onefold.kernel.classes import frozen
from onefold.kernel.document import duration_text
from onefold.kernel.ir.nodes import Duration

if TYPE_CHECKING:
    from collections.abc import Iterator

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


WIDENING_KINDS: Final = (
    *("tool", "capability", "side_effect_level", "workspace_root", "read_only_root"),
    *("connector_scope", "command_gate", "autonomy_tier"),
    *("approval", "approval_policy", "node_tools", "approval_bypass"),
    *("budget", "model_slot", "pinned_prompt", "floating_selector"),
)


def excesses(requested: Ceiling, parent: Ceiling, allows: str = "the ceiling allows") -> tuple[Widening, ...]:
    """Everything that is asked for beyond the parent; nothing exactly when the request is within it.

    `allows` is how sentences speak of what the parent says.
    """
    asked, allowed = normal_form(requested), normal_form(parent)
    return tuple(_excesses(asked, allowed, allows))


def _excesses(asked: Ceiling, allowed: Ceiling, allows: str) -> Iterator[Widening]:
    for name, (kind, dimension) in DIMENSIONS.items():
        limit = readable(allowed) if name == "read_only_roots" else getattr(allowed, name)
        for each in dimension.excesses(getattr(asked, name), limit):
            yield _widening(name, kind, _shown(name, each), allows)
    for constraint in sorted(allowed.constraints - asked.constraints):
        if touches(asked.tools, constraint.tool):
            patterns: list[JsonValue] = [*constraint.patterns]
            told = f"arguments of `{constraint.tool}` are not constrained as they have to be"
            yield Widening("tool", f"tool_arg_constraints.{constraint.tool}", told, None, patterns)


def _shown(name: str, excess: Excess) -> Excess:
    """The excess with lengths of time as they are written."""
    if name != "wall_time":
        return excess
    return Excess("", *(each if isinstance(each, str) else duration_text(Duration(each)) for each in excess[1:]))


def _widening(name: str, kind: str, excess: Excess, allows: str) -> Widening:
    place = f"{name}.{excess.name}" if excess.name else name
    told = f"asks for {_requested(name, excess)}, and {allows} {_allowed(excess)}"
    return Widening(kind, place, told, excess.requested, excess.allowed)


_ONE: Final = {
    "tools": "the tool {}",
    "workspace_roots": "writing in the folder {}",
    "read_only_roots": "reading the folder {}",
    "side_effect_level": "the side-effect level {}",
    "autonomy_tier": "the autonomy tier {}",
    "command_gates": "the command {}",
    "models": "the model slot {}",
    "tokens": "{} tokens",
    "cost": "a cost of {}",
    "wall_time": "a time of {}",
    "steps": "{} steps",
    "recursion_limit": "workflows in workflows {} deep",
    "sandbox_profile": "the sandbox {}",
}
_EVERY: Final = {
    "tools": "every tool",
    "capabilities": "every capability",
    "workspace_roots": "writing in every folder",
    "read_only_roots": "reading every folder",
    "connector_scopes": "every connector",
    "command_gates": "every command",
    "models": "every model slot",
    "tokens": "any number of tokens",
    "cost": "any cost",
    "wall_time": "any time",
    "steps": "any number of steps",
    "recursion_limit": "workflows in workflows of any depth",
}


def _requested(name: str, excess: Excess) -> str:
    """What is asked for, in words."""
    value, of = excess.requested, excess.name
    if not of:
        return _EVERY[name] if value == ALL else _ONE[name].format(f"`{value}`")
    if name == "capabilities":
        return f"every operation of `{of}`" if value == ALL else f"the capability `{of}.{value}`"
    return f"every scope of `{of}`" if value == ALL else f"the scope `{value}` of `{of}`"


def _allowed(excess: Excess) -> str:
    allowed = excess.allowed
    if allowed in (NONE, 0, "0ms"):
        return "none"
    return ", ".join(f"`{each}`" for each in allowed) if isinstance(allowed, list) else f"`{allowed}`"
