"""Release records in a hash chain: each names the one before, so that none can be changed or taken out unseen."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

from onefold.kernel.classes import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Final

    from onefold.kernel.values import JsonObject

RECORD: Final = "opentrustgraph/v0.1"
CHAIN: Final = "opentrustgraph-chain/v0"
TOPIC: Final = "trust_graph"


@frozen
class Release:
    """What is told of a release."""

    bundle_hash: str
    tool_version: str
    is_signed: bool
    agent: str
    time: str
    """RFC 3339, in UTC."""


def entry_hash(record: Mapping[str, Any]) -> str:
    """The digest of a record without its own."""
    rest = {name: each for name, each in record.items() if name != "entry_hash"}
    data = json.dumps(rest, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    return f"sha256:{sha256(data).hexdigest()}"


def fault_of_chain(records: Sequence[Mapping[str, Any]]) -> str | None:
    """Why records are no chain; `None` where they are one."""
    previous: str | None = None
    for index, record in enumerate(records, 1):
        if record.get("chain_index") != index:
            return f"record {index}: chain_index mismatch"
        if record.get("previous_hash") != previous:
            return f"record {index}: previous_hash mismatch"
        if record.get("entry_hash") != entry_hash(record):
            return f"record {index}: entry_hash mismatch"
        previous = record["entry_hash"]
    return None


def release_record(release: Release, before: Sequence[Mapping[str, Any]]) -> JsonObject:
    """The record of a release that follows these."""
    parent = before[-1]["record_id"] if before else None
    about = {
        "bundle_hash": release.bundle_hash,
        "harn_version": release.tool_version,
        "parent_trust_record_id": parent,
    }
    digits = release.bundle_hash.partition(":")[2]
    record: dict[str, Any] = {
        "schema": RECORD,
        "record_id": f"onefold-{len(before) + 1}-{digits[:32]}",
        "agent": release.agent,
        "action": "release",
        "approver": None,
        "outcome": "success",
        "trace_id": f"onefold-release-{digits}",
        "autonomy_tier": "act_auto" if release.is_signed else "suggest",
        "timestamp": release.time,
        "cost_usd": None,
        "chain_index": len(before) + 1,
        "previous_hash": before[-1]["entry_hash"] if before else None,
        "metadata": {"action_kind": {"kind": "release", **about}, **about, "signed": release.is_signed},
    }
    return {**record, "entry_hash": entry_hash(record)}


def chain_document(records: Sequence[Mapping[str, Any]], time: str, version: str) -> JsonObject:
    """The chain as it is handed on."""
    return {
        "schema": CHAIN,
        "chain": {
            "topic": TOPIC,
            "total": len(records),
            "root_hash": records[-1]["entry_hash"] if records else None,
            "verified": True,
            "generated_at": time,
            "producer": {"name": "onefold", "version": version},
        },
        "records": list(records),
    }
