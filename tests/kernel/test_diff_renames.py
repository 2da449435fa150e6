"""Renamed steps are found, everything that names them follows, and what else changed is told alone."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest
from golden_cases import accept_cases, case_name, check_input
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import workflows

from onefold.api import compile
from onefold.kernel.canonicalize import Canonical, canonicalize
from onefold.kernel.diff import Difference, apply, compare, from_json, to_json, word_difference
from onefold.kernel.diff.references import rename_steps
from onefold.kernel.document import document
from onefold.kernel.ir.nodes import Model, PromptTemplate, WorkflowDef
from onefold.kernel.ir.path import format_path

SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def holds(old: Canonical, new: Canonical) -> Difference:
    difference = compare(old, new)
    again = from_json(json.loads(json.dumps(to_json(difference))))
    assert apply(again, old) == document(new.workflow)
    return difference


def canonical(text: str) -> Canonical:
    return canonicalize(compile(text, format="fold").ir)


def told(old: str, new: str) -> list[tuple[str, str]]:
    return [(each.kind, format_path(each.path)) for each in holds(canonical(old), canonical(new)).entries]


def steps_of_cases() -> list[Any]:
    return [
        pytest.param(canonicalize(checked.ir), name, id=f"{case_name(case)}:{name}")
        for case in accept_cases()
        if (checked := check_input(case / "input.fold.yaml")).ir
        for name in checked.ir.steps
    ]


@pytest.mark.parametrize(("old", "name"), steps_of_cases())
def test_a_rename_with_one_changed_line_of_the_prompt_gives_the_rename_and_that_line(old: Canonical, name: str) -> None:
    renamed = rename_steps(old.workflow, {name: "quite-another"})
    step = renamed.steps["quite-another"]
    expected: list[tuple[str, tuple[str, ...]]] = [("renamed", ("steps", name))]
    if isinstance(step, Model) and step.prompt.text.count("\n") > 2:
        lines = step.prompt.text.split("\n")
        lines[-1 if len(lines[-1]) > 1 else 0] = "Zebras quietly juggle seventeen umbrellas."
        changed = attrs.evolve(step, prompt=PromptTemplate("\n".join(lines)))
        renamed = attrs.evolve(renamed, steps={**renamed.steps, "quite-another": changed})
        expected.append(("changed", ("steps", "quite-another", "prompt")))
    difference = holds(old, canonicalize(renamed))
    assert [(each.kind, each.path) for each in difference.entries] == expected
    assert difference.edges == ()
    for entry in difference.entries[1:]:
        pieces = word_difference(str(entry.old), str(entry.new))
        assert (
            sum("Zebras quietly juggle seventeen umbrellas." in piece.text for piece in pieces if piece.part == "added")
            == 1
        )
        assert len({piece.text for piece in pieces if piece.part == "same"}) <= 3


def everywhere(name: str, whole: str, branch: str) -> Canonical:
    """A workflow that names a step in every way; `whole` and `branch` are how references to it are spelled."""
    condition = f"{whole}.score > 1 && steps.both.output{branch}.score > 0"
    prompt = f"Sum up {{{{ {whole}.text }}}}, {{{{ steps.both.output{branch} }}}}, not \\{{{{ steps.look }}}}."
    steps = {
        name: {"kind": "model", "prompt": "Look at {{ inputs.x }}.", "outcomes": ["odd"]},
        "both": {"kind": "parallel", "branches": [name, "other"]},
        "other": {"kind": "tool", "tool": "search", "timeout": "1m"},
        "gate": {"kind": "conditional", "on": condition, "then": "last", "otherwise": "both"},
        "last": {"kind": "model", "prompt": prompt},
        "again": {"kind": "tool", "tool": "t", "timeout": "1m", "args": {"a": [f"{{{{ {whole} }}}}"]}},
    }
    edges = [
        {"from": "both", "to": "gate"},
        {"from": "last", "to": "again", "when": f"has({whole}.score)"},
    ]
    value = {"onefold": 1, "workflow": "w", "start": "both", "steps": steps, "transitions": edges}
    return canonicalize(compile(json.dumps(value | {"budget": {"steps": 50}}), format="json").ir)


@pytest.mark.parametrize(
    ("ids", "spelled"),
    [
        (("look", "see"), ("steps.look.output", ".look", "steps.see.output", ".see")),
        (("look", "look-up"), ("steps.look.output", ".look", 'steps["look-up"].output', '["look-up"]')),
        (("look-up", "look"), ('steps["look-up"].output', '["look-up"]', "steps.look.output", ".look")),
        (("look-up", "see-too"), ('steps["look-up"].output', '["look-up"]', 'steps["see-too"].output', '["see-too"]')),
        (("look", "see"), ('steps["look"].output', '["look"]', 'steps["see"].output', '["see"]')),
    ],
)
def test_references_of_every_kind_follow_a_rename(ids: tuple[str, str], spelled: tuple[str, ...]) -> None:
    difference = holds(everywhere(ids[0], *spelled[:2]), everywhere(ids[1], *spelled[2:]))
    assert difference.renames == {ids[0]: ids[1]}
    assert len(difference.entries) == 1


def test_text_that_only_looks_like_a_reference_does_not_follow() -> None:
    old = 'fold 1 workflow w model a { prompt "one two three four" } model b { prompt "See step a." } a -> b'
    new = 'fold 1 workflow w model z { prompt "one two three four" } model b { prompt "See step z." } z -> b'
    assert told(old, new) == [("renamed", "steps.a"), ("changed", "steps.b.prompt")]


def test_a_variable_called_steps_is_no_reference() -> None:
    text = 'fold 1 workflow w model {0} {{ prompt "one two three" }} model b {{ prompt "x" }} {0} -> b when {1}'
    predicate = "steps.{0}.output.list.all(steps, steps.a > 1)"
    old, new = text.format("a", predicate.format("a")), text.format("z", predicate.format("z"))
    assert told(old, new) == [("renamed", "steps.a")]


def test_a_step_that_keeps_its_id_is_itself_whatever_it_says() -> None:
    old = 'fold 1 workflow w model a { prompt "one two" } model b { prompt "three four" } a -> b'
    new = 'fold 1 workflow w model a { prompt "three four" } model b { prompt "one two" } a -> b'
    assert told(old, new) == [("changed", "steps.a.prompt"), ("changed", "steps.b.prompt")]


def test_steps_that_are_not_alike_come_and_go() -> None:
    old = 'fold 1 workflow w tool lint = ci.lint { timeout 5m } model a { prompt "x" } a -> lint'
    new = 'fold 1 workflow w tool deploy = ops.deploy { timeout 5m } model a { prompt "x" } a -> deploy'
    assert [kind for kind, path in told(old, new) if path.startswith("steps.")] == ["added", "removed"]
    new = 'fold 1 workflow w model lint2 { prompt "ci.lint" } model a { prompt "x" } a -> lint2'
    assert "renamed" not in [kind for kind, _ in told(old, new)]


def test_of_several_candidates_the_most_alike_are_matched() -> None:
    old = canonical(
        'fold 1 workflow w model s { prompt "begin" } model one { prompt "alpha beta gamma delta" } '
        'model two { prompt "alpha beta gamma epsilon" } s -> one -> two'
    )
    new = canonical(
        'fold 1 workflow w model s { prompt "begin" } model x { prompt "alpha beta gamma epsilon" } '
        'model y { prompt "alpha beta gamma delta" } s -> y -> x'
    )
    assert holds(old, new).renames == {"one": "y", "two": "x"}


def test_equal_steps_are_told_apart_by_their_place() -> None:
    def chain(*names: str) -> Canonical:
        steps = " ".join(f'model {name} {{ prompt "the very same" }}' for name in sorted(names))
        return canonical(f"fold 1 workflow w {steps} {' -> '.join(names)}")

    assert holds(chain("a", "b", "c"), chain("x", "b", "w")).renames == {"a": "x", "c": "w"}


def test_a_great_many_renames_are_found_where_nothing_else_changed() -> None:
    def chain(prefix: str) -> Canonical:
        steps = {f"{prefix}{index}": Model(prompt=PromptTemplate(f"Do {index}.")) for index in range(400)}
        return canonicalize(WorkflowDef(onefold=1, workflow="w", start=f"{prefix}0", steps=steps))

    difference = holds(chain("a"), chain("b"))
    assert difference.renames == {f"a{index}": f"b{index}" for index in range(400)}
    assert len(difference.entries) == 400


@given(workflows(), st.data())
@settings(SLOW, max_examples=30)
def test_renaming_there_and_back_changes_nothing(workflow: WorkflowDef, data: st.DataObject) -> None:
    # What stands in needless brackets stays there, so a text need not come back letter for letter: names do.
    old = canonicalize(workflow)
    name = data.draw(st.sampled_from([*workflow.steps]))
    there = canonicalize(rename_steps(old.workflow, {name: "there-1"}))
    assert canonicalize(rename_steps(there.workflow, {"there-1": name})) == old
    holds(old, there)
