"""Ceilings are a partial order on their normal forms, with a greatest lower bound; and what names and folders mean."""

from __future__ import annotations

import posixpath
from functools import reduce
from typing import Any

import pytest
from ceilings import CEILINGS, FOLDERS, FOLDERS_TO_TRY, NAMES, ODD, PATTERNS
from hypothesis import given
from hypothesis import strategies as st
from strategies import workflows

from onefold.kernel.bundle.lowering import assembled, lower_graph
from onefold.kernel.bundle.manifest import BundleDef, Manifest, WorkflowFile
from onefold.kernel.bundle.parts import BundlePolicy
from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.ceiling.around import Around
from onefold.kernel.ceiling.contract import ceiling_of_policy, policy_of
from onefold.kernel.ceiling.dimensions import ALL
from onefold.kernel.ceiling.documents import ceiling_of_document, definition_of
from onefold.kernel.ceiling.excess import WIDENING_KINDS, excesses
from onefold.kernel.ceiling.model import DIMENSIONS, EVERYTHING, NOTHING, Ceiling
from onefold.kernel.ceiling.of_bundles import ceiling_of_bundle
from onefold.kernel.ceiling.of_workflows import ceiling_of_workflow
from onefold.kernel.ceiling.order import meet, normal_form, readable, union, within
from onefold.kernel.ceiling.paths import is_plain, normal_path, paths_above
from onefold.kernel.ceiling.patterns import covers_name, names_above, projected
from onefold.kernel.classes import evolve, fields
from onefold.kernel.globs import matches
from onefold.kernel.ir.catalog import ToolAnnotations, ToolEntry
from onefold.kernel.ir.nodes import Model, PromptTemplate, Tool, ToolSelector, WorkflowDef


@given(CEILINGS)
def test_a_normal_form_is_its_own(one: Ceiling) -> None:
    assert normal_form(normal_form(one)) == normal_form(one)


@given(CEILINGS)
def test_a_ceiling_is_within_itself_and_within_everything_and_nothing_is_within_it(one: Ceiling) -> None:
    assert within(one, one)
    assert within(normal_form(one), one)
    assert within(one, normal_form(one))
    assert within(NOTHING, one)
    assert within(one, EVERYTHING)


@given(CEILINGS, CEILINGS)
def test_two_ceilings_within_each_other_have_one_normal_form(one: Ceiling, other: Ceiling) -> None:
    assert (within(one, other) and within(other, one)) == (normal_form(one) == normal_form(other))
    lower = meet(one, other)
    if within(lower, one) and within(one, lower):
        assert lower == normal_form(one)


@given(CEILINGS, CEILINGS, CEILINGS)
def test_what_is_within_a_ceiling_is_within_what_that_is_within(one: Ceiling, other: Ceiling, third: Ceiling) -> None:
    lower = meet(one, other)
    lowest = meet(lower, third)
    assert within(lowest, lower)
    assert within(lower, one)
    assert within(lowest, one)
    if within(one, other) and within(other, third):
        assert within(one, third)


@given(CEILINGS, CEILINGS, CEILINGS)
def test_the_meet_is_the_greatest_lower_bound(one: Ceiling, other: Ceiling, third: Ceiling) -> None:
    bound = meet(one, other)
    assert within(bound, one)
    assert within(bound, other)
    assert meet(one, one) == normal_form(one)
    assert meet(other, one) == bound
    assert meet(meet(one, other), third) == meet(one, meet(other, third))
    below = meet(third, bound)
    assert within(below, bound)
    assert (within(third, one) and within(third, other)) == within(third, bound)


@given(CEILINGS, CEILINGS)
def test_two_requests_together_hold_both(one: Ceiling, other: Ceiling) -> None:
    together = union(one, other)
    assert within(one, together)
    assert within(other, together)
    assert union(one, one) == normal_form(one)
    assert union(other, one) == together


@given(CEILINGS, CEILINGS)
def test_there_is_an_excess_exactly_where_a_ceiling_is_not_within_another(one: Ceiling, other: Ceiling) -> None:
    found = excesses(one, other)
    assert (found == ()) == within(one, other)
    assert {each.kind for each in found} <= set(WIDENING_KINDS)
    assert all(each.requested != each.allowed and "{" not in each.detail for each in found)


@given(st.lists(CEILINGS, min_size=2, max_size=6))
def test_no_chain_of_launches_ends_beyond_its_beginning(ceilings: list[Ceiling]) -> None:
    first, *others = ceilings
    accepted = [first]
    for each in others:
        if within(each, accepted[-1]):
            accepted.append(each)
        # Whatever is asked for, what is granted is within every ceiling before it.
        granted = reduce(meet, [*accepted, each])
        assert all(within(granted, before) for before in accepted)
        assert within(accepted[-1], first)
        assert not excesses(granted, first)


def covers_path(outer: str, inner: str) -> bool:
    return outer == inner or outer in paths_above(inner)


def allows(ceiling: Ceiling, member: str, name: str) -> bool:
    """Whether a name is allowed, by matching it as a glob and without any of the algebra."""
    entries: Any = getattr(ceiling, member)
    return entries == ALL or any(matches(projected(each), name) for each in entries)


def lies_in(folder: str, roots: Any) -> bool:
    """Whether a folder lies in one of some, by the standard library's words about absolute paths."""
    if roots == ALL:
        return True

    def placed(path: str) -> str:
        return posixpath.normpath(posixpath.join("/one/two/three/four", path))

    return any(
        placed(folder) == placed(each) or f"{placed(folder)}/".startswith(f"{placed(each)}/".replace("//", "/"))
        for each in roots
        if is_plain(each)
    )


@given(CEILINGS, CEILINGS)
def test_a_ceiling_within_another_allows_no_name_that_it_does_not(one: Ceiling, other: Ceiling) -> None:
    lower = meet(one, other)
    for name in NAMES:
        for member in ("tools", "models"):
            assert allows(lower, member, name) == (allows(one, member, name) and allows(other, member, name))
    if within(one, other):
        assert all(allows(other, "tools", name) for name in NAMES if allows(one, "tools", name))
    else:
        assert excesses(one, other)


@given(CEILINGS, CEILINGS)
def test_a_ceiling_within_another_holds_no_folder_that_it_does_not(one: Ceiling, other: Ceiling) -> None:
    lower = meet(one, other)
    for folder in FOLDERS_TO_TRY:
        if lies_in(folder, lower.workspace_roots):
            assert lies_in(folder, one.workspace_roots)
            assert lies_in(folder, other.workspace_roots)
        if lies_in(folder, readable(lower)):
            assert lies_in(folder, readable(one))
            assert lies_in(folder, readable(other))


@pytest.mark.parametrize("outer", [*FOLDERS, *ODD])
@pytest.mark.parametrize("inner", [*FOLDERS, *ODD])
def test_a_folder_covers_what_lies_in_it_and_nothing_else(outer: str, inner: str) -> None:
    one, other = normal_path(outer), normal_path(inner)
    if not (is_plain(outer) and is_plain(inner)):
        assert covers_path(one, other) == (one == other)
    elif covers_path(one, other):
        assert lies_in(inner, frozenset({outer}))
        assert outer.startswith("/") == inner.startswith("/")


@pytest.mark.parametrize("outer", PATTERNS)
@pytest.mark.parametrize("inner", PATTERNS)
def test_of_two_patterns_one_covers_the_other_or_no_name_fits_both(outer: str, inner: str) -> None:
    one, other = projected(outer), projected(inner)
    assert covers_name(one, other) == (one == other or one in names_above(other))
    tried = [name + end for name in NAMES for end in ("", "x", ".y")]
    both = [each for each in tried if matches(one, each) and matches(other, each)]
    if covers_name(one, other):
        assert both == [each for each in tried if matches(other, each)]
    elif not covers_name(other, one):
        assert both == []


@given(CEILINGS)
def test_a_document_says_all_of_a_ceiling(one: Ceiling) -> None:
    single = evolve(one, cost={} if not isinstance(one.cost, str) and len(one.cost) > 1 else one.cost)
    assert ceiling_of_document(definition_of(single, "c")) == normal_form(single)


@given(CEILINGS)
def test_a_policy_of_the_contract_is_read_as_what_was_written(one: Ceiling) -> None:
    asked = evolve(one, workspace_roots=ALL, read_only_roots=frozenset())
    read = ceiling_of_policy(policy_of(asked))
    for name in ("tools", "capabilities", "side_effect_level", "recursion_limit", "sandbox_profile", "constraints"):
        assert getattr(read, name) == getattr(normal_form(asked), name)


def test_every_dimension_is_compared() -> None:
    members = {each.name for each in fields(Ceiling)}
    assert members == {*DIMENSIONS, "constraints"}
    for name in members:
        most, least = getattr(EVERYTHING, name), getattr(NOTHING, name)
        if name not in ("constraints", "read_only_roots"):
            (found,) = excesses(evolve(NOTHING, **{name: most}), NOTHING)
            assert found.place == name
            assert most != least


SILENT = {
    "tools": ALL,
    "capabilities": ALL,
    "workspace_roots": ALL,
    "side_effect_level": "desktop_control",
    "recursion_limit": ALL,
    "sandbox_profile": "worktree",
}


def test_a_silent_policy_of_the_contract_has_no_limit_and_a_silent_document_allows_nothing() -> None:
    from onefold.kernel.bundle.policies import CapabilityPolicy
    from onefold.kernel.ceiling.documents import CeilingDef

    contract = ceiling_of_policy(CapabilityPolicy())
    assert {name: getattr(contract, name) for name in SILENT} == SILENT
    assert ceiling_of_document(CeilingDef(ceiling="c")) == evolve(NOTHING, sandbox_profile="worktree")


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ({"tools": ("a",)}, {"tools": frozenset("a")}),
        ({"tools": (), "tools_restricted": True}, {"tools": frozenset()}),
        ({"tools": ("a*b",)}, {"tools": frozenset({"a*"})}),
        ({"capabilities_restricted": True}, {"capabilities": {}, "connector_scopes": {}, "command_gates": frozenset()}),
        ({"capabilities": {"connector": ("call",)}}, {"connector_scopes": ALL, "command_gates": frozenset()}),
        ({"capabilities": {"process": ()}}, {"capabilities": {"process": ALL}, "command_gates": ALL}),
        ({"workspace_roots": ("/w",)}, {"workspace_roots": frozenset({"/w"}), "read_only_roots": frozenset()}),
        ({"read_only_roots": ("/w",)}, {"workspace_roots": frozenset(), "read_only_roots": frozenset({"/w"})}),
        ({"recursion_limit": 0}, {"recursion_limit": 0}),
    ],
)
def test_a_policy_of_the_contract_keeps_its_meaning(policy: dict[str, Any], expected: dict[str, Any]) -> None:
    from onefold.kernel.bundle.policies import CapabilityPolicy

    read = ceiling_of_policy(CapabilityPolicy(**policy))
    assert {name: getattr(read, name) for name in expected} == expected


def as_bundle(workflow: WorkflowDef) -> Manifest:
    lowered = lower_graph(canonicalize(workflow))
    policy = BundlePolicy(autonomy_tier="shadow")
    bundle = BundleDef(bundle="b", version="1", workflow=WorkflowFile(file="w"), policy=policy)
    return assembled(bundle, lowered)


TELL = WorkflowDef(onefold=1, workflow="tell", steps={"tell": Tool(tool="mail.send")})
KNOWN = Around(
    {
        "fs.read": ToolEntry(annotations=ToolAnnotations(read_only=True)),
        "github.read_file": ToolEntry(annotations=ToolAnnotations(side_effect="workspace_write")),
    },
    lambda workflow, _selector: None if len(workflow) > 5 else TELL,
)


@given(workflows())
def test_a_bundle_asks_for_what_its_workflow_asks_for(workflow: WorkflowDef) -> None:
    for around in (Around(), KNOWN):
        asked = ceiling_of_workflow(workflow, around)
        assert ceiling_of_bundle(as_bundle(workflow), is_contract=False, around=around) == asked
        assert within(asked, EVERYTHING)


def test_what_a_step_denies_to_models_it_calls_all_the_same() -> None:
    denying = ToolSelector(allow=("fs.*", "git.*"), deny=("git.*",))
    for step, tools in (
        (Tool(tool="git.push", tools=denying), {"git.push", "fs.*"}),
        (Model(prompt=PromptTemplate("Go."), tools=denying), {"fs.*"}),
    ):
        workflow = WorkflowDef(onefold=1, workflow="w", start="s", steps={"s": step})
        assert ceiling_of_workflow(workflow).tools == frozenset(tools)
        assert ceiling_of_bundle(as_bundle(workflow), is_contract=False) == ceiling_of_workflow(workflow)
