"""The vectors of identity. What this project does otherwise, on purpose, is listed here, each with its reason."""

from __future__ import annotations

import json
import struct
from typing import Any

import pytest
from identity_vectors import parameters

from onefold.frontends.frontend import Limits
from onefold.frontends.json import FRONTEND as JSON
from onefold.kernel.document import record_document
from onefold.kernel.identity.capabilities import BashDef, ModelSlotDef, NetworkDef
from onefold.kernel.identity.definition import AttachedDef, DefinitionDef, MemoryDef, PlannerDef, WorkerDef
from onefold.kernel.identity.definitions import Definition
from onefold.kernel.identity.digests import Unhashable, canonical_bytes, digest_of
from onefold.kernel.identity.drift import changes, drift, scope_of
from onefold.kernel.identity.events import event_id
from onefold.kernel.identity.manifests import (
    MANIFESTS,
    AvailableWorkflow,
    manifest_hash,
    manifest_object,
)
from onefold.kernel.identity.memory import MemoryCollision, pipeline_store, store_key, workflow_store
from onefold.kernel.identity.outer_loop import OuterLoopDef, PriorCycle, outer_loop_hash
from onefold.kernel.identity.skills import SkillIdentity, skills_hash
from onefold.kernel.identity.snapshot import bash_capabilities, bash_hash, snapshot_object
from onefold.kernel.identity.step_path import Branch, StepPath, branch_path, parse_step_path
from onefold.kernel.identity.tools import tools_hash, tools_snapshot
from onefold.kernel.ir.catalog import ToolEntry
from onefold.kernel.ir.declare import declarations
from onefold.kernel.ir.nodes import Duration, PromptTemplate
from onefold.kernel.jcs import encode_value, format_number
from onefold.kernel.source import Source

# A text is read strictly: duplicate keys and integers that no double holds exactly are errors.
CANONICAL = (
    "num-1e20",
    "num-999999999999999900000",
    "num-2p53-plus-1",
    "num-u64-max",
    "num-i64-max",
    "obj-duplicate-keys",
)
NO_RAW_TEXT = "the front matter is hashed as the value it is, so its layout does not count"
NO_REMOTE = "skills are folders here, and none is remote"
UTF16 = "one order everywhere, UTF-16 code units, and never a locale"
WITH_SCHEMAS = "allowedToolsHash covers the schemas of tools besides their ids"
NO_OPEN_NETWORK = "`network` is false or a record: there is no word for all of the internet"
NOT_HERE = "nothing here has it"
SLOTS_HAVE_IDS = "a slot is written with its id, so none is derived"
COMPONENTS = {
    **{f"skillFrontmatterHash/{name}": NO_RAW_TEXT for name in (
        "basic", "crlf", "desc-changed", "reordered", "extra-key", "dash-inside",
    )},
    "skillsHash/remote-commit-2": NO_REMOTE,
    "skillsHash/case-order": UTF16,
    "bashCapabilitiesHash/network-full": NO_OPEN_NETWORK,
    "bashCapabilitiesHash/network-true": NO_OPEN_NETWORK,
    **{f"allowedToolsHash/{name}": WITH_SCHEMAS for name in ("one", "unsorted", "duplicates", "punctuation")},
    **{f"modelSlots/{name}": SLOTS_HAVE_IDS for name in (
        "derived-slash", "no-model-id", "triple-collision", "reserved-explicit", "unknown-second",
    )},
    **{f"inputStructure/{name}": NOT_HERE for name in (
        "null", "scalars", "array-single", "array-many-same", "nested",
    )},
    "artifactId/text": NOT_HERE,
    "artifactId/text2": NOT_HERE,
}  # fmt: skip


def read(text: str) -> Any:
    """The value of a JSON text and whether our front-end takes it."""
    reading = JSON.read(Source("case", text), Limits())
    return reading.value, not reading.findings


@pytest.mark.parametrize("case", parameters("canonical"))
def test_canonical_json(case: dict[str, Any]) -> None:
    value, is_taken = read(case["input"])
    if case["id"] in CANONICAL or "error" in case:
        assert not is_taken
        with pytest.raises((Unhashable, AssertionError)):
            assert canonical_bytes(json.loads(case["input"])).decode() == "an inexact text"
        return
    assert is_taken
    assert canonical_bytes(value) == case["canonical"].encode()
    assert digest_of(value) == f"sha256:{case['sha256']}"


@pytest.mark.parametrize("case", parameters("canonical", "err-"))
def test_what_cannot_be_hashed_is_told_with_its_path(case: dict[str, Any]) -> None:
    with pytest.raises(Unhashable) as raised:
        digest_of(json.loads(case["input"]))
    assert raised.value.path == case["error"]["path"].replace("\\ud800", "\ud800")


@pytest.mark.parametrize("case", parameters("jcs", "file/"))
def test_rfc_8785_documents(case: dict[str, Any]) -> None:
    value, is_taken = read(case["input"])
    assert is_taken
    assert encode_value(value) == case["canonical"].encode() == bytes.fromhex(case["canonicalHex"])
    assert digest_of(value) == f"sha256:{case['sha256']}"


@pytest.mark.parametrize("case", parameters("jcs", "number/"))
def test_rfc_8785_numbers(case: dict[str, Any]) -> None:
    (number,) = struct.unpack(">d", bytes.fromhex(case["ieee754"]))
    if "error" in case:
        with pytest.raises(Unhashable):
            digest_of(number)
        return
    assert format_number(number) == case["canonical"]


def slots(written: dict[str, Any]) -> list[dict[str, str]]:
    return [{"id": name, **slot} for name, slot in written.items()]


def bash_of(written: Any) -> BashDef:
    given = written or {}
    network: Any = False
    names = {
        "allow": "allowed_url_prefixes",
        "methods": "allowed_methods",
        "maxRedirects": "max_redirects",
        "maxResponseSize": "max_response_size",
        "denyPrivateRanges": "deny_private_ranges",
    }
    if isinstance(given.get("network"), dict):
        found = given["network"]
        members = {ours: found[theirs] for theirs, ours in names.items() if theirs in found}
        if "timeoutMs" in found:
            members["timeout"] = Duration(found["timeoutMs"])
        network = NetworkDef(**members)
    return BashDef(network=network, python=given.get("python", True), javascript=given.get("javascript", True))


def tools_of(written: dict[str, Any]) -> dict[str, ToolEntry]:
    return {
        name: ToolEntry(
            description=each.get("description", ""), input=each.get("inputSchema"), output=each.get("outputSchema")
        )
        for name, each in written.items()
    }


@pytest.mark.parametrize("case", parameters("components"))
def test_components(case: dict[str, Any]) -> None:
    if case["id"] in COMPONENTS:
        assert COMPONENTS[case["id"]]
        return
    given, wanted = case["input"], case["output"]
    match case["fn"]:
        case "promptHash":
            assert digest_of(given) == wanted
        case "skillsHash":
            found = skills_hash(SkillIdentity(each["name"], each["frontmatterHash"]) for each in given)
            assert found == wanted
        case "bashCapabilitiesHash":
            assert record_document(bash_capabilities(bash_of(given)), defaults=True) == case["normalized"]
            assert bash_hash(bash_of(given)) == wanted
        case "globalToolsHash":
            assert tools_snapshot(tools_of(given)) == case["snapshot"]
            assert tools_hash(tools_of(given)) == wanted
        case "allowedToolsHash":
            assert tools_hash({name: ToolEntry() for name in given}) == wanted
        case "memoryStoreKey" if wanted is None:
            with pytest.raises(MemoryCollision, match="no letter or digit"):
                store_key(given)
        case "memoryStoreKey":
            assert (store_key(given), workflow_store(given)) == (wanted, case["workflowStoreId"])
        case "pipelineStoreId":
            assert pipeline_store(given) == wanted
        case "modelSlots":
            assert [slot_object(each) for each in given] == wanted
        case "branchPath":
            branch = Branch(given["parallelStepPath"], given["itemKey"], attempt=given["attempt"])
            assert branch_path(branch) == wanted
            assert str(StepPath("review", (branch,))) == case["childStepPath"]
            assert parse_step_path(case["childStepPath"]) == StepPath("review", (branch,))
        case "stepPath":
            assert str(parse_step_path(wanted)) == wanted
            visits = given["step"].get("maxVisits", 1)
            branches = (Branch("parallel_step", "key_abc"),) if given["branchPath"] else ()
            path = StepPath(given["step"]["id"], branches, given["visitIndex"] if visits > 1 else None)
            assert str(path) == wanted
        case "eventId":
            event = given["event"]
            found = event_id(
                given["runId"], given["sequence"], event["type"], event["payload"], event.get("occurrenceId")
            )
            assert found == wanted
        case unknown:
            raise AssertionError(unknown)


def slot_object(given: dict[str, Any]) -> dict[str, str]:
    model = given["model"]
    definition = definition_of({"id": "w", "models": [given], "planner": {"model": given}})
    (slot,) = definition.snapshot.model_slots
    assert (slot.provider_id, slot.model_id) == (model["provider"], model["modelId"])
    return {
        "id": slot.id,
        "providerId": slot.provider_id,
        "modelId": slot.model_id,
        "description": slot.description,
    }


def definition_of(workflow: dict[str, Any]) -> Definition:
    """The definition that says what the workflow of a vector says, as far as one can."""
    models = {slot_id(each): each for each in [*workflow.get("models", []), *_planner_slot(workflow)]}
    planner = workflow.get("planner", {})
    worker = workflow.get("worker", {})
    memory = workflow.get("memory", {})
    return Definition(
        DefinitionDef(
            definition=workflow["id"],
            description=workflow.get("description", ""),
            input=workflow.get("inputSchema", True),
            output=workflow.get("output", {}).get("schema", workflow.get("outputSchema", True)),
            models={
                name: ModelSlotDef(
                    provider=each["model"].get("provider", ""),
                    model=each["model"].get("modelId", ""),
                    description=each.get("description", ""),
                )
                for name, each in models.items()
            },
            planner=PlannerDef(
                model=slot_id(planner["model"]) if "model" in planner else "model-0",
                harness=planner.get("harnessId", "customHarness@unknown"),
                system=PromptTemplate(planner.get("system", "")),
            ),
            worker=WorkerDef(harness=worker.get("harnessId", "customHarness@unknown")),
            tools=tuple(workflow.get("globalTools", ())),
            memory=MemoryDef(
                workflow=memory.get("workflow", "rw"),
                org=memory.get("org", "ro"),
                attached=tuple(
                    AttachedDef(id=each["id"], mode=each.get("mode", "ro")) for each in memory.get("attached", ())
                ),
            ),
            bash=bash_of(workflow.get("bash")),
        )
    )


def slot_id(slot: dict[str, Any]) -> str:
    return str(slot.get("id") or slot["model"].get("modelId"))


def _planner_slot(workflow: dict[str, Any]) -> list[dict[str, Any]]:
    model = workflow.get("planner", {}).get("model")
    return [model] if model else []


NO_PLANNER = "a definition names the model slot of its planner, and has no slot that it does not name"
SNAPSHOTS = {
    ("minimal", "modelSlots"): NO_PLANNER,
    ("bash-network-true", "bashConfig"): NO_OPEN_NETWORK,
    ("skills-remote", "workerConfig"): NO_REMOTE,
}
# Members that the page does not have, and so the snapshot has not: the identity of the planner's model stands among
# the slots, the schemas of tools in manifests, and `toolSelection` and the contract of outputs are not here.
OTHERWISE = {"globalToolsHash", "toolSelection", "outputSchemaHash"}


@pytest.mark.parametrize("case", parameters("definition-snapshots"))
def test_definition_snapshots(case: dict[str, Any]) -> None:
    found = snapshot_object(definition_of(case["workflow"]).snapshot)
    wanted = {name: value for name, value in case["snapshot"].items() if name not in OTHERWISE}
    wanted["plannerConfig"] = {
        name: value for name, value in wanted["plannerConfig"].items() if name != "modelIdentity"
    }
    differing = {name for name in wanted if found[name] != wanted[name]}
    assert differing == {member for each, member in SNAPSHOTS if each == case["id"]}
    assert {*found} - {*wanted} == {"outputSchemaHash"}


def manifest_of(kind: str, members: dict[str, Any]) -> Any:
    """A manifest of members as they are hashed, in a scrambled order."""
    record = MANIFESTS[kind]
    given = {each.attribute: members[each.name] for each in declarations(record) if each.name in members}
    for name, value in given.items():
        if name == "available_workflows":
            given[name] = tuple(
                AvailableWorkflow(id=each["id"], definition_hash=each["definitionHash"]) for each in reversed(value)
            )
        elif isinstance(value, list):
            given[name] = tuple(reversed(value))
    return record(**given)


@pytest.mark.parametrize("case", parameters("manifests"))
def test_manifests(case: dict[str, Any]) -> None:
    assert canonical_bytes(case["manifest"]) == case["canonical"].encode()
    assert manifest_hash(case["manifest"]) == case["manifestHash"]
    scope = scope_of(case["manifest"])
    assert {"kind": scope.kind, "scopeKey": scope.key} == case["scope"]
    if "mcpCapabilitiesHash" in case["manifest"]:
        return  # Not on the page, so the class has no such member; one that was stored is hashed as it is.
    manifest = manifest_of(case["kind"], case["manifest"])
    assert manifest_object(manifest) == case["manifest"]
    assert manifest_hash(manifest) == case["manifestHash"]
    assert scope_of(manifest) == scope


@pytest.mark.parametrize("case", parameters("manifests", "planner/outer-loop"))
def test_the_context_of_an_outer_loop(case: dict[str, Any]) -> None:
    context = case["input"]["outerLoopContext"]
    cycles = [
        PriorCycle(
            cycle_number=each["cycleNumber"], status=each["status"], output=each["output"], summary=each["summary"]
        )
        for each in context["priorCycles"]
    ]
    loop = OuterLoopDef(
        cycle_number=context["cycleNumber"], max_cycles=context["maxCycles"], prior_cycles=tuple(cycles)
    )
    assert outer_loop_hash(loop) == case["manifest"]["outerLoopContextHash"]


@pytest.mark.parametrize("case", parameters("session-events"))
def test_session_events(case: dict[str, Any]) -> None:
    event = case["event"]
    payload = event["payload"]
    assert manifest_hash(payload["manifest"]) == payload["manifestHash"]
    assert digest_of(payload) == case["payloadHash"]
    assert event_id(case["runId"], case["sequence"], event["type"], payload) == case["eventId"]


BY_KEY = "entries of a list are compared by key: one removed is one line"
DIFFS = {"orch-workflow-removed": BY_KEY, "orch-all-removed": BY_KEY}


@pytest.mark.parametrize("case", parameters("diffs"))
def test_diffs(case: dict[str, Any]) -> None:
    stored, current = case["stored"], case["current"]
    assert (manifest_hash(stored), manifest_hash(current)) == (case["storedHash"], case["currentHash"])
    is_one_scope = scope_of(stored) == scope_of(current)
    assert is_one_scope == case["sameScope"]
    assert (is_one_scope and drift("run_abc123", stored, current) is not None) == case["drift"]
    if case["id"] in DIFFS:
        assert len(changes(stored, current)) == len(stored["availableWorkflows"]) - len(current["availableWorkflows"])
        return
    lines = {f"$.{each}".replace(" \u2192 ", " -> ") for each in changes(stored, current)}
    assert lines == {*case["diff"]}


@pytest.mark.parametrize("case", parameters("drift-table"))
def test_the_drift_table_on_manifests(case: dict[str, Any]) -> None:
    # The order of workflows is drift on the page; on manifests that carry `workflowOrderHash`, which these do not.
    assert (drift("run_a", case["stored"], case["current"]) is not None) == case["drift"]


@pytest.mark.parametrize("case", parameters("lwir-versions"))
def test_versions_of_another_language_are_only_digests(case: dict[str, Any]) -> None:
    # A WorkflowVersion here is the BLAKE3 of a workflow in this language: only the digest of the document is common.
    if "lwir" in case and "lwirHash" in case:
        assert digest_of(case["lwir"]) == case["lwirHash"]
