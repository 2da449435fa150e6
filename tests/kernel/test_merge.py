"""Merging two changes: what one side changed is taken, what both changed alike is kept, and all else is a conflict."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from field_changes import WORKFLOW, another, every_field, with_field
from hypothesis import HealthCheck, given, settings
from strategies import workflows

from onefold.frontends.frontend import Limits
from onefold.frontends.lower import lower_workflow
from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.diff import Conflict, merge
from onefold.kernel.document import document
from onefold.kernel.jcs import encode_value

if TYPE_CHECKING:
    from typing import Any

    from onefold.kernel.ir.declare import Declaration
    from onefold.kernel.ir.nodes import WorkflowDef
    from onefold.kernel.values import JsonObject

BASE: Any = {
    "onefold": 1,
    "workflow": "w",
    "start": "a",
    "steps": {
        "a": {"kind": "model", "prompt": "hi", "tools": {"allow": ["x", "y"]}, "timeout": "5m"},
        "b": {"kind": "tool", "tool": "t", "args": {"one": 1, "two": {"three": 3}}},
    },
    "transitions": [{"from": "a", "to": "b"}],
}


def texts(base: str, ours: str, theirs: str) -> str | None:
    """A stand-in for a merge line by line, which tells whether it was asked."""
    return None if "conflict" in ours else f"{base}|{ours}|{theirs}"


def changed(document: Any, path: str, value: Any) -> Any:
    """A copy with another value at a path; `None` takes it away."""
    first, _, rest = path.partition(".")
    inner = changed(document.get(first, {}), rest, value) if rest else value
    return {key: each for key, each in {**document, first: inner}.items() if each is not None}


def merged(ours: Any, theirs: Any) -> JsonObject:
    return merge(BASE, ours, theirs, texts)


def same(one: JsonObject, other: JsonObject) -> bool:
    return encode_value(one) == encode_value(other)


INDEPENDENT = [
    ("steps.a.prompt", "ho", "steps.b.tool", "u"),
    ("steps.a.timeout", "6m", "steps.a.effort", "high"),
    ("steps.a.timeout", None, "steps.a.retry", {"attempts": 3}),
    ("steps.c", {"kind": "model", "prompt": "c"}, "steps.d", {"kind": "model", "prompt": "d"}),
    ("steps.b", None, "steps.a.prompt", "ho"),
    ("steps.b.args.one", 2, "steps.b.args.two.three", 4),
    ("steps.b.args.one", None, "steps.b.args.new", [None]),
    ("budget", {"steps": 5}, "budget", {"tokens": 7}),
]


@pytest.mark.parametrize(("first", "one", "second", "two"), INDEPENDENT)
def test_changes_in_different_places_are_both_taken(first: str, one: Any, second: str, two: Any) -> None:
    ours, theirs = changed(BASE, first, one), changed(BASE, second, two)
    both = changed(ours, second, two) if first != second else changed(BASE, first, {**one, **two})
    assert same(merged(ours, theirs), both)
    assert same(merged(theirs, ours), both)


CONFLICTS = [
    ("steps.a.timeout", "6m", "steps.a.timeout", "7m"),
    ("steps.a.timeout", None, "steps.a.timeout", "7m"),
    ("steps.a", None, "steps.a.timeout", "7m"),
    ("steps.c", {"kind": "model", "prompt": "c"}, "steps.c", {"kind": "model", "prompt": "d"}),
    ("steps.a", {"kind": "tool", "tool": "t"}, "steps.a.timeout", "7m"),
    ("steps.a.prompt", "a conflict", "steps.a.prompt", "another"),
    ("steps.b.args.one", 2, "steps.b.args.one", True),
    ("steps.b.args.two", None, "steps.b.args.two.three", 5),
    ("transitions", [{"from": "a", "to": "c"}], "transitions", [{"from": "a", "to": "d"}]),
]


@pytest.mark.parametrize(("first", "one", "second", "two"), CONFLICTS)
def test_different_changes_of_one_place_are_a_conflict_that_names_it(
    first: str, one: Any, second: str, two: Any
) -> None:
    ours, theirs = changed(BASE, first, one), changed(BASE, second, two)
    with pytest.raises(Conflict) as conflict:
        merged(ours, theirs)
    assert ".".join(map(str, conflict.value.path)) == min(first, second, key=len)


def test_texts_that_both_changed_are_merged_as_texts() -> None:
    both = merged(changed(BASE, "steps.a.prompt", "ho"), changed(BASE, "steps.a.prompt", "hu"))
    assert both == changed(BASE, "steps.a.prompt", "hi|ho|hu")


def test_sets_take_what_came_and_lose_what_went() -> None:
    ours = changed(BASE, "steps.a.tools.allow", ["x", "y", "z"])
    theirs = changed(BASE, "steps.a.tools.allow", ["new", "x"])
    found: Any = merged(ours, theirs)
    assert sorted(found["steps"]["a"]["tools"]["allow"]) == ["new", "x", "z"]
    added = [[{"from": "a", "to": "b"}, {"from": "b", "to": name}] for name in ("c", "d")]
    found = merged(*(changed(BASE, "transitions", each) for each in added))
    assert [each["to"] for each in found["transitions"]] == ["b", "c", "d"]


SLOW = settings(
    deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@SLOW
@given(base=workflows(), other=workflows())
def test_a_side_that_changed_nothing_takes_the_other(base: WorkflowDef, other: WorkflowDef) -> None:
    before, after = (document(canonicalize(each).workflow) for each in (base, other))
    assert same(merge(before, before, after, texts), after)
    assert same(merge(before, after, before, texts), after)
    assert same(merge(before, after, after, texts), after)


@pytest.mark.parametrize(("record", "declaration"), every_field())
def test_a_change_of_any_field_meets_a_change_elsewhere(record: type[Any], declaration: Declaration) -> None:
    change = with_field(record, declaration, lambda value: another(declaration, value))
    base, ours = (document(canonicalize(each).workflow) for each in (WORKFLOW, change))
    elsewhere = "workflow" if declaration.name == "description" else "description"
    theirs, both = (changed(each, elsewhere, "another") for each in (base, ours))
    assert same(merge(base, ours, theirs, texts), both)


def test_what_is_merged_lowers_to_a_workflow() -> None:
    ours, theirs = changed(BASE, "steps.a.timeout", "6m"), changed(BASE, "steps.b.timeout", "1m")
    assert lower_workflow(merged(ours, theirs), Limits()).workflow
