"""The fields of a bundle that an editor may offer, each with a pointer to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from onefold.kernel.bundle.manifest import Manifest
from onefold.kernel.bundle.parts import Trigger
from onefold.kernel.rules.unknown_policy_word import MODES
from onefold.kernel.rules.unknown_trigger_kind import KINDS
from onefold.kernel.values import JsonValue

_NODE: Final = (
    ("task_label", "string"),
    ("prompt", "string"),
    ("system", "string"),
    ("model_policy", "object"),
    ("capability_policy", "object"),
    ("approval_policy", "object"),
    ("retry_policy", "object"),
    ("tools", "any"),
)
_CAPSULE: Final = (("prompt", "string"), ("system", "string"), ("context", "object"), ("trigger_id", "string"))
_CONNECTOR: Final = (
    ("id", "string"),
    ("provider_id", "string"),
    ("scopes", "list"),
    ("setup_required", "bool"),
    ("status_required", "bool"),
)
_TRIGGER: Final = ("schedule", "delay", "webhook_path", "mcp_tool", "resume_key")
_REQUIRED: Final = frozenset({"prompt", "id", "provider_id"})


def editable_fields(manifest: Manifest) -> dict[str, list[dict[str, JsonValue]]]:
    """The fields by the id of the shown node that they belong to, each list in the order of their ids."""
    fields: dict[str, list[dict[str, JsonValue]]] = {}
    for owner, field in _fields(manifest):
        fields.setdefault(owner, []).append(field)
    return {owner: sorted(found, key=_id) for owner, found in fields.items()}


def _id(field: dict[str, Any]) -> bytes:
    return str(field["id"]).encode()


def _field(
    name: str, pointer: tuple[str | int, ...], kind: str, *, required: bool = False, words: tuple[str, ...] = ()
) -> dict[str, JsonValue]:
    segments = [str(each) for each in pointer]
    if any("~" in each or "/" in each for each in segments):
        segments = [each.replace("~", "~0").replace("/", "~1") for each in segments]
    return {
        "id": name,
        "label": str(pointer[-1]).replace("_", " "),
        "json_pointer": "".join(f"/{each}" for each in segments),
        "value_type": kind,
        "required": required,
        "enum_values": list(words),
    }


def _fields(manifest: Manifest) -> Iterator[tuple[str, dict[str, JsonValue]]]:
    for index, trigger in enumerate(manifest.triggers):
        yield from ((f"trigger/{trigger.id}", each) for each in _of_trigger(index, trigger))
    for name in manifest.workflow.nodes:
        for field, kind in _NODE:
            yield f"node/{name}", _field(f"workflow.{name}.{field}", ("workflow", "nodes", name, field), kind)
    for key, capsule in manifest.prompt_capsules.items():
        for field, kind in _CAPSULE:
            pointer = ("prompt_capsules", key, field)
            made = _field(f"prompt_capsule.{key}.{field}", pointer, kind, required=field in _REQUIRED)
            yield f"node/{capsule.node_id}", made
    for index, connector in enumerate(manifest.connectors):
        for field, kind in _CONNECTOR:
            made = _field(
                f"connector.{connector.id}.{field}", ("connectors", index, field), kind, required=field in _REQUIRED
            )
            yield f"connector/{connector.id}", made
    yield from _of_policy()


def _of_trigger(index: int, trigger: Trigger) -> Iterator[dict[str, JsonValue]]:
    name, pointer = f"trigger.{trigger.id}", ("triggers", index)
    yield _field(f"{name}.kind", (*pointer, "kind"), "enum", required=True, words=KINDS)
    yield _field(f"{name}.node_id", (*pointer, "node_id"), "string")
    if trigger.provider is not None or trigger.kind == "github":
        yield _field(f"{name}.provider", (*pointer, "provider"), "string", required=trigger.kind == "github")
    yield _field(f"{name}.events", (*pointer, "events"), "list")
    for field in _TRIGGER:
        yield _field(f"{name}.{field}", (*pointer, field), "string")
    yield _field(f"{name}.metadata", (*pointer, "metadata"), "object")


def _of_policy() -> Iterator[tuple[str, dict[str, JsonValue]]]:
    retry, catchup = ("policy", "retry"), ("policy", "catchup")
    attempts = _field("policy.retry.max_attempts", (*retry, "max_attempts"), "integer", required=True)
    yield "policy/dlq", attempts
    yield "policy/dlq", _field("policy.retry.backoff", (*retry, "backoff"), "string", required=True)
    mode = _field("policy.catchup.mode", (*catchup, "mode"), "enum", required=True, words=MODES)
    yield "policy/catchup", mode
    yield "policy/catchup", _field("policy.catchup.max_events", (*catchup, "max_events"), "integer")
