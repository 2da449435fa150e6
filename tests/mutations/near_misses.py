"""Workflows that look as if they had a mistake, and have none."""

from __future__ import annotations

from collections.abc import Iterator

from mutations.data_flow import CLOSED, FLAG, reading
from mutations.kind import (
    Mutant,
    Workflow,
    join,
    leaves,
    model,
    near_miss,
    put,
    steps_of,
    way,
)


def _after(workflow: Workflow, first: str, steps: Workflow, *ways: Workflow) -> Iterator[Mutant]:
    """The workflow in which more steps follow a last one."""
    for leaf in leaves(workflow, "model", "tool", "subworkflow"):
        yield Mutant(join(workflow, steps, way(leaf, first), *ways), "")


def _race(how: object, read: str) -> Workflow:
    race = {"kind": "parallel", "branches": ["left", "right"], "join": how}
    return {"race": race, "left": model("Go left."), "right": model("Go right."), "after": reading(read)}


@near_miss
def write_out_the_default_join(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "parallel"):
        if "join" not in step:
            yield Mutant(put(workflow, ("steps", name, "join"), "all"), "")


@near_miss
def ask_for_a_quorum_of_every_branch(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "parallel"):
        if "join" not in step:
            yield Mutant(put(workflow, ("steps", name, "join"), {"quorum": len(step["branches"])}), "")


@near_miss
def read_a_branch_of_a_quorum_of_all(workflow: Workflow) -> Iterator[Mutant]:
    return _after(workflow, "race", _race({"quorum": 2}, "steps.left.output"), way("race", "after"))


@near_miss
def read_the_part_of_a_branch_of_a_quorum_of_all(workflow: Workflow) -> Iterator[Mutant]:
    return _after(workflow, "race", _race({"quorum": 2}, "steps.race.output.left"), way("race", "after"))


@near_miss
def read_a_branch_that_may_be_cut_as_optional(workflow: Workflow) -> Iterator[Mutant]:
    return _after(workflow, "race", _race("any", "steps.left.output?"), way("race", "after"))


@near_miss
def read_the_outcome_of_a_failed_step(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in leaves(workflow, "model", "tool"):
        steps = {"rescue": reading(f'steps["{leaf}"].outcome')}
        yield Mutant(join(workflow, steps, way(leaf, "rescue", "failure"), way(leaf, "rescue", "timeout")), "")


@near_miss
def read_the_output_of_a_step_that_may_have_failed_as_optional(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in leaves(workflow, "model", "tool"):
        steps = {"tell": reading(f'steps["{leaf}"].output?')}
        yield Mutant(join(workflow, steps, way(leaf, "tell", "failure"), way(leaf, "tell")), "")


@near_miss
def read_a_step_of_one_way_as_optional(workflow: Workflow) -> Iterator[Mutant]:
    steps = {"one": model("Do it."), "two": model("Go on."), "both": reading("steps.two.output?")}
    return _after(workflow, "one", steps, way("one", "two"), way("two", "both"), way("one", "both", "failure"))


@near_miss
def guard_a_step_of_one_way(workflow: Workflow) -> Iterator[Mutant]:
    asking = {"kind": "conditional", "on": "has(steps.two.output) && size(steps.two.output) > 1", "then": "end"}
    steps = {"one": model("Do it."), "two": model("Go on."), "both": asking, "end": model("Say so.")}
    return _after(workflow, "one", steps, way("one", "two"), way("two", "both"), way("one", "both", "failure"))


@near_miss
def guard_by_the_only_way_in(workflow: Workflow) -> Iterator[Mutant]:
    steps = {
        "one": model("Do it."),
        "two": model("Go on."),
        "both": {"kind": "conditional", "on": "has(steps.two.output)", "then": "end"},
        "end": reading("steps.two.output"),
    }
    return _after(workflow, "one", steps, way("one", "two"), way("two", "both"), way("one", "both", "failure"))


@near_miss
def read_its_own_last_output_in_a_loop(workflow: Workflow) -> Iterator[Mutant]:
    steps = {"one": reading("steps.one.output?"), "two": model("Go on.", outcomes=["again"])}
    for mutant in _after(workflow, "one", steps, way("one", "two"), way("two", "one", "again")):
        mutant.value["budget"] = {"steps": 1000, "tokens": 1000}
        yield mutant


@near_miss
def leave_a_branch_by_its_own_failure(workflow: Workflow) -> Iterator[Mutant]:
    steps = {**_race("all", "steps.left.output?"), "mend": model("Mend it.")}
    return _after(workflow, "race", steps, way("left", "mend", "failure"), way("race", "after"))


@near_miss
def read_a_field_that_an_open_schema_may_have(workflow: Workflow) -> Iterator[Mutant]:
    steps = {"one": model("Do it.", output=FLAG), "two": reading("steps.one.output.elsewhere")}
    return _after(workflow, "one", steps, way("one", "two"))


@near_miss
def read_a_declared_field_of_a_closed_schema(workflow: Workflow) -> Iterator[Mutant]:
    steps = {"one": model("Do it.", output=CLOSED), "two": reading("steps.one.output.text")}
    return _after(workflow, "one", steps, way("one", "two"))


@near_miss
def read_a_field_of_an_output_without_a_schema(workflow: Workflow) -> Iterator[Mutant]:
    steps = {"one": model("Do it."), "two": reading("steps.one.output.anything[3].name")}
    return _after(workflow, "one", steps, way("one", "two"))


def _asking(workflow: Workflow, condition: str) -> Iterator[Mutant]:
    steps = {
        "one": model("Do it.", output=FLAG),
        "two": {"kind": "conditional", "on": condition, "then": "three"},
        "three": model("Do it."),
    }
    return _after(workflow, "one", steps, way("one", "two"))


@near_miss
def read_the_output_that_a_conditional_declares(workflow: Workflow) -> Iterator[Mutant]:
    steps = {
        "one": {"kind": "conditional", "on": "size(inputs) > 1", "then": "two", "output": FLAG},
        "two": reading("steps.one.output.count"),
    }
    return _after(workflow, "one", steps)


@near_miss
def describe_a_tree_by_a_schema_that_refers_to_itself(workflow: Workflow) -> Iterator[Mutant]:
    node = {"type": "object", "properties": {"below": {"type": "array", "items": {"$ref": "#/$defs/node"}}}}
    output = {"$ref": "#/$defs/node", "$defs": {"node": node, "other": {"anyOf": [{"$ref": "#/$defs/node"}]}}}
    return _after(workflow, "one", {"one": model("Do it.", output=output)})


@near_miss
def read_all_inputs(workflow: Workflow) -> Iterator[Mutant]:
    return _after(workflow, "one", {"one": reading("inputs")})


@near_miss
def compare_an_integer_with_a_whole_number(workflow: Workflow) -> Iterator[Mutant]:
    return _asking(workflow, "steps.one.output.count == 1.0 || steps.one.output.count > 1.5")


@near_miss
def compare_what_is_not_known_with_anything(workflow: Workflow) -> Iterator[Mutant]:
    return _asking(workflow, 'steps.one.output.other == "x" || steps.one.output.other > 2')


@near_miss
def subtract_what_has_a_hyphenated_look(workflow: Workflow) -> Iterator[Mutant]:
    return _asking(workflow, "steps.one.output.count-1 > 0")


@near_miss
def write_braces_that_are_no_placeholder(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "model"):
        text = step["prompt"] + r" Keep \{{ steps.nowhere.output }} and { this } }} as they are."
        yield Mutant(put(workflow, ("steps", name, "prompt"), text), "")


@near_miss
def name_a_hyphenated_step_as_a_key(workflow: Workflow) -> Iterator[Mutant]:
    steps = {"one-step": model("Do it."), "two": reading('steps["one-step"].output')}
    return _after(workflow, "one-step", steps, way("one-step", "two"))


@near_miss
def let_a_step_take_the_whole_time_of_the_run(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "model"):
        if "wall_time" in workflow.get("budget", {}):
            yield Mutant(put(workflow, ("steps", name, "timeout"), workflow["budget"]["wall_time"]), "")


@near_miss
def take_the_timeout_of_a_step_with_a_limit(workflow: Workflow) -> Iterator[Mutant]:
    race = _race("all", "steps.race.outcome")
    race["race"]["timeout"] = "1s"
    return _after(workflow, "race", race, way("race", "after", "timeout"))


@near_miss
def bring_both_sides_of_a_condition_together(workflow: Workflow) -> Iterator[Mutant]:
    steps = {
        "one": model("Do it.", output=FLAG),
        "two": {"kind": "conditional", "on": "steps.one.output.ready", "then": "three", "otherwise": "four"},
        "three": model("Do it."),
        "four": model("Do it."),
        "five": reading("steps.one.output.count"),
    }
    return _after(workflow, "one", steps, way("one", "two"), way("three", "five"), way("four", "five"))


@near_miss
def write_a_text_in_another_script(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "model"):
        yield Mutant(put(workflow, ("steps", name, "prompt"), step["prompt"] + " Ответь по-русски. 日本語で。"), "")


@near_miss
def use_the_same_condition_twice_with_two_priorities(workflow: Workflow) -> Iterator[Mutant]:
    steps = {"one": model("Do it.", output=FLAG), "two": model("Go on."), "three": model("Go on.")}
    asked = [
        way("one", name, when="steps.one.output.ready", priority=rank) for rank, name in ((1, "two"), (2, "three"))
    ]
    return _after(workflow, "one", steps, *asked)


@near_miss
def call_a_field_like_a_keyword(workflow: Workflow) -> Iterator[Mutant]:
    output = {"type": "object", "properties": {"if": {"type": "string"}, "in": {"type": "string"}}}
    steps = {"one": model("Do it.", output=output), "two": reading('steps.one.output["in"]')}
    return _after(workflow, "one", steps, way("one", "two"))
