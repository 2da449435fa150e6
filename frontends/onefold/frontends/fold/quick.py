"""Read the fold that people nearly always write, without the tables of the grammar, which take longer.

What comes out is what the tables give, or nothing: every text with a fault, and all that is seldom written, is left
to them. A test compares the two on everything there is.
"""

from __future__ import annotations

from sys import intern

from onefold.frontends.fold.quick_values import (
    BLANK,
    END,
    GAP,
    MOST_LEVELS,
    NAME,
    NO_MONEY,
    NUMBER,
    SCALAR,
    SPACE,
    WORD,
    end_of,
    globs,
    is_clear,
    json,
    number,
    once,
    predicate,
    quoted,
    scalar,
    value,
)
from onefold.frontends.frontend import Unsure
from onefold.frontends.predicate.quick import MOST_BRACKETS_AHEAD
from onefold.kernel import patterns
from onefold.kernel.ir.nodes import STEP_KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

    from onefold.frontends.fold.quick_values import Read
    from onefold.frontends.frontend import Limits
    from onefold.kernel.values import JsonObject

# A comma may stand after every statement and every field, so one may stand before what comes next.
_NEXT: Final = rf"{GAP}(?:,{GAP})?+"
_OPEN: Final = rf"\{{(?!{GAP},)"
_BEGIN: Final = patterns.compile(rf"{GAP}fold{BLANK}{GAP}1{NO_MONEY}{END}")
_FINISH: Final = patterns.compile(rf"{_NEXT}\Z")
# A whole chain, or the first word of another statement.
_STATEMENT: Final = patterns.compile(
    rf"{_NEXT}({WORD})(?:((?:{SPACE}->{SPACE}{WORD})++)(?=[ \t\r\n,]|\Z)|(?=[ \t\r\n{{\"\[]){GAP})"
)
_QUALIFIER: Final = patterns.compile(rf"{GAP}(?:(on|priority){BLANK}{GAP}{SCALAR}|when(?=[ \t\r\n(!]){GAP}(?!->))")
_STEP: Final = patterns.compile(rf"({WORD})(?:{GAP}={GAP}({WORD})(?:{GAP}@{GAP}({WORD}))?+)?+{END}{GAP}({_OPEN})?+")
_FIELD: Final = patterns.compile(rf"{_NEXT}({NAME})(?=[ \t\r\n{{\"\[(!]){GAP}()(?:{SCALAR})?+")
_BLOCK: Final = patterns.compile(_OPEN)
_CLOSE: Final = patterns.compile(rf"{_NEXT}\}}")
_FILE: Final = patterns.compile(rf"file{GAP}(?=\")")
_MONEY: Final = patterns.compile(rf"([0-9]++(?:\.[0-9]++)?+){SPACE}(?<=[ \t\r\n])([A-Z]{{3}}){END}")
_QUORUM: Final = patterns.compile(rf"quorum{BLANK}{GAP}{SCALAR}")
_SWITCH: Final = patterns.compile(rf"(?:(true)|false){END}")
_RETRY: Final = patterns.compile(rf"(?:({NUMBER}){END}{GAP})?+({_OPEN})?+")
_VERIFIER: Final = patterns.compile(rf"{GAP}({WORD}){GAP}(?:,|(?=\]|([{{\[])))")
_COMMA: Final = patterns.compile(rf"{GAP}(?:,|(?=\]))")
_CLOSE_LIST: Final = patterns.compile(rf"{GAP}\]")
_LABEL: Final = patterns.compile(rf"{_NEXT}({WORD})(?=[ \t\r\n\"]){GAP}")
_QUALIFIED: Final = patterns.compile(rf"({NAME}){BLANK}{GAP}{SCALAR}{GAP}")

LEAST_DEPTH: Final = MOST_LEVELS + 10
"""No value that is read here has more levels of nesting."""


def read(text: str, limits: Limits) -> JsonObject | None:
    """The value of a text; `None` where the tables have to decide."""
    if limits.depth < LEAST_DEPTH or limits.predicate_depth < MOST_BRACKETS_AHEAD or not is_clear(text):
        return None
    # A node takes one character at least.
    if len(text) > limits.nodes:
        return None
    try:
        return _document(text)
    except Unsure:
        return None


def _document(text: str) -> JsonObject:
    """The fields, and after them the steps and transitions from wherever they stand."""
    position = end_of(_BEGIN.match(text))
    fields: dict[str, Any] = {"onefold": 1}
    steps: dict[str, Any] = {}
    transitions: list[dict[str, Any]] = []
    while (match := _STATEMENT.match(text, position)) is not None:
        word, position = intern(match[1]), match.end()
        if match[2]:
            position = _chain(text, word + match[2], position, transitions)
        elif word in STEP_KINDS:
            position = _step(text, word, position, steps)
        else:
            position = _field(text, word, position, fields)
    end_of(_FINISH.match(text, position))
    if steps:
        fields["steps"] = steps
    if transitions:
        fields["transitions"] = transitions
    return fields


def _field(text: str, name: str, position: int, fields: dict[str, Any]) -> int:
    """A field of the document, from its value; where it ends."""
    reader = _STATEMENTS.get(name)
    if reader is None or name in fields:
        raise Unsure
    fields[name], position = reader(text, position)
    return position


def _chain(text: str, chain: str, position: int, transitions: list[dict[str, Any]]) -> int:
    """The transitions of a chain, and what qualifies the one of a single arrow; where that ends."""
    origin, *targets = [each.strip() for each in chain.split("->")]
    for target in targets:
        transition: dict[str, Any] = {"from": origin, "to": target}
        transitions.append(transition)
        origin = target
    while (match := _QUALIFIER.match(text, position)) is not None:
        name = match[1] or "when"
        if name in transition or len(targets) > 1:
            raise Unsure
        if match[1]:
            transition[name], position = scalar(match, 2), match.end()
        else:
            transition[name], position = predicate(text, match.end())
    return position


# Steps.


def _step(text: str, kind: str, position: int, steps: dict[str, Any]) -> int:
    """A step, from its id; where it ends."""
    match = _STEP.match(text, position)
    if match is None or match[1] in steps:
        raise Unsure
    step: dict[str, Any] = {"kind": kind}
    name, source, version, opening = match.groups()
    if source:
        step["workflow" if kind == "subworkflow" else "tool"] = source
    if version:
        step["version"] = version
    steps[name] = step
    return _fields(text, match.end(), step, _STEP_FIELDS) if opening else match.end()


def _fields(text: str, position: int, fields: dict[str, Any], readers: Mapping[str, Read]) -> int:
    """The fields of a block, from behind its brace; where it ends."""
    while (match := _FIELD.match(text, position)) is not None:
        name, _, word, figures = match.groups()
        if name in fields:
            raise Unsure
        name = intern(name)
        reader = readers.get(name)
        if reader is not None:
            fields[name], position = reader(text, match.end(2))
        elif word is not None:
            fields[name], position = intern(word), match.end()
        elif figures is not None:
            fields[name], position = scalar(match, 3), match.end()
        else:
            fields[name], position = value(text, match.end())
    return end_of(_CLOSE.match(text, position))


def _text_or_file(text: str, position: int) -> tuple[Any, int]:
    """A text, or the file that holds it."""
    if text.startswith('"', position):
        return quoted(text, position)
    name, position = quoted(text, end_of(_FILE.match(text, position)))
    return {"file": name}, position


def _tools(text: str, position: int) -> tuple[Any, int]:
    """The globs of tools that are allowed, or what is allowed and what is denied."""
    if text.startswith("[", position):
        return globs(text, position)
    tools: dict[str, Any] = {}
    position = _fields(text, end_of(_BLOCK.match(text, position)), tools, _TOOLS_FIELDS)
    if not tools.keys() <= _TOOLS_FIELDS.keys():
        raise Unsure
    return tools, position


def _verifiers(text: str, position: int) -> tuple[Any, int]:
    """A list of ids, some of them with arguments."""
    if not text.startswith("[", position):
        raise Unsure
    verifiers: list[Any] = []
    position += 1
    while (match := _VERIFIER.match(text, position)) is not None:
        position = match.end()
        if match[2]:
            arguments, position = json(text, position)
            verifiers.append({"use": match[1], "with": arguments})
            position = end_of(_COMMA.match(text, position))
        else:
            verifiers.append(match[1])
    return verifiers, end_of(_CLOSE_LIST.match(text, position))


def _retry(text: str, position: int) -> tuple[Any, int]:
    """The number of attempts, the other fields, both or nothing."""
    match = _RETRY.match(text, position)
    retry: dict[str, Any] = {}
    if match is None:
        raise Unsure
    if match[1]:
        retry["attempts"] = number(match[1])
    position = match.end()
    return retry, _fields(text, position, retry, _RETRY_FIELDS) if match[2] else position


def _join(text: str, position: int) -> tuple[Any, int]:
    """How many branches must end well."""
    match = _QUORUM.match(text, position)
    if match is not None:
        return {"quorum": scalar(match, 1)}, match.end()
    mode, position = value(text, position)
    if mode == "quorum":
        raise Unsure
    return mode, position


def _switch(text: str, position: int) -> tuple[Any, int]:
    """`true` or `false`, or what stands there instead."""
    match = _SWITCH.match(text, position)
    return value(text, position) if match is None else (match[1] is not None, match.end())


# Budget and rubric.


def _budget(text: str, position: int) -> tuple[Any, int]:
    """A block of limits."""
    budget: dict[str, Any] = {}
    return budget, _fields(text, end_of(_BLOCK.match(text, position)), budget, _BUDGET_FIELDS)


def _cost(text: str, position: int) -> tuple[str, int]:
    """An amount of money."""
    match = _MONEY.match(text, position)
    if match is None:
        raise Unsure
    return f"{match[1]} {match[2]}", match.end()


def _rubric(text: str, position: int) -> tuple[Any, int]:
    """Its own fields, and its criteria."""
    rubric: dict[str, Any] = {}
    criteria: dict[str, Any] = {}
    position = end_of(_BLOCK.match(text, _qualifiers(text, position, rubric)))
    if "criteria" in rubric:
        raise Unsure
    while (match := _LABEL.match(text, position)) is not None:
        criterion: dict[str, Any] = {}
        position = _qualifiers(text, match.end(), criterion)
        if match[1] in criteria or "check" in criterion or not text.startswith('"', position):
            raise Unsure
        criterion["check"], position = quoted(text, position)
        criteria[match[1]] = criterion
    rubric["criteria"] = criteria
    return rubric, end_of(_CLOSE.match(text, position))


def _qualifiers(text: str, position: int, fields: dict[str, Any]) -> int:
    """Names with a word or a number each; where they end."""
    while (match := _QUALIFIED.match(text, position)) is not None:
        if match[1] in fields:
            raise Unsure
        fields[match[1]], position = scalar(match, 2), match.end()
    return position


_JSON: Final = once(json)
_STATEMENTS: Final[Mapping[str, Read]] = {
    "workflow": value, "start": value, "description": quoted, "inputs": _JSON, "outputs": _JSON, "meta": _JSON,
    "budget": _budget, "rubric": _rubric,
}  # fmt: skip
_STEP_FIELDS: Final[Mapping[str, Read]] = {
    "prompt": _text_or_file, "system": _text_or_file, "args": _JSON, "with": _JSON, "output": _JSON, "meta": _JSON,
    "tools": once(_tools), "verify": once(_verifiers), "retry": once(_retry), "join": _join, "on": predicate,
}  # fmt: skip
_TOOLS_FIELDS: Final[Mapping[str, Read]] = {"allow": globs, "deny": globs}
_RETRY_FIELDS: Final[Mapping[str, Read]] = {"jitter": _switch}
_BUDGET_FIELDS: Final[Mapping[str, Read]] = {"cost": _cost}
