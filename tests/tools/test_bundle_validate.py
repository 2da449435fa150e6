"""Every rule about bundles: its code, the contract's path and message kind, from every data format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bundle_documents import NAMES, changed, contract, document, fixture, workspace, write

from onefold.kernel.rules.of_bundles import BUNDLE_RULES

MODULE = {
    "path": "./flows/main.harn",
    "source_hash_blake3": "blake3:" + "2" * 64,
    "harnbc_hash_blake3": "blake3:" + "2" * 64,
}
SIGNATURE = {
    "public_key": "00", "signature": "00", "algorithm": "ed25519", "manifest_hash_blake3": "blake3:" + "3" * 64
}  # fmt: skip
NODE = "workflow.nodes.a."
# What is changed in a contract bundle: path, value; what is found: code, the contract's path, message kind, node.
CONTRACT = [
    ("entrypoint", "", "OF801", "entrypoint", "blank", None),
    ("entrypoint", "../x.harn", "OF802", "entrypoint", "unsafe", None),
    ("entrypoint", "/x.harn", "OF802", "entrypoint", "unsafe", None),
    ("transitive_modules", [], "OF803", "transitive_modules", "empty", None),
    ("transitive_modules.0.path", " ", "OF801", "transitive_modules[0].path", "blank", None),
    ("transitive_modules.0.path", "a/../../b", "OF802", "transitive_modules[0].path", "unsafe", None),
    ("transitive_modules.1", MODULE, "OF805", "transitive_modules[1].path", "duplicate", None),
    ("transitive_modules.0.source_hash_blake3", "", "OF804", "transitive_modules[0].source_hash_blake3", "missing", None),
    ("transitive_modules.0.source_hash_blake3", "1" * 64, "OF804", "transitive_modules[0].source_hash_blake3", "prefix", None),
    ("transitive_modules.0.source_hash_blake3", "blake3:F", "OF804", "transitive_modules[0].source_hash_blake3", "digits", None),
    ("transitive_modules.0.harnbc_hash_blake3", ..., "OF804", "transitive_modules[0].harnbc_hash_blake3", "missing", None),
    ("stdlib_version", "  ", "OF801", "stdlib_version", "blank", None),
    ("harn_version", ..., "OF801", "harn_version", "blank", None),
    ("provider_catalog_hash", "x", "OF804", "provider_catalog_hash", "prefix", None),
    ("tool_manifest.0.name", "", "OF801", "tool_manifest[0].name", "blank", None),
    ("tool_manifest.1", {"name": "grep"}, "OF805", "tool_manifest[1].name", "duplicate", None),
    ("tool_manifest.0.schema_hash_blake3", "blake3:1", "OF804", "tool_manifest[0].schema_hash_blake3", "digits", None),
    ("sbom.format", "", "OF801", "sbom.format", "blank", None),
    ("sbom.version", "", "OF801", "sbom.version", "blank", None),
    ("sbom.packages.0.name", "", "OF801", "sbom.packages[0].name", "blank", None),
    ("sbom.packages.1", {"name": "std"}, "OF805", "sbom.packages[1].name", "duplicate", None),
    ("sbom.packages.0.package_hash_blake3", "", "OF804", "sbom.packages[0].package_hash_blake3", "missing", None),
    ("sbom.relationships.0.from", "", "OF801", "sbom.relationships[0].from", "blank", None),
    ("sbom.relationships.0.to", "", "OF801", "sbom.relationships[0].to", "blank", None),
    ("sbom.relationships.0.relationship_type", "", "OF801", "sbom.relationships[0].relationship_type", "blank", None),
    ("parent_trust_record_id", " ", "OF801", "parent_trust_record_id", "blank", None),
    ("signature", {**SIGNATURE, "algorithm": ""}, "OF801", "signature.algorithm", "blank", None),
    ("signature", {**SIGNATURE, "algorithm": "rsa"}, "OF806", "signature.algorithm", "unknown", None),
    ("signature", {**SIGNATURE, "public_key": ""}, "OF801", "signature.public_key", "blank", None),
    ("signature", {**SIGNATURE, "signature": ""}, "OF801", "signature.signature", "blank", None),
    ("signature", {**SIGNATURE, "manifest_hash_blake3": "b"}, "OF804", "signature.manifest_hash_blake3", "prefix", None),
    ("id", "", "OF801", "id", "blank", None),
    ("version", "", "OF801", "version", "blank", None),
    ("workflow.id", "", "OF801", "workflow.id", "blank", None),
    ("workflow", {"id": "w"}, "OF808", "workflow.nodes", "empty", None),
    ("workflow|nodes| ", {"kind": "action"}, "OF808", "workflow.nodes", "blank", None),
    (NODE + "id", "b", "OF809", NODE + "id", "mismatch", "a"),
    ("triggers", [], "OF810", "triggers", "empty", None),
    ("triggers.0.id", "", "OF801", "triggers[0].id", "blank", None),
    ("triggers.1", {"id": "go", "kind": "manual"}, "OF805", "triggers[1].id", "duplicate", None),
    ("triggers.0.kind", "", "OF801", "triggers[0].kind", "blank", None),
    ("triggers.0.kind", "clock", "OF811", "triggers[0].kind", "unknown", None),
    ("triggers.0.node_id", "z", "OF813", "triggers[0].node_id", "unknown", "z"),
    ("prompt_capsules.p.id", "q", "OF809", "prompt_capsules.p.id", "mismatch", None),
    ("prompt_capsules.p.id", "", "OF801", "prompt_capsules.p.id", "blank", None),
    ("prompt_capsules.p.prompt", " ", "OF801", "prompt_capsules.p.prompt", "blank", None),
    ("prompt_capsules.p.node_id", "z", "OF813", "prompt_capsules.p.node_id", "unknown", "z"),
    ("prompt_capsules.q", {"id": "q", "node_id": "a", "prompt": "x"}, "OF815", "prompt_capsules.q.node_id", "second", "a"),
    ("prompt_capsules.p.trigger_id", "z", "OF814", "prompt_capsules.p.trigger_id", "unknown", "a"),
    ("policy.autonomy_tier", "god", "OF816", "policy.autonomy_tier", "unknown", None),
    ("policy.retry.max_attempts", 0, "OF817", "policy.retry.max_attempts", "zero", None),
    ("policy.retry.backoff", "linear", "OF816", "policy.retry.backoff", "unknown", None),
    ("policy.catchup.mode", "some", "OF816", "policy.catchup.mode", "unknown", None),
    ("policy.approval_required", ["z"], "OF830", "policy.approval_required[0]", "unknown", None),
    ("connectors", [{"id": "", "provider_id": "x"}], "OF801", "connectors[0].id", "blank", None),
    ("connectors", [{"id": "x", "provider_id": "p"}] * 2, "OF805", "connectors[1].id", "duplicate", None),
    ("connectors", [{"id": "x", "provider_id": ""}], "OF801", "connectors[0].provider_id", "blank", None),
    ("triggers.0.provider", "gitlab", "OF818", "connectors", "unconnected", "a"),
    ("environment.worktree_policy", "mine", "OF816", "environment.worktree_policy", "unknown", None),
    ("workflow.entry", "z", "OF813", "workflow", "entry", "z"),
    ("workflow.edges.7", {"from": "z", "to": "a"}, "OF813", "workflow", "edge_from", "z"),
    ("workflow.edges.7", {"from": "a", "to": "z"}, "OF813", "workflow", "edge_to", "z"),
    ("workflow.nodes.z", {"kind": "action"}, "OF819", "workflow", "unreachable", "z"),
    (NODE + "input_contract", {"min_inputs": 2, "max_inputs": 1}, "OF820", "workflow", "input_count", "a"),
    ("workflow.edges.2.branch", "maybe", "OF821", "workflow", "branches", "c"),
    ("workflow.edges.4.from", "a", "OF822", "workflow", "fork", "f"),
    ("workflow.nodes.a.kind", "join", "OF823", "workflow", "join", "a"),
    ("workflow.nodes.m.map_policy", {}, "OF824", "workflow", "map", "m"),
    ("workflow.nodes.r.input_contract", {}, "OF825", "workflow", "reduce", "r"),
    ("receipts.graph_digest", "sha256:" + "0" * 64, "OF826", "receipts.graph_digest", "mismatch", None),
    ("receipts.workflow_version", 7, "OF826", "receipts.workflow_version", "mismatch", None),
    (
        NODE + "capability_policy",
        {"side_effect_level": "read_only", "tool_annotations": {"sh": {"side_effect_level": "network"}}},
        "OF831", "workflow", "TOOL_SURFACE_SIDE_EFFECT_CEILING_EXCEEDED", "a",
    ),
]  # fmt: skip
TRIGGERS: list[tuple[dict[str, Any], str, str]] = [
    ({"kind": "github", "events": ["push"]}, "OF812", "provider"),
    ({"kind": "github", "provider": "github"}, "OF812", "events"),
    ({"kind": "cron"}, "OF812", "schedule"),
    ({"kind": "delay"}, "OF812", "delay"),
    ({"kind": "webhook"}, "OF812", "webhook_path"),
    ({"kind": "mcp"}, "OF812", "mcp_tool"),
    *[
        ({"kind": "cron", "schedule": each}, "OF827", "schedule")
        for each in (
            *("", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 8"),
            *("a * * * *", "*/0 * * * *", "5-1 * * * *", "1,,2 * * * *", "*  * * * *", "0 0 31 2 *", "0 0 30 feb *"),
        )
    ],
    *[
        ({"kind": "delay", "delay": each}, "OF828", "delay")
        for each in ("", "P", "PT", "10m", "PT10", "P1Y", "PT0S", "-PT1M", "pt1m", "PT1M ")
    ],
    *[
        ({"kind": "webhook", "webhook_path": each}, "OF829", "webhook_path")
        for each in ("", "hooks", "/a b", "/../x", "/a/./b", "/%zz", "/a?b", "https://x/y")
    ],
]
GOOD: list[dict[str, Any]] = [
    *[{"kind": "cron", "schedule": each} for each in ("*/5 0-6 1,15 jan-MAR 7", "0 0 29 2 *", "0 0 31 2 mon")],
    *[{"kind": "delay", "delay": each} for each in ("P1DT2H3M4.5S", "P2W", "PT1S")],
    *[{"kind": "webhook", "webhook_path": each} for each in ("/", "/a/b%20c", "/~x/y-z_1.json")],
]


def validated(onefold: Any, name: str) -> tuple[int, list[dict[str, Any]]]:
    outcome = onefold("bundle", "validate", name, "--json")
    printed = json.loads(outcome.out)
    assert printed["onefold"] == "bundle-validate/1"
    assert printed["ok"] == printed["data"]["valid"] == (outcome.code == 0)
    return outcome.code, [*printed["data"]["errors"], *printed["data"]["warnings"]]


@pytest.mark.parametrize("format_name", NAMES)
def test_what_is_well_formed_has_nothing_to_report(onefold: Any, folder: Path, format_name: str) -> None:
    assert validated(onefold, workspace(folder, format_name)) == (0, [])
    assert validated(onefold, write(folder, "contract", contract(), format_name)) == (0, [])


@pytest.mark.parametrize("format_name", NAMES)
@pytest.mark.parametrize(
    ("path", "value", "code", "place", "kind", "node"), CONTRACT, ids=lambda each: each if isinstance(each, str) else ""
)
def test_a_rule_of_the_contract_gives_its_code_and_the_contracts_path(
    onefold: Any, folder: Path, format_name: str, path: str, value: Any, code: str, place: str, kind: str, node: Any
) -> None:
    _, found = validated(onefold, write(folder, "b", changed(contract(), path, value), format_name))
    told = {(each["code"], each["path"], each["kind"], each["node_id"]) for each in found}
    assert (code, place, kind, node) in told
    # One cause gives one finding; what hangs on the changed thing may be told of too.
    assert {each["code"] for each in found} <= {code, *CONSEQUENCES.get(path, ())}


CONSEQUENCES = {
    "workflow": ("OF813",),
    "triggers": ("OF814",),
    "triggers.0.id": ("OF814",),
    "workflow.entry": (),
    "workflow|nodes| ": ("OF819",),
    "workflow.edges.7": ("OF819",),
    "workflow.edges.4.from": (),
    "workflow.nodes.a.kind": (),
}


def test_every_rule_has_a_case() -> None:
    told = {each[2] for each in CONTRACT} | {each[1] for each in TRIGGERS} | {"OF807"}
    assert {rule.code.id for rule in BUNDLE_RULES} == told


@pytest.mark.parametrize("format_name", NAMES)
def test_another_schema_is_refused_with_its_place(onefold: Any, folder: Path, format_name: str) -> None:
    for schema in (1, 4):
        outcome = onefold("bundle", "validate", write(folder, "b", contract(schema_version=schema), format_name))
        assert outcome.code == 1
        assert outcome.err.startswith(f"error[OF807]: Bundles of schema {schema} cannot be read")
        assert "schema_version" in outcome.err


@pytest.mark.parametrize("format_name", NAMES)
def test_a_workflow_that_is_named_by_its_path_alone_is_told_how(onefold: Any, folder: Path, format_name: str) -> None:
    outcome = onefold("bundle", "validate", write(folder, "b", document(workflow="flow.fold"), format_name))
    assert outcome.code == 1
    assert "`workflow` must be a mapping, not a string." in outcome.err
    assert "= help: write `{file: …}`\n" in outcome.err


@pytest.mark.parametrize("format_name", NAMES)
def test_a_bundle_of_the_contract_without_a_schema_is_told_of_it(onefold: Any, folder: Path, format_name: str) -> None:
    bare = {name: each for name, each in contract().items() if name != "schema_version"}
    outcome = onefold("bundle", "validate", write(folder, "b", bare, format_name))
    assert (outcome.code, outcome.err.startswith("error[OF202]: A bundle has no `schema_version`.")) == (1, True), (
        outcome
    )


@pytest.mark.parametrize("format_name", NAMES)
def test_what_only_words_describe_in_the_contract_is_validated(onefold: Any, folder: Path, format_name: str) -> None:
    for fields, code, field in TRIGGERS:
        name = write(folder, "b", document(triggers=[{"id": "t", **fields}], connectors=[]), format_name)
        (folder / "flow.fold").write_text('fold 1\nworkflow w\nmodel close { prompt "x" }\n')
        _, found = validated(onefold, name)
        assert (code, f"triggers[0].{field}") in {(each["code"], each["path"]) for each in found}, fields
    for fields in GOOD:
        _, found = validated(onefold, workspace(folder, format_name, triggers=[{"id": "t", **fields}]))
        assert found == [], fields


def test_a_finding_is_shown_with_its_place_in_the_document(onefold: Any, folder: Path) -> None:
    name = workspace(folder, "yaml", triggers=[{"id": "t", "kind": "cron", "schedule": "61 * * * *"}])
    outcome = onefold("bundle", "validate", name)
    assert outcome.code == 1
    assert (
        "error[OF827]: `61 * * * *` is no schedule: `61` is not within 0 and 59 in the field of the minute."
        in outcome.err
    )
    assert "bundle.fold.yaml:" in outcome.err
    told, base = outcome.out.splitlines()
    assert told == "nightly 1.0.0: 10 nodes, 1 error, no warnings"
    # What a patch of it names.
    assert base == f"  bundle  {json.loads(onefold('bundle', 'validate', name, '--json').out)['data']['bundle_hash']}"
    assert onefold("check", name).out.count("OF827") == 1


@pytest.mark.parametrize("format_name", NAMES)
def test_the_workflow_of_a_document_must_be_at_hand(onefold: Any, folder: Path, format_name: str) -> None:
    for file, code in (("../flow.fold", "OF232"), ("gone.fold", "OF231"), ("secrets/x.fold", "OF232")):
        name = workspace(folder, format_name, workflow={"file": file})
        outcome = onefold("bundle", "validate", name)
        assert outcome.code == 1, outcome
        assert f"error[{code}]" in outcome.err
    (folder / "bad.fold").write_text("fold 1\nworkflow w\n")
    outcome = onefold("bundle", "validate", workspace(folder, format_name, workflow={"file": "bad.fold"}))
    assert outcome.code == 1
    assert "bad.fold" in outcome.err


@pytest.mark.parametrize("format_name", NAMES)
def test_unknown_members_are_refused(onefold: Any, folder: Path, format_name: str) -> None:
    for value in (
        document(colour="red"),
        contract(colour="red"),
        changed(contract(), "workflow.nodes.a.colour", "red"),
    ):
        (folder / "flow.fold").write_text('fold 1\nworkflow w\nmodel close { prompt "x" }\n')
        outcome = onefold("bundle", "validate", write(folder, "b", value, format_name))
        assert outcome.code == 1
        assert "error[OF201]" in outcome.err


FIXTURES = {
    "docs/fixtures/workflow-bundles/quickstart-minimal.bundle.json": (
        ["summarize", "notify"],
        1,
        "sha256:b31130003507343166b74b52792813ae2b56cd1f4a126c11e84c2af06d69c333",
        "bundle_run_quickstart_minimal_fixture",
    ),
    "docs/fixtures/workflow-bundles/github-pr-monitor.bundle.json": (
        ["ingest", "wait_for_deploy", "query_logs", "notify"],
        3,
        "sha256:0e6431a5d4427f571aa5edcbf969e158cb122226de5631619f5cfc86babef42b",
        "bundle_run_pr_monitor_fixture",
    ),
    "examples/skill-packs/workflow-authoring/recipes/pr-monitor/bundle.json": (
        ["ingest", "wait_for_deploy", "query_logs", "notify"],
        3,
        "sha256:5614349b1365db25b570613e7c554633af32ed2d6e6d2dcfcb1262e2ff6c5368",
        "bundle_run_pr-monitor_5614349b1365",
    ),
}


@pytest.mark.parametrize("name", FIXTURES)
def test_a_public_fixture_validates_previews_and_runs(onefold: Any, name: str) -> None:
    nodes, edges, digest, run_id = FIXTURES[name]
    path = str(fixture(name))
    assert validated(onefold, path) == (0, [])
    preview = json.loads(onefold("bundle", "preview", path, "--json").out)["data"]
    assert [each["id"] for each in preview["nodes"]] == sorted(nodes)
    assert len(preview["edges"]) == edges
    assert preview["graph_digest"] == preview["graph"]["graph_digest"] == digest
    receipt = json.loads(onefold("bundle", "run", path, "--json").out)["data"]
    assert [each["node_id"] for each in receipt["executed_nodes"]] == nodes
    assert (receipt["run_id"], receipt["status"], receipt["graph_digest"]) == (run_id, "completed", digest)


def test_the_older_published_digest_of_a_fixture_is_known_too(onefold: Any, folder: Path) -> None:
    path = fixture("docs/fixtures/workflow-bundles/quickstart-minimal.bundle.json")
    value = json.loads(path.read_text())
    for digest in (
        "sha256:3c0fccd1422d3e8a4d5d3d02df9e053775808bffc9ef039fd61241be4913a1e8",
        "sha256:b31130003507343166b74b52792813ae2b56cd1f4a126c11e84c2af06d69c333",
    ):
        (folder / "b.json").write_text(json.dumps(changed(value, "receipts.graph_digest", digest)))
        assert validated(onefold, "b.json") == (0, [])


def test_the_recipe_of_schema_1_is_refused(onefold: Any) -> None:
    path = fixture("legacy-v1/examples/skill-packs/workflow-authoring/recipes/pr-monitor/bundle.json")
    outcome = onefold("bundle", "validate", str(path))
    assert outcome.code == 1
    assert "error[OF807]" in outcome.err


def test_programs_get_one_object_whatever_goes_wrong(onefold: Any, folder: Path) -> None:
    name = workspace(folder)
    onefold("bundle", "pack", name, "-o", "b.foldpack")
    old = write(folder, "old", changed(contract(), "schema_version", 1), "json")
    typed = write(folder, "typed", document(version=1), "yaml")
    (folder / "x.unknown").write_text("x")
    outputs = write(folder, "o", {"steps": {"nope": {}}}, "json")
    for code, word, *arguments in (
        *(
            (f"{word}.read_failed", word, "gone.fold.yaml")
            for word in ("validate", "preview", "run", "verify", "inspect")
        ),
        ("unpack.read_failed", "unpack", "gone", "out"),
        ("pack.read_failed", "pack", "gone.fold", "-o", "x"),
        ("pack.write_failed", "pack", name, "-o", "gone/x"),
        ("pack.usage", "pack", name, "-o", "x", "--sign"),
        *((f"{word}.invalid_source", word, each) for word in ("validate", "run") for each in (old, typed)),
        ("preview.invalid_source", "preview", old),
        ("validate.unknown_format", "validate", "x.unknown"),
        ("run.unknown_trigger", "run", name, "--trigger-id", "nope"),
        ("run.unknown_output", "run", name, "--outputs", outputs),
        ("unpack.write_failed", "unpack", "b.foldpack", "gone/out"),
        ("preview.write_failed", "preview", name, "--html", "gone/p"),
        ("keygen.write_failed", "keygen", "gone/key"),
    ):
        outcome = onefold("bundle", word, *arguments, "--json")
        assert outcome.code in (1, 2), outcome
        printed = json.loads(outcome.out)
        assert (printed["onefold"], printed["ok"], printed["data"]) == (f"bundle-{word}/1", False, None)
        assert (printed["error"]["code"], bool(outcome.err)) == (code, True), outcome
        assert (printed["error"]["details"] is not None) == code.endswith("invalid_source")
