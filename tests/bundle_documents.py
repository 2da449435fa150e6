"""Bundles that tests are made of: documents, JSON of the public contract, workflows, and the public fixtures."""

from __future__ import annotations

import os
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from conformance import VARIABLE as CONFORMANCE
from identity_documents import DATA, NAMES, SUFFIX

__all__ = ["NAMES", "SUFFIX"]

VARIABLE = "ONEFOLD_FIXTURES"
DIGEST = "blake3:" + "1" * 64
FLOW = """fold 1
workflow nightly
budget { steps 50 }
tool fetch = github.get_diff { timeout 30s }
parallel checks { branches [lint, unit-test] }
tool lint = ci.lint { timeout 5m }
tool unit-test = ci.test { timeout 5m }
model look { prompt "Look at {{ steps.fetch.output }}." system "Be brief." }
conditional gate { on steps.look.output.score >= 0.5 && steps["unit-test"].output.failed == 0 then close }
tool close = github.close { timeout 1m }
model mend { prompt "Mend it." }
fetch -> checks -> look -> gate
look -> mend on failure
mend -> look
"""


def fixture(relative: str) -> Path:
    """A public fixture, in the folder `fixtures` beside the conformance data or that ONEFOLD_FIXTURES names."""
    root, beside = os.environ.get(VARIABLE), os.environ.get(CONFORMANCE)
    if not root and beside:
        root = str(Path(beside).parent / "fixtures")
    path = Path(root or "/nowhere", "harn", relative)
    if not path.exists():
        pytest.skip(f"no public fixtures of bundles here: {VARIABLE} is not set")
    return path


def second_python() -> str:
    """Another version of Python, which has onefold and what packs bundles installed."""
    program = os.environ.get("ONEFOLD_SECOND_PYTHON")
    if not program:
        pytest.skip("ONEFOLD_SECOND_PYTHON names no other Python with onefold and the extra `bundles`")
    return program


def document(**fields: Any) -> dict[str, Any]:
    """The document of a bundle that has nothing to report; `fields` replace those of the same name."""
    return {
        "bundle": "nightly",
        "version": "1.0.0",
        "workflow": {"file": "flow.fold"},
        "triggers": [
            {"id": "pr", "kind": "github", "provider": "github", "events": ["pull_request.opened"]},
            {"id": "tick", "kind": "cron", "schedule": "0 3 * * 1-5", "node_id": "look"},
            {"id": "later", "kind": "delay", "delay": "PT10M"},
            {"id": "hook", "kind": "webhook", "webhook_path": "/hooks/deploy"},
            {"id": "call", "kind": "mcp", "mcp_tool": "deploy"},
            {"id": "hand", "kind": "manual"},
        ],
        "prompt_capsules": {"after": {"id": "after", "node_id": "close", "prompt": "Say that it is closed."}},
        "policy": {
            "autonomy_tier": "suggest",
            "approval_required": ["close", "github.close"],
            "retry": {"max_attempts": 3, "backoff": "exponential"},
            "catchup": {"mode": "latest", "max_events": 1},
        },
        "connectors": [{"id": "gh", "provider_id": "github", "scopes": ["pull_requests:read"]}],
        "environment": {"worktree_policy": "host_managed", "command_gates": ["make test"]},
        **fields,
    }


def contract(**fields: Any) -> dict[str, Any]:
    """A bundle of the public contract that has nothing to report."""
    return {
        "schema_version": 3,
        "entrypoint": "flows/main.harn",
        "transitive_modules": [{"path": "flows/main.harn", "source_hash_blake3": DIGEST, "harnbc_hash_blake3": DIGEST}],
        "stdlib_version": "0.8.24",
        "harn_version": "0.8.24",
        "provider_catalog_hash": DIGEST,
        "tool_manifest": [{"name": "grep", "schema_hash_blake3": DIGEST}],
        "sbom": {
            "format": "spdx-lite",
            "version": "2.3",
            "packages": [{"name": "std", "package_hash_blake3": DIGEST}],
            "relationships": [{"from": "entrypoint:flows/main.harn", "to": "std", "relationship_type": "depends_on"}],
        },
        "id": "b",
        "version": "1.0.0",
        "triggers": [{"id": "go", "kind": "manual", "node_id": "a"}],
        "workflow": {
            "id": "w",
            "version": 1,
            "entry": "a",
            "nodes": {
                "a": {"id": "a", "kind": "action"},
                "c": {"kind": "condition"},
                "f": {"kind": "fork"},
                "m": {"kind": "map", "map_policy": {"items": [1]}},
                "r": {"kind": "reduce", "input_contract": {"input_kinds": ["x"]}},
                "j": {"kind": "join"},
            },
            "edges": [
                {"from": "a", "to": "c"},
                {"from": "c", "to": "f", "branch": "true"},
                {"from": "c", "to": "j", "branch": "false"},
                {"from": "f", "to": "m"},
                {"from": "f", "to": "r"},
                {"from": "m", "to": "j"},
                {"from": "r", "to": "j"},
            ],
        },
        "prompt_capsules": {"p": {"id": "p", "node_id": "a", "trigger_id": "go", "prompt": "Hello."}},
        **fields,
    }


def changed(value: dict[str, Any], path: str, new: Any) -> dict[str, Any]:
    """A copy with another value at a path such as `triggers.0.kind`; `...` takes out what stands there."""
    made = deepcopy(value)
    *above, last = path.split("|") if "|" in path else path.split(".")
    inner: Any = made
    for each in above:
        inner = inner[int(each)] if isinstance(inner, list) else inner.setdefault(each, {})
    if new is ...:
        del inner[last]
    elif isinstance(inner, list):
        inner[int(last) : int(last) + 1] = [new]
    else:
        inner[last] = new
    return made


def write(folder: Path, name: str, value: dict[str, Any], format_name: str) -> str:
    """Write a document in a format; the name of the file."""
    frontend = next(each for each in DATA if each.name == format_name)
    assert frontend.print is not None
    path = folder / f"{name}{SUFFIX[format_name]}"
    path.write_text(frontend.print(value), encoding="utf-8")
    return path.name


def workspace(folder: Path, format_name: str = "yaml", **fields: Any) -> str:
    """Write a bundle's document and its workflow; the name of the document."""
    (folder / "flow.fold").write_text(FLOW, encoding="utf-8")
    return write(folder, "bundle", document(**fields), format_name)
