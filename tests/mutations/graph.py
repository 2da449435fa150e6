"""Mistakes in the shape of the graph, and in what a run may spend."""

from __future__ import annotations

from collections.abc import Iterator

from mutations.kind import (
    Mutant,
    Workflow,
    at,
    drop,
    fault,
    heads,
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


@fault("OF401")
def leave_the_start_open(workflow: Workflow) -> Iterator[Mutant]:
    yield Mutant(drop(join(workflow, {"orphan": model("Nobody asks.")}), "start"), at("steps"))


@fault("OF402")
def write_a_second_fallback(workflow: Workflow) -> Iterator[Mutant]:
    for each in transitions_of(workflow):
        others = [step for step in onwards(workflow, each["from"]) if step != each["to"]]
        if "when" not in each and others and each.get("on", "success") == "success":
            added = way(each["from"], others[0])
            if others[0] not in heads(workflow):
                yield Mutant(join(workflow, {}, added), way_path(added))


@fault("OF402")
def give_two_conditions_one_priority(workflow: Workflow) -> Iterator[Mutant]:
    for each in transitions_of(workflow):
        if "when" in each:
            added = {**each, "when": f"({each['when']}) && true"}
            yield Mutant(join(workflow, {}, added), way_path(added))


@fault("OF403")
def give_a_fallback_a_priority(workflow: Workflow) -> Iterator[Mutant]:
    for index, each in enumerate(transitions_of(workflow)):
        if "when" not in each:
            value = put(workflow, ("transitions", index, "priority"), 5)
            yield Mutant(value, way_path({**each, "priority": 5}, "priority"))


@fault("OF404")
def drop_the_only_way_to_a_last_step(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in leaves(workflow, "model", "tool"):
        ways = [each for each in workflow["steps"] if leaf in onwards(workflow, each)]
        written = [index for index, each in enumerate(transitions_of(workflow)) if each["to"] == leaf]
        if len(ways) == len(written) == 1 and transitions_of(workflow)[written[0]].get("on", "failure") == "failure":
            yield Mutant(drop(workflow, "transitions", written[0]), at("steps", leaf))


@fault("OF404")
def forget_to_lead_to_a_new_step(workflow: Workflow) -> Iterator[Mutant]:
    yield Mutant(join(workflow, {"forgotten": model("Do this too.")}), at("steps", "forgotten"))


@fault("OF404")
def forget_to_lead_to_new_steps(workflow: Workflow) -> Iterator[Mutant]:
    steps = {"forgotten": model("Do this too."), "and-then": model("And this.")}
    yield Mutant(join(workflow, steps, way("forgotten", "and-then")), at("steps", "forgotten"))


@fault("OF404")
def wait_for_the_timeout_of_a_step_without_limit(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "conditional", "parallel"):
        if "timeout" not in step and name not in inside(workflow):
            value = join(workflow, {"late": model("Say that it took long.")}, way(name, "late", "timeout"))
            yield Mutant(value, at("steps", "late"))


@fault("OF405")
def lead_a_last_step_back_to_itself(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in leaves(workflow, "model", "tool"):
        ways = [way(leaf, "again", on) for on in ("success", "failure", "timeout")]
        ways += [way("again", "again", on) for on in ("success", "failure", "timeout")]
        value = join(workflow, {"again": model("Try again.")}, *ways)
        value["budget"] = {"steps": 1000, "tokens": 1000}
        if len(list(leaves(workflow, "model", "tool", "subworkflow"))) > 1:
            yield Mutant(value, at("steps", leaf))


@fault("OF406")
def loop_without_a_bound(workflow: Workflow) -> Iterator[Mutant]:
    for leaf in leaves(workflow, "model", "tool"):
        value = join(workflow, {"more": model("More?")}, way(leaf, "more"), way("more", "more", "failure"))
        if "budget" not in workflow:
            yield Mutant(value, at("steps", "more"))
        elif "steps" not in workflow["budget"]:
            yield Mutant(value, at("budget"))


@fault("OF406")
def take_the_bound_from_a_loop(workflow: Workflow) -> Iterator[Mutant]:
    budget = workflow.get("budget", {})
    if "steps" in budget and len(budget) > 1 and _loops(workflow):
        yield Mutant(drop(workflow, "budget", "steps"), at("budget"))


def _loops(workflow: Workflow) -> bool:
    """Whether a step leads back to itself on some way."""
    for step in workflow["steps"]:
        found: set[str] = set()
        waiting = [step]
        while waiting:
            new = set(onwards(workflow, waiting.pop())) - found
            found |= new
            waiting.extend(new)
        if step in found:
            return True
    return False


@fault("OF407")
def let_branches_share_a_step(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "parallel"):
        one, other = step["branches"][:2]
        ways = [way(each, "shared", "failure") for each in (one, other)]
        taken = [each for each in transitions_of(workflow) if each["from"] in (one, other)]
        if not any(each.get("on") == "failure" for each in taken):
            yield Mutant(join(workflow, {"shared": model("Mend it.")}, *ways), at("steps", name, "branches", 1))


@fault("OF408")
def enter_a_branch_from_outside(workflow: Workflow) -> Iterator[Mutant]:
    for _, step in steps_of(workflow, "parallel"):
        for leaf in leaves(workflow, "tool"):
            added = way(leaf, step["branches"][0], "failure")
            value = join(workflow, {}, added)
            value["budget"] = {"steps": 1000, "tokens": 1000}
            yield Mutant(value, way_path(added, "to"))


@fault("OF409")
def ask_for_more_branches_than_there_are(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "parallel"):
        value = put(workflow, ("steps", name, "join"), {"quorum": len(step["branches"]) + 1})
        yield Mutant(value, at("steps", name, "join", "quorum"))


@fault("OF410")
def leave_an_outcome_unhandled(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "tool"):
        if "outcomes" not in step:
            route = ("steps", name, "outcomes")
            yield Mutant(put(workflow, route, ["nothing-found"]), at(*route, 0))


@fault("OF412")
def follow_a_conditional_that_chooses_by_itself(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "conditional"):
        if "otherwise" in step:
            added = way(name, step["then"])
            yield Mutant(join(workflow, {}, added), way_path(added))


@fault("OF601")
def give_a_step_more_time_than_the_run(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "model"):
        if "wall_time" in workflow.get("budget", {}):
            yield Mutant(put(workflow, ("steps", name, "timeout"), "3000d"), at("steps", name, "timeout"))


@fault("OF602")
def wait_longer_than_the_run_may_take(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "tool"):
        if "wall_time" in workflow.get("budget", {}):
            wait = workflow["budget"]["wall_time"]
            retry = {"attempts": 3, "backoff": "constant", "initial": wait, "max": wait}
            yield Mutant(put(workflow, ("steps", name), {**step, "retry": retry}), at("steps", name, "retry"))


@fault("OF603")
def allow_too_few_steps(workflow: Workflow) -> Iterator[Mutant]:
    if onwards(workflow, workflow["start"]) and workflow["steps"][workflow["start"]].get("outcomes") is None:
        yield Mutant(put(workflow, ("budget", "steps"), 1), at("budget", "steps"))


@fault("OF604")
def bound_the_steps_of_a_loop_but_not_its_cost(workflow: Workflow) -> Iterator[Mutant]:
    if _loops(workflow) and workflow.get("budget", {}).get("steps"):
        yield Mutant(put(workflow, ("budget",), {"steps": workflow["budget"]["steps"]}), at("budget"))


@fault("OF605")
def leave_the_timeout_to_the_default(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "tool", "subworkflow"):
        if "timeout" in step and "wall_time" not in workflow.get("budget", {}):
            yield Mutant(drop(workflow, "steps", name, "timeout"), at("steps", name, "timeout"))
