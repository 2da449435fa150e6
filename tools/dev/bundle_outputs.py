"""The JSON Schemas of what the words of `onefold bundle` print with `--json`: an envelope around the data of each."""

from __future__ import annotations

from typing import Any

from onefold.kernel.ceiling.model import DIMENSIONS

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
TEXT_OR_NULL: Schema = {"type": ["string", "null"]}
COUNT: Schema = {"type": "integer", "minimum": 0}
FLAG: Schema = {"type": "boolean"}
DIGEST: Schema = {"type": "string", "pattern": "^blake3:[0-9a-f]{64}$"}
DIGEST_OR_NULL: Schema = {"type": ["string", "null"], "pattern": "^blake3:[0-9a-f]{64}$"}
GRAPH_DIGEST: Schema = {
    "type": "string",
    "pattern": "^(blake3|sha256):[0-9a-f]{64}$",
    "description": "SHA-256 as the public contract has it for what is in its format.",
}
KEY: Schema = {"type": ["string", "null"], "pattern": "^[0-9a-f]{64}$", "description": "Fingerprint of the key."}
EXCESS_KINDS = tuple(dict.fromkeys(kind for kind, _ in DIMENSIONS.values()))
CHECK: Schema = {"enum": ["passed", "not checked"]}


def closed(described: str = "", /, **properties: Schema) -> Schema:
    """An object that has these members and no others."""
    about = {"description": described} if described else {}
    required = list(properties)
    return {"type": "object", **about, "properties": properties, "required": required, "additionalProperties": False}


def listed(items: Schema, described: str = "") -> Schema:
    """A list."""
    return {"type": "array", "items": items, **({"description": described} if described else {})}


def of(name: str) -> Schema:
    """One of the definitions."""
    return {"$ref": f"#/$defs/{name}"}


def or_null(schema: Schema) -> Schema:
    """The same, or nothing."""
    return {"anyOf": [schema, {"type": "null"}]}


LINK_REPORT: Schema = {
    "type": ["object", "null"],
    "description": "What was linked; that of another linker is of another shape.",
}
ROW = closed(
    "What was found, as the public contract reports it.",
    severity={"enum": ["error", "warning"]},
    path={**TEXT, "description": "Such as triggers[0].kind."},
    message=TEXT,
    node_id=TEXT_OR_NULL,
    code={"type": "string", "pattern": "^OF[0-9]{3}$", "description": "`onefold explain CODE` shows its page."},
    kind={**TEXT_OR_NULL, "description": "Which of the contract's messages it is."},
)
REPORT = {
    "valid": FLAG,
    "bundle_id": TEXT,
    "workflow_id": TEXT,
    "graph_digest": GRAPH_DIGEST,
    "errors": listed(of("row")),
    "warnings": listed(of("row")),
}
DIGESTS = closed("One digest for each concern.", graph=DIGEST, prompts=DIGEST, policy=DIGEST, package=DIGEST_OR_NULL)
FIELD = closed(
    "A field that an editor may offer.",
    id=TEXT,
    label=TEXT,
    json_pointer=TEXT,
    value_type={"enum": ["enum", "string", "list", "object", "bool", "integer", "any"]},
    required=FLAG,
    enum_values=listed(TEXT),
)
EDGE = closed(**{"from": TEXT, "to": TEXT, "branch": TEXT_OR_NULL, "label": TEXT_OR_NULL})
GRAPH = closed(
    "The graph as it is shown.",
    schema_version=COUNT,
    graph_id=TEXT,
    graph_digest=GRAPH_DIGEST,
    nodes=listed(
        closed(
            id=TEXT,
            node_type=TEXT,
            label=TEXT,
            workflow_node_id=TEXT_OR_NULL,
            trigger_id=TEXT_OR_NULL,
            connector_id=TEXT_OR_NULL,
            editable_fields=listed(of("field")),
            metadata={"type": "object"},
        )
    ),
    edges=listed(of("edge")),
    diagnostics=listed({**ROW, **closed(**ROW["properties"], graph_node_id=TEXT_OR_NULL)}),
    editable_fields=listed(of("field")),
    mermaid=TEXT,
)
NODE = {
    "node_id": TEXT,
    "kind": TEXT,
    "prompt_capsule": TEXT_OR_NULL,
}
VERIFIED = {
    "bundle": {**TEXT, "description": "The file."},
    "bundle_hash": DIGEST,
    "recorded_bundle_hash": {**DIGEST_OR_NULL, "description": "What was signed."},
    "signature_present": FLAG,
    "signature_verified": FLAG,
    "key_id": KEY,
    "schema_version": {"enum": [2, 3]},
    "entrypoint": TEXT,
    "module_count": COUNT,
    "content_entry_count": COUNT,
    "link_report": LINK_REPORT,
    "checks": {
        "type": "object",
        "additionalProperties": CHECK,
        "description": "By name: what was checked, and what cannot be checked here or was not asked for.",
    },
}

NESTED = closed(
    "What is asked for beyond a ceiling.",
    target_kind={"enum": ["workflow_bundle", "workflow_source", "burin_harness", "ceiling"]},
    target_label={**TEXT, "description": "Its id."},
    parent=of("CapabilityPolicy"),
    requested=of("CapabilityPolicy"),
    violations=listed(
        closed(
            kind={"enum": list(EXCESS_KINDS)},
            detail={**TEXT, "description": "A sentence without its full stop."},
            place={**TEXT, "description": "The dimension, and where in it."},
            requested={"description": "What is asked for."},
            allowed={"description": "What the ceiling allows."},
        ),
        "Empty where nothing more is asked for.",
    ),
)
INVALID = closed("Of a bundle that is not valid: the report.", **REPORT)
PREVIEW = closed(
    schema_version=COUNT,
    bundle_id=TEXT,
    bundle_version=TEXT,
    workflow_id=TEXT,
    workflow_version=COUNT,
    graph_digest=GRAPH_DIGEST,
    validation=closed(**REPORT),
    graph=GRAPH,
    mermaid=TEXT,
    triggers=listed(of("Trigger")),
    connectors=listed(of("Connector")),
    environment=of("Environment"),
    nodes=listed(
        closed(
            id=TEXT,
            kind=TEXT,
            label=TEXT,
            prompt_capsule=TEXT_OR_NULL,
            trigger_ids=listed(TEXT),
            outgoing=listed(TEXT),
        )
    ),
    edges=listed(of("edge")),
    metadata={"type": "object"},
    digests=of("digests"),
)
RECEIPT = closed(
    "The receipt.",
    schema_version=COUNT,
    receipt_type={"enum": ["onefold.bundle.run", "harn.workflow_bundle.run"]},
    bundle_id=TEXT,
    bundle_version=TEXT,
    workflow_id=TEXT,
    workflow_version=COUNT,
    graph_digest=GRAPH_DIGEST,
    run_id=TEXT,
    trigger_id=TEXT_OR_NULL,
    event_ids=listed(TEXT),
    status={
        "enum": ["completed", "failed", "incomplete"],
        "description": "`incomplete`: what was recorded ends before the run does.",
    },
    executed_nodes=listed(
        closed(**NODE, status={"enum": ["completed", "assumed"]}, outcome=TEXT_OR_NULL),
        "In the order they ran.",
    ),
    other_nodes=listed(closed(**NODE, status={"enum": ["skipped", "unreachable"]})),
    policy=of("BundlePolicy"),
    connectors=listed(of("Connector")),
    environment=of("Environment"),
    start_node=TEXT,
    outputs={**DIGEST_OR_NULL, "description": "Digest of the recorded ends."},
    unrecorded=listed(TEXT, "Nodes that the run came back to, with no further end recorded."),
    digests=of("digests"),
    receipt_digest={**DIGEST, "description": "Digest of all the other members."},
)


def data_of(records: dict[str, Schema]) -> dict[str, Schema]:
    """The data of each word, where it could do its work; `records` are the schemas of what bundles are made of."""
    manifest = records["Manifest"]
    return {
        "validate": closed(**REPORT, bundle_hash=DIGEST_OR_NULL),
        "preview": PREVIEW,
        "run": {"anyOf": [RECEIPT, INVALID, of("nested")]},
        "ceiling": {"anyOf": [of("CapabilityPolicy"), INVALID]},
        "nested-ceiling": {"anyOf": [of("nested"), INVALID]},
        "pack": closed(
            bundle_hash=DIGEST,
            output_path=TEXT,
            size_bytes=COUNT,
            signature=closed(algorithm={"const": "ed25519"}, key_id=KEY, present=FLAG),
            sbom_summary=closed(components=COUNT, stdlib_modules=COUNT, providers=COUNT, tools=COUNT),
            manifest=manifest,
            zstd_version=TEXT,
            link_report=LINK_REPORT,
            skipped_assets=listed(TEXT, "Files that look like secrets and were left out."),
        ),
        "verify": closed(**VERIFIED),
        "inspect": closed(
            bundle_hash=DIGEST,
            manifest=manifest,
            entries=listed(closed(path=TEXT, size=COUNT, mode=COUNT, hash=DIGEST)),
        ),
        "unpack": closed(output_path=TEXT, files=COUNT),
        "keygen": closed(key_id=KEY, private_key=TEXT, public_key=TEXT),
    }


ERROR = closed(
    "Why there is nothing, or not what was asked for.",
    code={"type": "string", "pattern": "^[a-z_-]+[.][a-z_]+$", "description": "As the public contract has it."},
    diagnostic={"type": ["string", "null"], "pattern": "^OF[0-9]{3}$"},
    name={**TEXT_OR_NULL, "description": "The name of the diagnostic."},
    message=TEXT,
    details={"type": ["array", "null"]},
)
GATE = closed(
    "Of an archive: what became of it at the gate.",
    **VERIFIED,
    execution={"enum": ["linked", "legacy_v2", "source_fallback", "incompatible"]},
)


def output_schema(word: str, records: dict[str, Schema]) -> Schema:
    """The schema of what a word prints."""
    more = {
        "run": {"gate": {**or_null(GATE), "description": "What the gate says of an archive."}},
        "ceiling": {"ceiling": {**of("Ceiling"), "description": "As a document, also what the contract cannot write."}},
        "nested-ceiling": {"ceilings": closed("Both as documents.", parent=of("Ceiling"), requested=of("Ceiling"))},
    }.get(word, {})
    envelope = closed(
        onefold={"const": f"bundle-{word}/1"},
        ok={**FLAG, "description": "Whether the command exits with 0."},
        data=or_null(data_of(records)[word]),
        error=or_null(ERROR),
        warnings=listed(closed(code=TEXT, message=TEXT)),
    )
    envelope["properties"] |= more
    known = {**{name: each for name, each in records.items() if name != "Manifest"}}
    known |= {"row": ROW, "field": FIELD, "edge": EDGE, "digests": DIGESTS, "nested": NESTED}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:onefold:output:bundle-{word}:1",
        "title": f"What `onefold bundle {word} --json` prints",
        **envelope,
        "$defs": _used(envelope, known),
    }


def _used(schema: Schema, known: dict[str, Schema]) -> dict[str, Schema]:
    """The definitions that a schema refers to, and those that they do, by name."""
    found: dict[str, Schema] = {}
    waiting: list[Any] = [schema]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            reference = each.get("$ref")
            name = reference.rpartition("/")[2] if isinstance(reference, str) else None
            if name is not None and name not in found:
                found[name] = known[name]
                waiting.append(known[name])
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
    return dict(sorted(found.items()))
