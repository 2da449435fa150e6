"""The canonical forms of a graph and a manifest, as the contract writes them and as onefold hashes them."""

from __future__ import annotations

import json
import operator
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING

from onefold.kernel.bundle.manifest import Surroundings
from onefold.kernel.classes import evolve
from onefold.kernel.digest import digest
from onefold.kernel.document import record_document
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declarations
from onefold.kernel.ir.records import rebuild
from onefold.kernel.jcs import encode_value
from onefold.kernel.remembered import remembered

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

    from onefold.kernel.bundle.graph import GraphEdge, WorkflowGraph, WorkflowNode
    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.values import JsonObject, JsonValue

GRAPH_TYPE: Final = "workflow_graph"
# Left out of the contract's JSON while they hold nothing.
_OMITTED: Final[Mapping[str, JsonValue]] = {
    "feedback": None,
    "tools_restricted": False,
    "capabilities_restricted": False,
    "process_sandbox": None,
}
_ABSENT: Final = object()


def canonical_graph(graph: WorkflowGraph) -> WorkflowGraph:
    """The graph with what the contract fills in, nodes by id and edges in order; the audit log is kept."""
    names = sorted(graph.nodes)
    nodes = {name: _canonical_node(name, graph.nodes[name]) for name in names}
    edges = tuple(sorted(graph.edges, key=edge_order))
    is_whole = graph.type and graph.version and (graph.entry or not names)
    is_same = all(map(operator.is_, nodes.values(), graph.nodes.values()))
    # Whoever asks again, and many do, has the very same graph, and all that is remembered of it.
    if is_whole and is_same and len(nodes) == len(graph.nodes) and all(map(operator.is_, edges, graph.edges)):
        return graph
    return evolve(
        graph,
        type=graph.type or GRAPH_TYPE,
        version=graph.version or 1,
        entry=graph.entry or (names[0] if names else ""),
        nodes=nodes,
        edges=edges,
    )


def _canonical_node(name: str, node: WorkflowNode) -> WorkflowNode:
    retry = node.retry_policy
    if node.id is not None and node.kind and retry.max_attempts:
        return node
    return evolve(
        node,
        id=name if node.id is None else node.id,
        kind=node.kind or "stage",
        retry_policy=evolve(retry, max_attempts=retry.max_attempts or 1),
    )


def edge_order(edge: GraphEdge) -> tuple[Any, ...]:
    """What edges are sorted by: their ends, then branch and label, absent ones first."""
    optional = [(value is not None, (value or "").encode()) for value in (edge.branch, edge.label)]
    return (edge.origin.encode(), edge.target.encode(), *optional)


def canonical_manifest(manifest: Manifest) -> Manifest:
    """The manifest with the canonical graph, and modules, tools and parts in the contract's order."""
    sbom = manifest.sbom
    return evolve(
        manifest,
        workflow=canonical_graph(manifest.workflow),
        transitive_modules=tuple(
            sorted(
                manifest.transitive_modules,
                key=lambda each: (_plain_path(each.path), each.source_hash, each.bytecode_hash),
            )
        ),
        tool_manifest=tuple(
            sorted(manifest.tool_manifest, key=lambda each: (each.name, each.provider or "", each.schema_hash or ""))
        ),
        sbom=evolve(
            sbom,
            packages=tuple(sorted(sbom.packages, key=lambda each: (each.name, each.version or "", each.hash or ""))),
            relationships=tuple(sorted(sbom.relationships, key=lambda each: (each.origin, each.target, each.kind))),
        ),
    )


def _plain_path(path: str) -> str:
    return "/".join(part for part in path.split("/") if part not in ("", "."))


def manifest_object(manifest: Manifest) -> dict[str, JsonValue]:
    """Every field of a manifest, absent ones as null, in the contract's order."""
    written = spelled_out(manifest)
    later = [each.name for each in declarations(Surroundings)]
    first = [name for name in written if name not in later]
    return {name: written[name] for name in (*first, *later)}


def spelled_out(record: object) -> dict[str, JsonValue]:
    """Every field of a record as the contract's JSON has it: defaults and nulls too, but for a few fields."""
    written = _without_unset(record_document(rebuild(record, _ordered), defaults=True, nulls=True))
    assert isinstance(written, dict)  # noqa: S101 - the document of a record is a mapping
    return written


def _ordered(shape: Shape, value: Any) -> Any:  # noqa: ANN401 - any value of a record
    """Mappings that are free in their keys, with the keys in the order of their bytes."""
    if isinstance(shape, declare.Keyed):
        return {key: value[key] for key in sorted(value, key=str.encode)}
    return in_byte_order(value) if isinstance(shape, declare.Json) else value


def in_byte_order(value: JsonValue) -> JsonValue:
    """A value with the keys of every mapping in it in the order of their bytes."""
    if isinstance(value, Mapping):
        return {key: in_byte_order(value[key]) for key in sorted(value, key=str.encode)}
    return [in_byte_order(each) for each in value] if isinstance(value, list) else value


def _without_unset(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        kept = {name: each for name, each in value.items() if _OMITTED.get(name, _ABSENT) != each}
        return {name: _without_unset(each) for name, each in kept.items()}
    if isinstance(value, list):
        return [_without_unset(each) for each in value]
    return value


def contract_bytes(value: JsonValue) -> bytes:
    """The compact JSON of the contract: members in the order given, free-form objects sorted beforehand."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def contract_digest(graph: WorkflowGraph, *, read_only_roots: bool = True) -> str:
    """The `sha256:` digest that the contract gives a graph; without `read_only_roots`, as its tool first did."""
    value: Any = spelled_out(evolve(canonical_graph(graph), audit_log=()))
    if not read_only_roots:
        for policies in (value, *value["nodes"].values()):
            policies["capability_policy"].pop("read_only_roots")
    return f"sha256:{sha256(contract_bytes(value)).hexdigest()}"


def contract_digests(graph: WorkflowGraph) -> tuple[str, ...]:
    """Every digest that the contract's tools have given this graph, the newest first."""
    return contract_digest(graph), contract_digest(graph, read_only_roots=False)


def graph_digest(graph: WorkflowGraph) -> str:
    """The digest of a graph; a field that is added later changes none, since defaults are left out."""
    return _graph_digest(canonical_graph(graph))


@remembered
def _graph_digest(graph: WorkflowGraph) -> str:
    return _digest("graph", record_document(evolve(graph, audit_log=())))


def digests_of(manifest: Manifest, package: str | None = None) -> JsonObject:
    """One digest for each concern: graph, prompts, policy and package."""
    nodes = canonical_graph(manifest.workflow).nodes
    prompts: dict[str, JsonValue] = {
        "capsules": {name: record_document(each) for name, each in manifest.prompt_capsules.items()},
        "nodes": {
            name: {"prompt": node.prompt, "system": node.system}
            for name, node in nodes.items()
            if node.prompt is not None or node.system is not None
        },
    }
    policy: dict[str, JsonValue] = {
        # A mode alone says nothing of a number, and no policy at all says one: both are spelled out.
        "policy": {**record_document(manifest.policy), "catchup": spelled_out(manifest.policy.catchup)},
        "environment": record_document(manifest.environment),
        "connectors": _documents(manifest.connectors),
        "triggers": _documents(manifest.triggers),
        "nodes": {name: _policies(node) for name, node in nodes.items() if _policies(node)},
        "graph": {
            "approval_policy": record_document(manifest.workflow.approval_policy),
            "capability_policy": record_document(manifest.workflow.capability_policy),
        },
    }
    return {
        "graph": graph_digest(manifest.workflow),
        "prompts": _digest("prompts", prompts),
        "policy": _digest("policy", policy),
        "package": package,
    }


def _policies(node: WorkflowNode) -> JsonObject:
    written = {
        "approval_policy": record_document(node.approval_policy),
        "capability_policy": record_document(node.capability_policy),
    }
    return {name: each for name, each in written.items() if each}


def _documents(records: Sequence[object]) -> list[JsonValue]:
    return [record_document(each) for each in records]


def _digest(kind: str, value: JsonValue) -> str:
    return digest(kind, encode_value(value))
