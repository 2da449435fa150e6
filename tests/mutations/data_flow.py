"""Mistakes in what is read, when, and in what is compared with what."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mutations.kind import (
    Mutant,
    Workflow,
    at,
    fault,
    inside,
    join,
    leaves,
    model,
    onwards,
    put,
    steps_of,
    transitions_of,
    way,
    way_path,
)

INPUT = re.compile(r"\{\{ inputs\.(\w+)")
OUTPUT = re.compile(r"\{\{ steps\.(\w+)\.output\.(\w+)")
CLOSED = {"type": "object", "properties": {"text": {"type": "string"}}, "additionalProperties": False}
FLAG = {"type": "object", "properties": {"ready": {"type": "boolean"}, "count": {"type": "integer"}}}


def reading(path: str) -> Workflow:
    """A model step that reads one thing."""
    return model(f"Use {{{{ {path} }}}} for it.")


def _quiet(workflow: Workflow) -> Iterator[str]:
    """The last steps outside of branches."""
    return leaves(workflow, "model", "tool", "subworkflow")


@fault("OF501")
def read_a_step_that_comes_later(workflow: Workflow) -> Iterator[Mutant]:
    start = workflow["steps"][workflow["start"]]
    later = [each for each in _quiet(workflow) if each != workflow["start"]]
    if start["kind"] == "model" and later:
        text = start["prompt"] + f'\nSee {{{{ steps["{later[0]}"].outcome }}}}.'
        yield Mutant(
            put(workflow, ("steps", workflow["start"], "prompt"), text), at("steps", workflow["start"], "prompt")
        )


@fault("OF501")
def read_a_step_that_comes_later_even_if_it_may_be_absent(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        steps = {"one": reading("steps.two.output?"), "two": model("Do it.")}
        yield Mutant(join(workflow, steps, way(leaf, "one"), way("one", "two")), at("steps", "one", "prompt"))


@fault("OF502")
def read_a_step_that_runs_on_one_way_only(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        steps = {"one": model("Do it."), "both": reading("steps.one.output")}
        ways = [way(leaf, "one"), way("one", "both"), way(leaf, "both", "failure")]
        yield Mutant(join(workflow, steps, *ways), at("steps", "both", "prompt"))


@fault("OF502")
def read_what_only_one_side_of_a_condition_makes(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        steps = {
            "choose": {"kind": "conditional", "on": "size(inputs) > 1", "then": "one", "otherwise": "two"},
            "one": model("Do it."),
            "two": model("Do it otherwise."),
            "three": reading("steps.one.output"),
        }
        ways = [way(leaf, "choose"), way("one", "three"), way("two", "three")]
        yield Mutant(join(workflow, steps, *ways), at("steps", "three", "prompt"))


@fault("OF503")
def read_another_branch(workflow: Workflow) -> Iterator[Mutant]:
    for _, step in steps_of(workflow, "parallel"):
        one, other = step["branches"][:2]
        if workflow["steps"][one]["kind"] == "model":
            text = workflow["steps"][one]["prompt"] + f'\nSee {{{{ steps["{other}"].outcome }}}}.'
            yield Mutant(put(workflow, ("steps", one, "prompt"), text), at("steps", one, "prompt"))


@fault("OF503")
def read_another_branch_of_a_race(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        steps = {**_race("any"), "left": reading("steps.right.output?")}
        yield Mutant(join(workflow, steps, way(leaf, "race"), way("race", "after")), at("steps", "left", "prompt"))


def _race(how: object, read: str = "steps.race.outcome") -> Workflow:
    names = ["left", "right", "middle"]
    race = {"kind": "parallel", "branches": names, "join": how}
    branches = {name: model(f"Take the {name} way.") for name in names}
    return {"race": race, **branches, "after": reading(read)}


@fault("OF504")
def read_a_branch_that_may_be_cut(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        steps = _race("any", "steps.left.output")
        yield Mutant(join(workflow, steps, way(leaf, "race"), way("race", "after")), at("steps", "after", "prompt"))


@fault("OF504")
def lower_the_quorum_below_what_is_read(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        steps = _race({"quorum": 2}, "steps.middle.output")
        yield Mutant(join(workflow, steps, way(leaf, "race"), way("race", "after")), at("steps", "after", "prompt"))


@fault("OF504")
def read_the_part_of_a_branch_that_may_be_cut(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        steps = _race("any", "steps.race.output.left")
        yield Mutant(join(workflow, steps, way(leaf, "race"), way("race", "after")), at("steps", "after", "prompt"))


@fault("OF505")
def read_a_field_that_the_schema_forbids(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        steps = {"one": model("Do it.", output=CLOSED), "two": reading("steps.one.output.score")}
        yield Mutant(join(workflow, steps, way(leaf, "one"), way("one", "two")), at("steps", "two", "prompt"))


@fault("OF505")
def leave_out_the_word_output(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "model"):
        if OUTPUT.search(step["prompt"]):
            text = OUTPUT.sub(r"{{ steps.\1.\2", step["prompt"], 1)
            yield Mutant(put(workflow, ("steps", name, "prompt"), text), at("steps", name, "prompt"))


@fault("OF505")
def take_a_field_out_of_a_closed_schema(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        steps = {
            "one": model("Do it.", output={**CLOSED, "properties": {}}),
            "two": {"kind": "conditional", "on": 'steps.one.output.text == "x"', "then": "three"},
            "three": model("Do it."),
        }
        yield Mutant(join(workflow, steps, way(leaf, "one"), way("one", "two")), at("steps", "two", "on"))


@fault("OF505")
def go_into_a_text(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        steps = {"one": model("Do it.", output=CLOSED), "two": reading("steps.one.output.text.first")}
        yield Mutant(join(workflow, steps, way(leaf, "one"), way("one", "two")), at("steps", "two", "prompt"))


@fault("OF505")
def read_the_output_of_a_conditional(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        steps = {
            "one": {"kind": "conditional", "on": "size(inputs) > 1", "then": "two"},
            "two": reading("steps.one.output.answer"),
        }
        yield Mutant(join(workflow, steps, way(leaf, "one")), at("steps", "two", "prompt"))


@fault("OF506")
def read_the_output_where_a_step_has_failed(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        value = join(workflow, {"rescue": reading(f'steps["{leaf}"].output')}, way(leaf, "rescue", "failure"))
        yield Mutant(value, at("steps", "rescue", "prompt"))


@fault("OF506")
def read_the_output_where_a_step_has_failed_or_run_out_of_time(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        ways = [way(leaf, "rescue", on) for on in ("failure", "timeout")]
        value = join(workflow, {"rescue": reading(f'steps["{leaf}"].output')}, *ways)
        yield Mutant(value, at("steps", "rescue", "prompt"))


@fault("OF507")
def read_the_output_where_a_step_may_have_failed(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        ways = [way(leaf, "tell", on) for on in ("failure", "success")]
        value = join(workflow, {"tell": reading(f'steps["{leaf}"].output')}, *ways)
        yield Mutant(value, at("steps", "tell", "prompt"))


def _asking_openly(workflow: Workflow) -> Iterator[tuple[str, Workflow]]:
    """The model steps of a workflow that may be given other inputs than it declares."""
    return steps_of(workflow, *(["model"] if "additionalProperties" not in workflow.get("inputs", {}) else []))


@fault("OF508")
def misspell_an_input(workflow: Workflow) -> Iterator[Mutant]:
    """Two neighbouring letters change places."""
    for name, step in _asking_openly(workflow):
        found = INPUT.search(step["prompt"])
        if found and len(found[1]) > 3 and found[1][1] != found[1][2]:
            word = found[1][0] + found[1][2] + found[1][1] + found[1][3:]
            text = step["prompt"].replace(found[0], "{{ inputs." + word, 1)
            yield Mutant(put(workflow, ("steps", name, "prompt"), text), at("steps", name, "prompt"))


@fault("OF508")
def add_a_letter_to_an_input(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in _asking_openly(workflow):
        found = INPUT.search(step["prompt"])
        if found:
            text = step["prompt"].replace(found[0], found[0] + "z", 1)
            yield Mutant(put(workflow, ("steps", name, "prompt"), text), at("steps", name, "prompt"))


@fault("OF508")
def misspell_an_output_field(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "model"):
        for found in OUTPUT.finditer(step["prompt"]):
            declared = workflow["steps"][found[1]].get("output", {}).get("properties", {})
            if found[2] in declared and f"{found[2]}z" not in declared:
                text = step["prompt"].replace(found[0], found[0] + "z", 1)
                yield Mutant(put(workflow, ("steps", name, "prompt"), text), at("steps", name, "prompt"))


@fault("OF508")
def rename_a_field_of_a_schema(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        output = {"type": "object", "properties": {"sumary": {"type": "string"}}}
        steps = {"one": model("Do it.", output=output), "two": reading("steps.one.output.summary")}
        yield Mutant(join(workflow, steps, way(leaf, "one"), way("one", "two")), at("steps", "two", "prompt"))


def _asking(workflow: Workflow, condition: str) -> Iterator[Mutant]:
    """A conditional that asks about the output of the step before it."""
    for leaf in _quiet(workflow):
        steps = {
            "one": model("Do it.", output=FLAG),
            "two": {"kind": "conditional", "on": condition, "then": "three"},
            "three": model("Do it."),
        }
        yield Mutant(join(workflow, steps, way(leaf, "one"), way("one", "two")), at("steps", "two", "on"))


@fault("OF509")
def compare_a_boolean_with_a_text(workflow: Workflow) -> Iterator[Mutant]:
    return _asking(workflow, 'steps.one.output.ready == "true"')


@fault("OF509")
def compare_an_outcome_that_a_step_cannot_have(workflow: Workflow) -> Iterator[Mutant]:
    return _asking(workflow, 'steps.one.outcome == "succes"')


@fault("OF509")
def compare_an_integer_with_a_fraction(workflow: Workflow) -> Iterator[Mutant]:
    return _asking(workflow, "steps.one.output.count == 1.5")


@fault("OF510")
def order_a_boolean(workflow: Workflow) -> Iterator[Mutant]:
    return _asking(workflow, "steps.one.output.ready > 0")


@fault("OF511")
def add_to_a_boolean(workflow: Workflow) -> Iterator[Mutant]:
    return _asking(workflow, "steps.one.output.ready + 1 > 1")


@fault("OF511")
def take_a_number_as_a_condition(workflow: Workflow) -> Iterator[Mutant]:
    return _asking(workflow, "steps.one.output.count")


@fault("OF301")
def name_a_hyphenated_step_after_a_dot(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        steps = {
            "one-step": model("Do it.", output=FLAG),
            "two": {"kind": "conditional", "on": "steps.one-step.output.count > 1", "then": "three"},
            "three": model("Do it."),
        }
        value = join(workflow, steps, way(leaf, "one-step"), way("one-step", "two"))
        yield Mutant(value, at("steps", "two", "on"))


@fault("OF211")
def name_a_hyphenated_step_after_a_dot_in_a_prompt(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        steps = {"one-step": model("Do it."), "two": reading("steps.one-step.output")}
        value = join(workflow, steps, way(leaf, "one-step"), way("one-step", "two"))
        yield Mutant(value, at("steps", "two", "prompt"))


@fault("OF502")
def move_a_reference_to_a_step_of_another_way(workflow: Workflow) -> Iterator[Mutant]:
    """The condition of a transition reads what only a transition beside it leads to."""
    for each in transitions_of(workflow):
        origin = each["from"]
        if "when" not in each or origin in inside(workflow) or each.get("on", "success") != "success":
            continue
        side, meet = model("Do it."), {"kind": "conditional", "on": 'steps.side.outcome == "success"', "then": "done"}
        steps = {"side": side, "meet": meet, "done": model("Do it.")}
        for leaf in _quiet(workflow):
            ways = [way(leaf, "side"), way("side", "meet"), way(leaf, "meet", "failure")]
            if leaf not in onwards(workflow, origin):
                yield Mutant(join(workflow, steps, *ways), at("steps", "meet", "on"))


@fault("OF503")
def let_a_transition_of_a_branch_ask_about_another(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in _quiet(workflow):
        steps = {**_race("all"), "then-left": model("Go on.")}
        asked = way("left", "then-left", when='steps.right.outcome == "success"', priority=1)
        value = join(workflow, steps, way(leaf, "race"), way("race", "after"), asked)
        yield Mutant(value, way_path(asked, "when"))
