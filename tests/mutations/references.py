"""Mistakes in names: of steps, outcomes, roots, and in schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mutations.kind import Mutant, Workflow, at, drop, fault, put, steps_of, transitions_of, way_path

STEP = re.compile(r"(?<=steps\.)\w+")
INPUT = re.compile(r"(?<=inputs\.)\w+")


@fault("OF301")
def move_a_transition_to_a_step_that_is_not_there(workflow: Workflow) -> Iterator[Mutant]:
    for index, each in enumerate(transitions_of(workflow)):
        missing = f"{each['to']}_x"
        yield Mutant(put(workflow, ("transitions", index, "to"), missing), way_path({**each, "to": missing}, "to"))


@fault("OF301")
def begin_a_transition_at_a_step_that_is_not_there(workflow: Workflow) -> Iterator[Mutant]:
    for index, each in enumerate(transitions_of(workflow)):
        if each.get("on", "success") in ("failure", "timeout", "success") and "when" not in each:
            value = put(workflow, ("transitions", index, "from"), "nowhere")
            yield Mutant(value, way_path({**each, "from": "nowhere"}, "from"))


@fault("OF301")
def start_at_a_step_that_is_not_there(workflow: Workflow) -> Iterator[Mutant]:
    yield Mutant(put(workflow, ("start",), "beginning"), at("start"))


@fault("OF301")
def choose_a_step_that_is_not_there(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "conditional"):
        yield Mutant(put(workflow, ("steps", name, "then"), "nowhere"), at("steps", name, "then"))


@fault("OF301")
def branch_to_a_step_that_is_not_there(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "parallel"):
        route = ("steps", name, "branches", len(step["branches"]) - 1)
        yield Mutant(put(workflow, route, "nowhere"), at(*route))


@fault("OF301")
def misspell_a_step_in_a_prompt(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "model"):
        if STEP.search(step["prompt"]):
            route = ("steps", name, "prompt")
            yield Mutant(put(workflow, route, STEP.sub("misspelt", step["prompt"], 1)), at(*route))


@fault("OF301")
def misspell_a_step_in_a_predicate(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "conditional"):
        if STEP.search(step["on"]):
            route = ("steps", name, "on")
            yield Mutant(put(workflow, route, STEP.sub("misspelt", step["on"], 1)), at(*route))


@fault("OF301")
def rename_a_step_and_forget_its_transitions(workflow: Workflow) -> Iterator[Mutant]:
    """However often the old name is used, it is one mistake."""
    for old in [each["to"] for each in transitions_of(workflow)]:
        uses = [each for each in transitions_of(workflow) if old in (each["from"], each["to"])]
        named = re.compile(rf'\b{old}\b|"{old}"')
        if len(uses) > 2 and not any(named.search(str(step)) for step in workflow["steps"].values()):
            steps = {("renamed" if name == old else name): step for name, step in workflow["steps"].items()}
            first = next(each for each in transitions_of(workflow) if old in (each["from"], each["to"]))
            field = "from" if first["from"] == old else "to"
            yield Mutant(put(workflow, ("steps",), steps), way_path(first, field))


@fault("OF302")
def misspell_an_outcome(workflow: Workflow) -> Iterator[Mutant]:
    for index, each in enumerate(transitions_of(workflow)):
        if each.get("on") == "failure":
            value = put(workflow, ("transitions", index, "on"), "failed")
            yield Mutant(value, way_path({**each, "on": "failed"}, "on"))


@fault("OF302")
def retry_on_an_outcome_that_never_comes(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "tool"):
        route = ("steps", name, "retry", "on")
        yield Mutant(put(workflow, route, ["failure", "flaky"]), at(*route, 1))


@fault("OF303")
def misspell_a_type_in_a_schema(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "model"):
        for key in step.get("output", {}).get("properties", {}):
            route = ("steps", name, "output", "properties", key)
            yield Mutant(put(workflow, route, {"type": "strng"}), at(*route, "type"))


@fault("OF303")
def require_no_list_of_names(workflow: Workflow) -> Iterator[Mutant]:
    yield Mutant(put(workflow, ("outputs",), {"type": "object", "required": "answer"}), at("outputs", "required"))


@fault("OF304")
def declare_a_draft_that_nobody_knows(workflow: Workflow) -> Iterator[Mutant]:
    route = ("outputs", "$schema")
    yield Mutant(put(workflow, route, "https://json-schema.org/draft/2031-01/schema"), at(*route))


@fault("OF305")
def refer_to_a_schema_elsewhere(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "tool"):
        route = ("steps", name, "output", "$ref")
        yield Mutant(put(workflow, route, "https://example.com/schemas/result.json"), at(*route))


@fault("OF306")
def refer_to_a_definition_that_is_not_there(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "tool"):
        route = ("steps", name, "output", "$ref")
        yield Mutant(put(workflow, route, "#/$defs/result"), at(*route))


@fault("OF309")
def refer_to_the_schema_itself(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "tool"):
        route = ("steps", name, "output", "$ref")
        yield Mutant(put(workflow, route, "#"), at(*route))


@fault("OF309")
def refer_in_a_circle(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "tool"):
        definitions = {"one": {"$ref": "#/$defs/two"}, "two": {"allOf": [{"$ref": "#/$defs/one"}]}}
        route = ("steps", name, "output")
        yield Mutant(put(workflow, route, {"$defs": definitions}), at(*route, "$defs", "one", "$ref"))


@fault("OF310")
def look_ahead_in_a_pattern(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "tool"):
        route = ("steps", name, "output", "pattern")
        yield Mutant(put(workflow, route, "^(?!tmp-)[a-z-]+$"), at(*route))


@fault("OF310")
def look_back_in_a_predicate(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "conditional"):
        route = ("steps", name, "on")
        yield Mutant(put(workflow, route, '"aa".matches("(a)\\\\1")'), at(*route))


@fault("OF511")
def write_a_key_of_a_map_twice(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "conditional"):
        yield Mutant(put(workflow, ("steps", name, "on"), '{"a": 1, "a": 2}.a == 1'), at("steps", name, "on"))


@fault("OF307")
def misspell_a_root(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "model"):
        if "{{ inputs." in step["prompt"]:
            text = step["prompt"].replace("{{ inputs.", "{{ input.", 1)
            yield Mutant(put(workflow, ("steps", name, "prompt"), text), at("steps", name, "prompt"))


@fault("OF307")
def use_a_template_root_in_a_predicate(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "conditional"):
        yield Mutant(put(workflow, ("steps", name, "on"), 'workflow.id == "w"'), at("steps", name, "on"))


@fault("OF307")
def leave_out_the_root(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "model"):
        found = re.search(r"\{\{ steps\.", step["prompt"])
        if found:
            text = step["prompt"][: found.start()] + "{{ " + step["prompt"][found.end() :]
            yield Mutant(put(workflow, ("steps", name, "prompt"), text), at("steps", name, "prompt"))


@fault("OF308")
def read_a_step_without_saying_what_of_it(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "model"):
        found = re.search(r"\{\{ (steps\.\w+)\.out\w+ \}\}", step["prompt"])
        if found:
            text = step["prompt"].replace(found[0], "{{ " + found[1] + " }}", 1)
            yield Mutant(put(workflow, ("steps", name, "prompt"), text), at("steps", name, "prompt"))


@fault("OF308")
def work_out_which_step_is_read(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "conditional"):
        route = ("steps", name, "on")
        yield Mutant(put(workflow, route, 'steps["a" + "b"].outcome == "success"'), at(*route))


@fault("OF308")
def count_the_steps(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "conditional"):
        yield Mutant(put(workflow, ("steps", name, "on"), "size(steps) > 2"), at("steps", name, "on"))


@fault("OF308")
def read_the_whole_workflow(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "model"):
        text = step["prompt"] + " {{ workflow }}"
        yield Mutant(put(workflow, ("steps", name, "prompt"), text), at("steps", name, "prompt"))


@fault("OF606")
def let_a_sub_workflow_float(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "subworkflow"):
        yield Mutant(put(workflow, ("steps", name, "version"), "stable"), at("steps", name, "version"))


@fault("OF411")
def let_a_workflow_run_itself(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "subworkflow"):
        # A full version cannot hold itself.
        value = put(workflow, ("steps", name, "workflow"), workflow["workflow"])
        yield Mutant(drop(value, "steps", name, "version"), at("steps", name, "workflow"))
