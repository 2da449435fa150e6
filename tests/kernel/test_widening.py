"""Changes of bundles: each way to ask for more is reported with its kind, and harmless changes are not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bundle_documents import fixture
from hypothesis import given
from hypothesis import strategies as st
from widenings import (
    BASE,
    CATALOGUE,
    EXACT,
    HARMLESS,
    NODES,
    WIDENINGS,
    Row,
    applied,
    bundle,
    edge,
    find,
    parent_of,
    put,
    read,
)

from onefold.kernel.bundle.manifest import Manifest
from onefold.kernel.bundle.policies import CapabilityPolicy
from onefold.kernel.ceiling.around import Around
from onefold.kernel.ceiling.contract import ceiling_of_policy
from onefold.kernel.ceiling.excess import WIDENING_KINDS, Widening
from onefold.kernel.ceiling.model import NOTHING
from onefold.kernel.ceiling.widening import widening


def judged(row: Row) -> tuple[Widening, ...]:
    result = read(applied(row.operations), Manifest)
    around = Around(CATALOGUE, find)
    return widening(read(BASE, Manifest), result, parent_of(row), is_contract=row.is_contract, around=around)


@pytest.mark.parametrize("row", WIDENINGS, ids=lambda row: row.name)
def test_a_way_to_ask_for_more_is_reported_with_its_kind(row: Row) -> None:
    found = judged(row)
    assert set(row.kinds) <= {each.kind for each in found}, found
    for each in found:
        assert each.kind in WIDENING_KINDS
        assert each.place
        assert each.detail
        assert each.requested != each.allowed


# Ours asks for a network anyway, and a node that names no tool has no limit of them.
ONLY_OF_THE_CONTRACT = ("the list of tools of a node is taken out", "a higher tier")


@pytest.mark.parametrize(
    "row", [each for each in WIDENINGS if each.is_contract and each.parent is None], ids=lambda row: row.name
)
def test_a_way_to_ask_for_more_is_reported_of_bundles_of_ours_too(row: Row) -> None:
    if row.name not in ONLY_OF_THE_CONTRACT:
        assert set(row.kinds) <= {each.kind for each in judged(row._replace(is_contract=False))}


@pytest.mark.parametrize(
    "row", [each for each in WIDENINGS if each.parent and each.operations], ids=lambda row: row.name
)
def test_the_bundle_without_the_change_is_not_reported_with_that_kind(row: Row) -> None:
    before = judged(row._replace(operations=()))
    assert not set(row.kinds) & {each.kind for each in before}


@pytest.mark.parametrize("row", HARMLESS, ids=lambda row: row.name)
def test_a_harmless_change_is_not_reported(row: Row) -> None:
    assert judged(row) == ()


def test_the_tables_have_a_row_for_each_way() -> None:
    assert len(WIDENINGS) >= 60
    assert len(HARMLESS) >= 30
    assert {kind for row in WIDENINGS for kind in row.kinds} == set(WIDENING_KINDS)
    names = [row.name for row in (*WIDENINGS, *HARMLESS)]
    assert len(names) == len(set(names))


def test_a_condition_that_decides_about_consent_is_not_changed_unseen() -> None:
    """In this bundle small changes are deployed without asking."""
    base = applied((put("workflow.edges.3", {"from": "choose", "to": "deploy", "branch": "false"}),))
    ways = ((put(f"{NODES}choose|metadata", {member: "x"}),) for member in ("on", "transitions"))
    for operations in ways:
        result = read(applied(operations, base), Manifest)
        (found,) = widening(read(base, Manifest), result, is_contract=True)
        assert found.kind == "approval_bypass"
        assert found.detail == "`choose` decides by another condition whether an approval is asked for"


def test_a_way_past_an_approval_that_not_every_way_led_through_is_seen() -> None:
    """In this bundle small changes are deployed without asking; now large ones are too."""
    base = applied((put("workflow.edges.3", {"from": "choose", "to": "deploy", "branch": "false"}),))
    result = read(applied((edge("choose", "deploy", "true"),), base), Manifest)
    found = widening(read(base, Manifest), result, is_contract=True)
    assert [(each.kind, each.detail) for each in found][1:2] == [
        ("approval_bypass", "`choose` leads to `deploy` past an approval"),
    ]


def test_a_way_past_either_of_two_approvals_is_seen() -> None:
    """In this bundle somebody else is asked about small changes."""
    ways = [
        *BASE["workflow"]["edges"],
        {"from": "choose", "to": "second", "branch": "false"},
        {"from": "second", "to": "watch", "branch": "approved"},
    ]
    base = applied((put(f"{NODES}second", {"kind": "hitl"}), put("workflow.edges", ways)))
    result = read(applied((edge("choose", "watch", "neither"),), base), Manifest)
    found = widening(read(base, Manifest), result, is_contract=True)
    assert {(each.kind, each.detail) for each in found} == {
        ("approval_bypass", f"`{name}` can be reached without any of the approvals that were before it")
        for name in ("watch", "announce")
    }


LOOSE = ("tools", "metadata", "model_policy|iteration_budget", "capability_policy|process_sandbox", "verify")
ODD = ("workflow", "version", "budget", "args", "allow", "deny", "name", "attempts", "retry", "timeout", "write_roots")
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(("", "*", "a", "1h", EXACT)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(ODD), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.sampled_from(sorted(BASE["workflow"]["nodes"])),
    st.sampled_from(LOOSE),
    JSON,
    st.dictionaries(st.sampled_from(("budget", "x")), JSON),
    st.booleans(),
)
def test_free_fields_are_judged_whatever_is_in_them(
    name: str, path: str, value: Any, whole: Any, is_ours: bool
) -> None:
    odd = {"args": value} if path == "metadata" and not isinstance(value, dict) else value
    odd = {key: each for key, each in odd.items() if each is not None} if path == "metadata" else odd
    budget = {key: each for key, each in whole.items() if each is not None}
    changes = (put(f"{NODES}{name}|{path}", odd), put("workflow.metadata", budget))
    result = read(applied(changes), Manifest)
    around = Around(CATALOGUE, find)
    for parent in (None, NOTHING):
        found = widening(read(BASE, Manifest), result, parent, is_contract=not is_ours, around=around)
        assert {each.kind for each in found} <= set(WIDENING_KINDS)
    assert widening(result, result, is_contract=not is_ours, around=around) == ()


def test_fewer_nodes_need_consent_only_where_something_is_left_to_consent_to() -> None:
    """With the approval goes all that was behind it."""
    gone = {"ask", "deploy", "watch", "announce"}
    edges = [each for each in BASE["workflow"]["edges"] if not {each["from"], each["to"]} & gone]
    operations = (
        put("workflow.edges", edges),
        *(put(f"{NODES}{each}", ...) for each in gone),
        put("prompt_capsules", {}),
        put("policy.approval_required", ["ops.deploy"]),
    )
    assert judged(Row("", operations)) == ()


def test_the_public_patch_of_the_public_bundle_is_judged_as_the_contract_does() -> None:
    """Without a parent the contract compares nothing; here a higher tier is told of then too."""
    folder = "docs/fixtures/workflow-bundles"
    names = ("github-pr-monitor.bundle", "pr-monitor-verifier.patch", "parent-act-with-approval.policy")
    base, patch, policy = (json.loads(fixture(f"{folder}/{each}.json").read_text()) for each in names)
    parent = ceiling_of_policy(read(policy, CapabilityPolicy))
    operations = (*patch["operations"],)
    higher = (*operations, bundle(autonomy_tier="act_auto"))
    for changes, kinds in ((operations, []), (higher, ["side_effect_level", "autonomy_tier"])):
        original, result = read(base, Manifest), read(applied(changes, base), Manifest)
        for limit in (parent, None):
            found = widening(original, result, limit, is_contract=True)
            assert [each.kind for each in found] == kinds
