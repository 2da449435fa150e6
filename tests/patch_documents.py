"""Patches that tests are made of."""

from __future__ import annotations

from typing import Any

NO_HASH = "blake3:" + "0" * 64


def patch(*operations: dict[str, Any], base: str = NO_HASH, **fields: Any) -> dict[str, Any]:
    """The document of a patch."""
    return {"patch": "p", "base": base, "operations": list(operations), **fields}


def contract_patch(*operations: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A patch of the public contract."""
    return {"schema_version": 1, "id": "p", "operations": list(operations), **fields}


def insert(name: str, **body: Any) -> dict[str, Any]:
    return {"op": "insert_node", "node_id": name, **({"node": body} if body else {})}


def edge(origin: str, target: str, branch: str | None = None, label: str | None = None) -> dict[str, Any]:
    named = {"from": origin, "to": target, "branch": branch, "label": label}
    return {name: each for name, each in named.items() if each is not None}


def add(*ends: Any) -> dict[str, Any]:
    return {"op": "add_edge", **edge(*ends)}


def remove(*ends: Any) -> dict[str, Any]:
    return {"op": "remove_edge", **edge(*ends)}


def replace(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    return {"op": "replace_edge", **old, "with": new}


def prompt(key: str, node: str, text: str = "Hello.", **more: Any) -> dict[str, Any]:
    return {"op": "upsert_prompt_capsule", "capsule_id": key, "capsule": {"node_id": node, "prompt": text, **more}}


def node_policy(name: str, **policy: Any) -> dict[str, Any]:
    return {"op": "update_node_policy", "node_id": name, "policy": policy}


def bundle_policy(**policy: Any) -> dict[str, Any]:
    return {"op": "update_bundle_policy", "policy": policy}
