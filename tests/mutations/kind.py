"""What a mutation is: a rule that makes one mistake, or nearly one, in a workflow, and says what must be found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from itertools import islice
from typing import Any, Final, TypeAlias

from attrs import frozen
from golden_cases import accept_cases, compiled, inputs

from onefold.kernel.document import document
from onefold.kernel.ir.path import format_path

Workflow: TypeAlias = dict[str, Any]
Route: TypeAlias = "tuple[str | int, ...]"
"""Keys and indexes into a workflow."""

PINNED: Final = "blake3:" + "4" * 64
MOST: Final = 2
"""Mutants of one kind, each in another workflow; the same mistake in more of them shows nothing new."""


@frozen
class Mutant:
    """A workflow with one mistake."""

    value: Workflow
    ir_path: str
    """Where the mistake is; empty where there is none."""


Rule: TypeAlias = Callable[[Workflow], "Iterator[Mutant]"]


@frozen
class Kind:
    """One rule of mutation."""

    rule: Rule
    code: str
    """The id that must be found; empty where nothing must be."""

    @property
    def name(self) -> str:
        """The rule in words."""
        return self.rule.__name__.replace("_", " ")

    def mutants(self, most: int = MOST) -> list[tuple[str, Mutant]]:
        """Mutants of the golden workflows, each with the name of its golden: one for each, until there are enough."""
        found = ((name, mutant) for name, value in goldens() for mutant in islice(self.rule(value), 1))
        return list(islice(found, most))


FAULTS: Final[list[Kind]] = []
NEAR_MISSES: Final[list[Kind]] = []


def fault(code: str) -> Callable[[Rule], Rule]:
    """Register a rule whose mutants have one mistake each, of one code."""

    def register(rule: Rule) -> Rule:
        FAULTS.append(Kind(rule, code))
        return rule

    return register


def near_miss(rule: Rule) -> Rule:
    """Register a rule whose mutants look like a mistake and have none."""
    NEAR_MISSES.append(Kind(rule, ""))
    return rule


@cache
def goldens() -> tuple[tuple[str, Workflow], ...]:
    """The canonical documents of the golden workflows with their names, without what their comments silence.

    The shortest come first: mutants of those are judged fastest.
    """
    return tuple(sorted(_goldens(), key=lambda each: len(str(each[1]))))


def _goldens() -> Iterator[tuple[str, Workflow]]:
    for case in accept_cases():
        value = document(compiled(inputs(case)[0]).ir)
        assert isinstance(value, dict)
        workflow: Workflow = deepcopy(value)
        for step in workflow["steps"].values():
            if step["kind"] == "subworkflow":
                step["version"] = PINNED
        yield case.name, workflow


def at(*route: str | int) -> str:
    """The IR path of a route that passes no transition."""
    return format_path(route)


def put(workflow: Workflow, route: Route, value: Any) -> Workflow:
    """A copy in which `value` stands at the route."""
    changed = deepcopy(workflow)
    here: Any = changed
    for key in route[:-1]:
        here = here.setdefault(key, {}) if isinstance(here, dict) else here[key]
    here[route[-1]] = value
    return changed


def drop(workflow: Workflow, *route: str | int) -> Workflow:
    """A copy without what stands at the route."""
    changed = deepcopy(workflow)
    here: Any = changed
    for key in route[:-1]:
        here = here[key]
    del here[route[-1]]
    return changed


def join(workflow: Workflow, steps: Workflow, *transitions: Workflow) -> Workflow:
    """A copy with more steps and transitions, and with room for them in its budget."""
    changed = deepcopy(workflow)
    assert not changed["steps"].keys() & steps.keys()
    changed["steps"].update(steps)
    changed.setdefault("transitions", []).extend(transitions)
    if "steps" in changed.get("budget", {}):
        changed["budget"]["steps"] += 100
    return changed


def model(prompt: str, **fields: Any) -> Workflow:
    """A model step."""
    return {"kind": "model", "prompt": prompt, **fields}


def way(origin: str, target: str, on: str = "success", **fields: Any) -> Workflow:
    """A transition."""
    return {"from": origin, "to": target, "on": on, **fields}


def way_path(transition: Workflow, field: str = "") -> str:
    """The IR path of a transition, or of a field of it."""
    label = "{from}→{to}:{on}:{priority}".format(**{"on": "success", "priority": 0, **transition})
    return f"transitions[{label}]" + (f".{field}" if field else "")


def steps_of(workflow: Workflow, *kinds: str) -> Iterator[tuple[str, Workflow]]:
    """The steps of some kinds."""
    return ((name, step) for name, step in workflow["steps"].items() if step["kind"] in kinds)


def transitions_of(workflow: Workflow) -> list[Workflow]:
    """The transitions, none when there are none."""
    found: list[Workflow] = workflow.get("transitions", [])
    return found


def onwards(workflow: Workflow, step: str) -> list[str]:
    """The steps that a step leads to, its branches included."""
    definition = workflow["steps"][step]
    chosen = [definition[key] for key in ("then", "otherwise") if key in definition]
    written = [each["to"] for each in transitions_of(workflow) if each["from"] == step]
    return [*definition.get("branches", ()), *chosen, *written]


def heads(workflow: Workflow) -> set[str]:
    """The first steps of all branches."""
    return {head for _, step in steps_of(workflow, "parallel") for head in step["branches"]}


def inside(workflow: Workflow) -> set[str]:
    """The steps in branches."""
    found = heads(workflow)
    waiting = list(found)
    while waiting:
        new = set(onwards(workflow, waiting.pop())) - found
        found |= new
        waiting.extend(new)
    return found


def leaves(workflow: Workflow, *kinds: str) -> Iterator[str]:
    """The steps outside of branches that lead nowhere and can only end with `success`, `failure` or `timeout`."""
    for name, step in steps_of(workflow, *kinds):
        if not onwards(workflow, name) and "outcomes" not in step and name not in inside(workflow):
            yield name
