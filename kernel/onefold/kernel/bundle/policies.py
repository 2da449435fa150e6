"""What a node may do and how it is driven: the policies of an execution graph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from onefold.kernel.bundle.shapes import ANY, ANY_BY_TEXT, COUNT, FLAG, NO_ENTRIES, TEXT, TEXTS, TEXTS_BY_TEXT
from onefold.kernel.classes import frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.values import JsonValue

SANDBOXES: Final = ("unrestricted", "worktree", "wasi", "os_hardened")
"""From the weakest to the strongest."""


@frozen
class ToolConstraint:
    """What the arguments of a tool must look like."""

    tool: str = declared("tool", TEXT, default="", doc="The tool.")
    arg_patterns: tuple[str, ...] = declared("arg_patterns", TEXTS, default=(), doc="Patterns of allowed arguments.")
    arg_key: str | None = declared("arg_key", TEXT, default=None, doc="The argument that is meant.")


@frozen
class CapabilityPolicy:
    """The most that may be done. An empty list is no limit, unless its `_restricted` flag says so."""

    tools: tuple[str, ...] = declared("tools", TEXTS, default=(), doc="Tools that may be called.")
    tools_restricted: bool = declared("tools_restricted", FLAG, default=False, doc="Whether no other tool may be.")
    capabilities: Mapping[str, tuple[str, ...]] = declared(
        "capabilities", TEXTS_BY_TEXT, default=NO_ENTRIES, doc="Operations by capability."
    )
    capabilities_restricted: bool = declared(
        "capabilities_restricted", FLAG, default=False, doc="Whether there are no other capabilities."
    )
    workspace_roots: tuple[str, ...] = declared("workspace_roots", TEXTS, default=(), doc="Folders to work in.")
    read_only_roots: tuple[str, ...] = declared("read_only_roots", TEXTS, default=(), doc="Folders to read only.")
    side_effect_level: str | None = declared("side_effect_level", TEXT, default=None, doc="The strongest side effect.")
    recursion_limit: int | None = declared("recursion_limit", COUNT, default=None, doc="How deep calls may nest.")
    tool_arg_constraints: tuple[ToolConstraint, ...] = declared(
        "tool_arg_constraints",
        declare.Ordered(declare.Record(ToolConstraint)),
        default=(),
        doc="What arguments of tools must look like.",
    )
    tool_annotations: Mapping[str, JsonValue] = declared(
        "tool_annotations", ANY_BY_TEXT, default=NO_ENTRIES, doc="What is known of tools."
    )
    sandbox_profile: str = declared(
        "sandbox_profile", declare.Choice(SANDBOXES), default="worktree", doc="How processes are shut in."
    )
    process_sandbox: JsonValue = declared("process_sandbox", ANY, default=None, doc="What processes may touch.")


@frozen
class ApprovalPolicy:
    """What needs a person's consent."""

    rules: tuple[JsonValue, ...] = declared("rules", declare.Ordered(ANY), default=(), doc="Rules, tried in order.")
    auto_approve: tuple[str, ...] = declared("auto_approve", TEXTS, default=(), doc="What needs nobody's consent.")
    auto_deny: tuple[str, ...] = declared("auto_deny", TEXTS, default=(), doc="What is never done.")
    require_approval: tuple[str, ...] = declared("require_approval", TEXTS, default=(), doc="What needs consent.")
    write_path_allowlist: tuple[str, ...] = declared(
        "write_path_allowlist", TEXTS, default=(), doc="Paths that may be written."
    )
    allow_sensitive_paths: bool = declared(
        "allow_sensitive_paths", FLAG, default=False, doc="Whether sensitive paths may be touched."
    )
    sensitive_path_patterns: tuple[str, ...] = declared(
        "sensitive_path_patterns", TEXTS, default=(), doc="What sensitive paths look like."
    )
    allow_external_paths: bool = declared(
        "allow_external_paths", FLAG, default=False, doc="Whether paths outside of the workspace may be touched."
    )
    external_roots: tuple[str, ...] = declared("external_roots", TEXTS, default=(), doc="Which of them.")
    repeat_limit: int | None = declared("repeat_limit", COUNT, default=None, doc="How often a call may be repeated.")
    repeat_action: str | None = declared("repeat_action", TEXT, default=None, doc="What happens then.")


@frozen
class ModelPolicy:
    """How a model is asked."""

    provider: str | None = declared("provider", TEXT, default=None, doc="Provider of the model.")
    model: str | None = declared("model", TEXT, default=None, doc="The model.")
    model_tier: str | None = declared("model_tier", TEXT, default=None, doc="Class of models to choose from.")
    temperature: float | None = declared("temperature", declare.Number(), default=None, doc="Sampling temperature.")
    max_tokens: int | None = declared("max_tokens", COUNT, default=None, doc="Longest answer, in tokens.")
    max_iterations: int | None = declared("max_iterations", COUNT, default=None, doc="Most turns.")
    iteration_budget: JsonValue = declared("iteration_budget", ANY, default=None, doc="Budget of turns.")
    max_nudges: int | None = declared("max_nudges", COUNT, default=None, doc="Most reminders.")
    nudge: str | None = declared("nudge", TEXT, default=None, doc="The reminder.")
    tool_examples: JsonValue = declared("tool_examples", ANY, default=None, doc="Examples of calls.")
    stop_after_successful_tools: JsonValue = declared(
        "stop_after_successful_tools", ANY, default=None, doc="Tools after whose success the turn ends."
    )
    require_successful_tools: JsonValue = declared(
        "require_successful_tools", ANY, default=None, doc="Tools that must succeed."
    )
    turn_policy: JsonValue = declared("turn_policy", ANY, default=None, doc="How turns are taken.")
    tool_format: str | None = declared("tool_format", TEXT, default=None, doc="How calls are written.")
    native_tool_fallback: str = declared(
        "native_tool_fallback",
        declare.Choice(("reject", "allow", "allow_once")),
        default="reject",
        doc="Whether calls in the provider's own format are taken.",
    )


@frozen
class AutoCompact:
    """When a transcript is made shorter."""

    enabled: bool = declared("enabled", FLAG, default=False, doc="Whether it ever is.")
    token_threshold: int | None = declared("token_threshold", COUNT, default=None, doc="From how many tokens on.")
    tool_output_max_chars: int | None = declared(
        "tool_output_max_chars", COUNT, default=None, doc="Longest output of a tool that is kept."
    )
    compact_strategy: str | None = declared("compact_strategy", TEXT, default=None, doc="How.")
    hard_limit_tokens: int | None = declared("hard_limit_tokens", COUNT, default=None, doc="Never more tokens.")
    hard_limit_strategy: str | None = declared("hard_limit_strategy", TEXT, default=None, doc="How, at that limit.")


@frozen
class ContextPolicy:
    """Which artifacts a node sees."""

    max_artifacts: int | None = declared("max_artifacts", COUNT, default=None, doc="How many at most.")
    max_tokens: int | None = declared("max_tokens", COUNT, default=None, doc="How many tokens at most.")
    reserve_tokens: int | None = declared("reserve_tokens", COUNT, default=None, doc="Tokens kept free.")
    include_kinds: tuple[str, ...] = declared("include_kinds", TEXTS, default=(), doc="Kinds that are seen.")
    exclude_kinds: tuple[str, ...] = declared("exclude_kinds", TEXTS, default=(), doc="Kinds that are not.")
    prioritize_kinds: tuple[str, ...] = declared("prioritize_kinds", TEXTS, default=(), doc="Kinds that come first.")
    pinned_ids: tuple[str, ...] = declared("pinned_ids", TEXTS, default=(), doc="Artifacts that are always seen.")
    include_stages: tuple[str, ...] = declared("include_stages", TEXTS, default=(), doc="Stages they come from.")
    prefer_recent: bool = declared("prefer_recent", FLAG, default=False, doc="Whether later ones come first.")
    prefer_fresh: bool = declared("prefer_fresh", FLAG, default=False, doc="Whether fresh ones come first.")
    render: str | None = declared("render", TEXT, default=None, doc="How they are shown.")


@frozen
class NodeRetryPolicy:
    """How often a node is tried."""

    max_attempts: int = declared("max_attempts", COUNT, default=0, doc="Total number of tries.")
    verify: bool = declared("verify", FLAG, default=False, doc="Whether a failed check is tried again.")
    repair: bool = declared("repair", FLAG, default=False, doc="Whether the result is mended.")
    backoff_ms: int | None = declared("backoff_ms", COUNT, default=None, doc="Wait before the second try.")
    backoff_multiplier: float | None = declared(
        "backoff_multiplier", declare.Number(), default=None, doc="How the wait grows."
    )
    feedback: JsonValue = declared("feedback", ANY, default=None, doc="What the next try is told.")
