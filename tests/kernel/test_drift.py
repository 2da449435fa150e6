"""The text of drift, and what it says of lists."""

from __future__ import annotations

from typing import Any

from onefold.kernel.identity.drift import changes, drift, scope_of


def manifest(**members: Any) -> dict[str, Any]:
    return {
        "harnessId": "workflowHarness@1.0.0",
        "orchestratorModelSlotId": "gpt-5",
        "availableWorkflows": [
            {"id": "candidate.review", "definitionHash": "sha256:abc123"},
            {"id": "candidate.scoring", "definitionHash": "sha256:def456"},
        ],
        "memoryStoreIds": ["org", "pipeline:abc"],
        **members,
    }


PAGE = """\
CapabilityDriftError: Run 'run_abc123' was started with a different orchestrator config.

Changes detected:
- orchestratorModelSlotId: "gpt-5" → "gpt-4o-mini"
- availableWorkflows[1].definitionHash: "sha256:def456" → "sha256:def789"
  (candidate.scoring workflow definition changed)

To resume cleanly, restore the prior state.
To start fresh, run with a new runId."""


def test_the_text_is_that_of_the_page() -> None:
    changed = manifest(
        orchestratorModelSlotId="gpt-4o-mini",
        availableWorkflows=[
            {"id": "candidate.review", "definitionHash": "sha256:abc123"},
            {"id": "candidate.scoring", "definitionHash": "sha256:def789"},
        ],
    )
    found = drift("run_abc123", manifest(), changed)
    assert str(found) == PAGE


def lines(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    return [str(each) for each in changes(old, new)]


def test_a_record_that_went_or_came_is_one_line() -> None:
    _review, scoring = manifest()["availableWorkflows"]
    assert lines(manifest(), manifest(availableWorkflows=[scoring])) == [
        (
            'availableWorkflows[0]: {"definitionHash":"sha256:abc123","id":"candidate.review"} → undefined\n'
            "  (candidate.review workflow removed)"
        )
    ]
    assert lines(manifest(availableWorkflows=[scoring]), manifest()) == [
        (
            'availableWorkflows[0]: undefined → {"definitionHash":"sha256:abc123","id":"candidate.review"}\n'
            "  (candidate.review workflow added)"
        )
    ]


def test_a_memory_that_went_or_changed_is_one_line() -> None:
    assert lines(manifest(), manifest(memoryStoreIds=["pipeline:abc"])) == ['memoryStoreIds[0]: "org" → undefined']
    assert lines(manifest(), manifest(memoryStoreIds=["org", "pipeline:def"])) == [
        'memoryStoreIds[1]: "pipeline:abc" → "pipeline:def"'
    ]
    assert lines(manifest(), manifest(memoryStoreIds=["a", "org", "pipeline:abc"])) == [
        'memoryStoreIds[0]: undefined → "a"'
    ]


def test_the_order_of_workflows_is_told_only_where_the_set_is_the_same() -> None:
    assert lines(manifest(), manifest(workflowOrderHash="sha256:1")) == [
        'workflowOrderHash: undefined → "sha256:1"\n  (the order of the workflows changed)'
    ]
    (line,) = lines(manifest(), manifest(workflowOrderHash="sha256:1", availableWorkflows=[]))[1:]
    assert line.startswith("availableWorkflows[1]: ")


def test_odd_keys_keep_their_paths_apart() -> None:
    assert lines({"a.b": 1, "a": {"b": 1}}, {"a.b": 2, "a": {"b": 3}}) == ["a.b: 1 → 3", '["a.b"]: 1 → 2']


def test_what_has_no_known_members_has_a_scope_of_its_own() -> None:
    assert str(scope_of({"x": 1})) == "unknown"
    assert str(scope_of({"workflowVersionId": "v", "stepPath": "a[3].b"})) == "worker a[3].b"
    assert str(scope_of({"workflowVersionId": "v", "stepPath": "a", "fixerModelSlotId": "m"})) == "fixer a"


def test_lists_of_other_things_are_compared_as_wholes() -> None:
    assert lines({"x": [1, 2]}, {"x": [2, 1]}) == ["x: [1,2] → [2,1]"]
    assert lines({"x": [{"a": 1}]}, {"x": [{"a": 2}]}) == ['x[0]: {"a":1} → {"a":2}']


def test_another_order_alone_is_a_change_that_is_told() -> None:
    review, scoring = manifest()["availableWorkflows"]
    found = drift("run_a", manifest(), manifest(availableWorkflows=[scoring, review]))
    assert found
    assert [str(each) for each in found.changes] == [
        (
            'availableWorkflows: ["candidate.review","candidate.scoring"] → ["candidate.scoring","candidate.review"]\n'
            "  (the order changed)"
        )
    ]
