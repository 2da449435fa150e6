"""Small documents for the tests of the data-flow rules, and what is found in them in each format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.api import check

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeAlias

    from onefold.frontends.frontend import Frontend
    from onefold.kernel.values import JsonObject

# A transition: from, to, and further fields.
Way: TypeAlias = "tuple[str, str] | tuple[str, str, dict[str, Any]]"
# The code, the IR path of the text, and the characters that are underlined.
Found: TypeAlias = tuple[str, str, str]

# A document and what must be found in it, nothing else.
Case: TypeAlias = "tuple[JsonObject, list[Found]]"

FAILURE = {"on": "failure"}
TIMEOUT = {"on": "timeout"}
OUTPUT = "steps.y.output"
READ = "Read {{ steps.y.output }} now."
MAYBE = "Read {{ steps.y.output? }} now."
OUTCOMES = {"kind": "model", "prompt": "hi", "outcomes": ["odd"]}


def fires(code: str, path: str, text: str, steps: Mapping[str, Any], *ways: Way) -> Case:
    """A case in which one thing is found: its code, the IR path, the characters that are underlined."""
    return document(steps, *ways), [(code, path, text)]


def silent(steps: Mapping[str, Any], *ways: Way) -> Case:
    """A case in which nothing is found."""
    return document(steps, *ways), []


def when(condition: str, **more: Any) -> dict[str, Any]:
    """The fields of a transition with a condition."""
    return {"when": condition, "priority": 1, **more}


def parallel(*branches: str, join: Any = "all") -> dict[str, Any]:
    return {"kind": "parallel", "branches": list(branches), "join": join}


def conditional(on: str, then: str, otherwise: str | None = None) -> dict[str, Any]:
    step = {"kind": "conditional", "on": on, "then": then}
    return step if otherwise is None else {**step, "otherwise": otherwise}


def document(steps: Mapping[str, Any], *ways: Way) -> JsonObject:
    """A workflow; a step that is a text is a model step with that prompt. It begins with the first step."""
    transitions = [{"from": way[0], "to": way[1], **(way[2] if len(way) > 2 else {})} for way in ways]
    return {
        "onefold": 1,
        "workflow": "w",
        "start": next(iter(steps)),
        "budget": {"steps": 50, "tokens": 1000},
        "steps": {
            name: {"kind": "model", "prompt": step} if isinstance(step, str) else step for name, step in steps.items()
        },
        "transitions": transitions,
    }


def found(workflow: JsonObject, frontend: Frontend) -> list[Found]:
    """Everything that is found in a document written in one format, in the order of ids and places."""
    assert frontend.print is not None
    diagnostics = check(frontend.print(workflow), format=frontend.name).diagnostics
    told = []
    for each in diagnostics:
        assert each.span is not None
        text = each.span.source.text[each.span.start : each.span.end]
        # A quote inside a quoted text is escaped in most formats.
        told.append((each.code, each.ir_path or "", text.replace("\\", "")))
    return sorted(told)
