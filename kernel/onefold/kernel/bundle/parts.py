"""What surrounds the graph of a bundle: triggers, prompts, policy, connectors, environment and pins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from onefold.kernel.bundle.shapes import ANY_BY_TEXT, COUNT, FLAG, NO_ENTRIES, TEXT, TEXT_BY_TEXT, TEXTS
from onefold.kernel.classes import frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.values import JsonValue


@frozen
class Trigger:
    """What starts a run."""

    id: str = declared("id", TEXT, default="", doc="Its id.")
    kind: str = declared("kind", TEXT, default="", doc="`github`, `cron`, `delay`, `manual`, `webhook` or `mcp`.")
    provider: str | None = declared("provider", TEXT, default=None, doc="Provider of the events.")
    events: tuple[str, ...] = declared("events", TEXTS, default=(), doc="Events that start a run.")
    schedule: str | None = declared("schedule", TEXT, default=None, doc="Cron expression of five fields.")
    delay: str | None = declared("delay", TEXT, default=None, doc="ISO 8601 duration, such as PT10M.")
    webhook_path: str | None = declared("webhook_path", TEXT, default=None, doc="Path, from `/` on.")
    mcp_tool: str | None = declared("mcp_tool", TEXT, default=None, doc="Tool whose call starts a run.")
    resume_key: str | None = declared("resume_key", TEXT, default=None, doc="What a waiting run is known by.")
    node_id: str | None = declared("node_id", TEXT, default=None, doc="Node that runs first, if not the entry.")
    metadata: Mapping[str, str] = declared("metadata", TEXT_BY_TEXT, default=NO_ENTRIES, doc="Anything else.")


@frozen
class Capsule:
    """A prompt that continues at a node."""

    id: str = declared("id", TEXT, default="", doc="Its id; the key it stands under.")
    node_id: str = declared("node_id", TEXT, default="", doc="Node that it is for.")
    trigger_id: str | None = declared("trigger_id", TEXT, default=None, doc="Trigger that it answers.")
    prompt: str = declared("prompt", TEXT, default="", doc="What the model is asked.")
    system: str | None = declared("system", TEXT, default=None, doc="The system prompt.")
    context: Mapping[str, JsonValue] = declared("context", ANY_BY_TEXT, default=NO_ENTRIES, doc="What it is told.")


@frozen
class BundleRetry:
    """How often a run is tried."""

    max_attempts: int = declared("max_attempts", COUNT, default=1, doc="Total number of tries.")
    backoff: str = declared("backoff", TEXT, default="none", doc="`none`, `fixed` or `exponential`.")


@frozen
class Catchup:
    """What becomes of events that were missed."""

    mode: str = declared("mode", TEXT, default="latest", doc="`none`, `latest` or `all`.")
    max_events: int | None = declared("max_events", COUNT, default=None, doc="How many at most.")


MISSED: Final = Catchup(max_events=1)
"""What holds where nothing is said at all."""


@frozen
class BundlePolicy:
    """What runs may do on their own."""

    autonomy_tier: str = declared(
        "autonomy_tier",
        TEXT,
        default="act_with_approval",
        doc="`shadow`, `suggest`, `act_with_approval` or `act_auto`.",
    )
    tool_policy: Mapping[str, JsonValue] = declared(
        "tool_policy", ANY_BY_TEXT, default=NO_ENTRIES, doc="What holds for a tool, by its name."
    )
    approval_required: tuple[str, ...] = declared(
        "approval_required", TEXTS, default=(), doc="Nodes and tools that need consent."
    )
    retry: BundleRetry = declared(
        "retry", declare.Record(BundleRetry), default=BundleRetry(), doc="How often a run is tried."
    )
    catchup: Catchup = declared(
        "catchup", declare.Record(Catchup), default=MISSED, doc="What becomes of events that were missed."
    )


@frozen
class Connector:
    """An account of a provider."""

    id: str = declared("id", TEXT, default="", doc="Its id.")
    provider_id: str = declared("provider_id", TEXT, default="", doc="The provider.")
    scopes: tuple[str, ...] = declared("scopes", TEXTS, default=(), doc="What it may do there.")
    setup_required: bool = declared("setup_required", FLAG, default=False, doc="Whether it has to be set up first.")
    status_required: bool = declared("status_required", FLAG, default=False, doc="Whether its status is checked.")


@frozen
class Environment:
    """Where runs take place."""

    repo_setup_profile: str | None = declared("repo_setup_profile", TEXT, default=None, doc="How it is set up.")
    worktree_policy: str = declared(
        "worktree_policy", TEXT, default="host_managed", doc="`reuse_current`, `new_worktree` or `host_managed`."
    )
    command_gates: tuple[str, ...] = declared("command_gates", TEXTS, default=(), doc="Commands that must succeed.")


@frozen
class Pins:
    """What a replay must find again."""

    run_id: str | None = declared("run_id", TEXT, default=None, doc="Id of the run.")
    event_ids: tuple[str, ...] = declared("event_ids", TEXTS, default=(), doc="The events it had.")
    workflow_version: int | None = declared("workflow_version", COUNT, default=None, doc="Version of the graph.")
    graph_digest: str | None = declared("graph_digest", TEXT, default=None, doc="Digest of the graph.")
