"""Mistakes in one field."""

from __future__ import annotations

from collections.abc import Iterator

from mutations.kind import Mutant, Workflow, at, drop, fault, put, steps_of, transitions_of


def _texts(workflow: Workflow) -> Iterator[tuple[str, str]]:
    """The model steps with their prompts."""
    return ((name, step["prompt"]) for name, step in steps_of(workflow, "model"))


@fault("OF201")
def misspell_a_field(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in workflow["steps"].items():
        if "timeout" in step:
            changed = drop(workflow, "steps", name, "timeout")
            yield Mutant(put(changed, ("steps", name, "timout"), step["timeout"]), at("steps", name, "timout"))


@fault("OF201")
def misspell_a_top_level_field(workflow: Workflow) -> Iterator[Mutant]:
    if "budget" in workflow and "steps" not in workflow["budget"]:
        yield Mutant(put(drop(workflow, "budget"), ("bugdet",), workflow["budget"]), at("bugdet"))


@fault("OF202")
def leave_out_a_required_field(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "tool"):
        yield Mutant(drop(workflow, "steps", name, "tool"), at("steps", name))


@fault("OF203")
def write_a_number_as_text(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "model"):
        route = ("steps", name, "retry", "attempts")
        yield Mutant(put(workflow, route, "3"), at(*route))


@fault("OF203")
def write_a_boolean_as_a_number(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "tool"):
        route = ("steps", name, "retry", "jitter")
        yield Mutant(put(workflow, route, 1), at(*route))


@fault("OF204")
def write_null_for_a_required_text(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "model"):
        yield Mutant(put(workflow, ("steps", name, "prompt"), None), at("steps", name, "prompt"))


@fault("OF205")
def put_a_space_into_an_id(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "tool"):
        yield Mutant(put(workflow, ("steps", name, "tool"), "send mail"), at("steps", name, "tool"))


@fault("OF206")
def misspell_a_choice(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "model"):
        yield Mutant(put(workflow, ("steps", name, "effort"), "hihg"), at("steps", name, "effort"))


@fault("OF207")
def ask_for_no_attempt(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "tool"):
        route = ("steps", name, "retry", "attempts")
        yield Mutant(put(workflow, route, 0), at(*route))


@fault("OF208")
def write_a_duration_in_words(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "tool"):
        yield Mutant(put(workflow, ("steps", name, "timeout"), "5 minutes"), at("steps", name, "timeout"))


@fault("OF209")
def write_the_currency_first(workflow: Workflow) -> Iterator[Mutant]:
    yield Mutant(put(workflow, ("budget", "cost"), "USD 2.50"), at("budget", "cost"))


@fault("OF210")
def leave_a_predicate_unfinished(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "conditional"):
        yield Mutant(put(workflow, ("steps", name, "on"), step["on"] + " &&"), at("steps", name, "on"))


@fault("OF210")
def write_one_equals_sign(workflow: Workflow) -> Iterator[Mutant]:
    """What is not well formed has no ends yet, so its transition is known by its position."""
    for index, each in enumerate(transitions_of(workflow)):
        if "when" in each:
            yield Mutant(put(workflow, ("transitions", index, "when"), "1 = 1"), at("transitions", index, "when"))


@fault("OF211")
def leave_a_placeholder_open(workflow: Workflow) -> Iterator[Mutant]:
    for name, text in _texts(workflow):
        yield Mutant(put(workflow, ("steps", name, "prompt"), text + " {{ workflow.id }"), at("steps", name, "prompt"))


@fault("OF211")
def leave_a_placeholder_empty(workflow: Workflow) -> Iterator[Mutant]:
    for name, text in _texts(workflow):
        yield Mutant(put(workflow, ("steps", name, "prompt"), "{{ }}" + text), at("steps", name, "prompt"))


@fault("OF212")
def put_a_question_mark_into_a_glob(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "model"):
        route = ("steps", name, "tools", "deny")
        yield Mutant(put(workflow, route, ["fs/?.write"]), at(*route, 0))


@fault("OF213")
def declare_failure_as_an_outcome(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "tool"):
        yield Mutant(put(workflow, ("steps", name, "outcomes"), ["failure"]), at("steps", name, "outcomes", 0))


@fault("OF214")
def ask_for_another_language_version(workflow: Workflow) -> Iterator[Mutant]:
    yield Mutant(put(workflow, ("onefold",), 2), at("onefold"))


@fault("OF215")
def leave_a_prompt_empty(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "model"):
        yield Mutant(put(workflow, ("steps", name, "prompt"), ""), at("steps", name, "prompt"))


@fault("OF216")
def leave_one_branch(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "parallel"):
        route = ("steps", name, "branches")
        yield Mutant(put(workflow, route, step["branches"][:1]), at(*route))


@fault("OF217")
def cut_a_version_short(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "subworkflow"):
        yield Mutant(put(workflow, ("steps", name, "version"), step["version"][:-1]), at("steps", name, "version"))


@fault("OF218")
def take_a_text_as_the_inputs(workflow: Workflow) -> Iterator[Mutant]:
    yield Mutant(put(workflow, ("inputs",), {"type": "string"}), at("inputs", "type"))


@fault("OF220")
def repeat_a_glob(workflow: Workflow) -> Iterator[Mutant]:
    for name, step in steps_of(workflow, "model"):
        allowed = step.get("tools", {}).get("allow", [])
        if allowed:
            route = ("steps", name, "tools", "allow")
            yield Mutant(put(workflow, route, [*allowed, allowed[0]]), at(*route, len(allowed)))


@fault("OF222")
def call_a_function_of_another_language(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "conditional"):
        route = ("steps", name, "on")
        yield Mutant(put(workflow, route, 'len("abc") > 2'), at(*route))


@fault("OF240")
def hide_a_character(workflow: Workflow) -> Iterator[Mutant]:
    for name, text in _texts(workflow):
        yield Mutant(put(workflow, ("steps", name, "prompt"), text + "in\u200bvisible"), at("steps", name, "prompt"))


@fault("OF241")
def turn_the_direction_of_a_text(workflow: Workflow) -> Iterator[Mutant]:
    for name, text in _texts(workflow):
        yield Mutant(put(workflow, ("steps", name, "prompt"), text + "\u202eabc"), at("steps", name, "prompt"))


@fault("OF242")
def write_a_look_alike_letter(workflow: Workflow) -> Iterator[Mutant]:
    for name, text in _texts(workflow):
        yield Mutant(put(workflow, ("steps", name, "prompt"), text + " \u0430dmin"), at("steps", name, "prompt"))


@fault("OF607")
def paste_a_secret(workflow: Workflow) -> Iterator[Mutant]:
    for name, _ in steps_of(workflow, "tool"):
        route = ("steps", name, "args", "token")
        yield Mutant(put(workflow, route, "ghp_" + "a1B2c3D4e5F6g7H8i9" * 2), at(*route))
