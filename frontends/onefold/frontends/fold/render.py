"""Write a canonical document as the fold text that people would write by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from onefold.frontends.fold.render_values import (
    INDENT,
    WIDTH,
    glob,
    json,
    listed,
    money,
    predicate,
    predicate_line,
    quoted,
    text,
    word,
)
from onefold.frontends.frontend import Limits
from onefold.frontends.predicate import parse
from onefold.kernel.values import JsonValue

if TYPE_CHECKING:
    from typing import Final, TypeAlias

    from onefold.kernel.values import JsonObject

# The order of a step's fields: what is special to its kind first, texts of several lines last.
_STEP_FIELDS: Final = (
    "on", "then", "otherwise", "branches", "join", "effort", "model", "args", "with", "tools", "verify", "timeout",
    "retry", "outcomes", "output", "system", "prompt", "meta",
)  # fmt: skip
_GROUPED_FROM: Final = 10_000
# Columns of a step that is written on one line.
_LINE: Final = 80


def render(document: JsonObject) -> str:
    """The fold text of a document; read again, it gives the document."""
    sections = ["\n".join(_heading(document))]
    sections += ["\n".join(each) for each in (_interface(document), _steps(document), _flow(document)) if each]
    if document.get("rubric") is not None:
        sections.append(_rubric(_mapping(document["rubric"])))
    if document.get("meta") is not None:
        sections.append(f"meta {json(document['meta'], '')}")
    return "\n\n".join(sections) + "\n"


def _heading(document: JsonObject) -> list[str]:
    lines = [f"fold {word(document['onefold'])}"]
    if "workflow" in document:
        lines.append(f"workflow {word(document['workflow'])}")
    return lines


def _interface(document: JsonObject) -> list[str]:
    lines = []
    for name, write in (("description", text), ("inputs", json), ("outputs", json)):
        if document.get(name) is not None:
            lines.append(f"{name} {write(document[name], '')}")
    if document.get("budget") is not None:
        lines.append(f"budget {_inline(_mapping(document['budget']), _BUDGET)}")
    return lines


def _grouped(value: JsonValue) -> str:
    """A number with its digits in groups of three."""
    is_large = isinstance(value, int) and value >= _GROUPED_FROM
    return f"{value:_}" if is_large else word(value)


_Write: TypeAlias = Callable[[JsonValue], str]
_BUDGET: Final[Mapping[str, _Write]] = {"tokens": _grouped, "cost": money}


def _inline(fields: JsonObject, writers: Mapping[str, _Write]) -> str:
    """Short fields in braces, on one line."""
    written = [f"{name} {writers.get(name, word)(value)}" for name, value in fields.items()]
    return f"{{ {'  '.join(written)} }}" if written else "{}"


def _steps(document: JsonObject) -> list[str]:
    """The steps, those of several lines with an empty line around them."""
    written: list[str] = []
    for name, step in _mapping(document.get("steps", {})).items():
        text_of_step = step_text(name, _mapping(step))
        if written and "\n" in written[-1] + text_of_step:
            written.append("")
        written.append(text_of_step)
    return written


def step_text(name: str, step: JsonObject) -> str:
    """The statement of a step."""
    head = f"{step['kind']} {word(name)}{_source(step)}"
    fields = [field_text(each, step[each]) for each in _STEP_FIELDS if step.get(each) is not None]
    if not fields:
        return head
    line = f"{head} {{ {fields[0]} }}"
    if len(fields) == 1 and len(line) <= _LINE and "\n" not in line:
        return line
    body = "".join(f"{INDENT}{field}\n" for field in fields)
    return f"{head} {{\n{body}}}"


def _source(step: JsonObject) -> str:
    """What a step runs: a tool, or a version of a workflow."""
    source = step.get("tool", step.get("workflow"))
    if source is None:
        return ""
    version = f" @ {word(step['version'])}" if step.get("version") is not None else ""
    return f" = {word(source)}{version}"


def field_text(name: str, value: JsonValue) -> str:
    """A field of a step."""
    write = _FIELDS.get(name, word)
    return f"{name} {write(value)}"


def _predicate(value: JsonValue, before: int, indent: str) -> str:
    assert isinstance(value, str)  # noqa: S101 - a document that has a version holds nothing else here
    line = predicate_line(value)
    if before + len(line) <= WIDTH:
        return line
    parsed = parse(value, Limits())
    return value if parsed.expression is None else predicate(parsed.expression, before, indent)


def _condition(value: JsonValue) -> str:
    return _predicate(value, len(f"{INDENT}on "), INDENT)


def _words(value: JsonValue) -> str:
    return listed([word(item) for item in _sequence(value)], INDENT)


def _globs(value: JsonValue) -> str:
    return listed([glob(item) for item in _sequence(value)], INDENT)


def _tools(value: JsonValue) -> str:
    """What is allowed alone is a list; what is denied too is a block."""
    tools = _mapping(value)
    return _globs(tools["allow"]) if list(tools) == ["allow"] else _inline(tools, {"allow": _globs, "deny": _globs})


def _verifiers(value: JsonValue) -> str:
    return listed([_verifier(_mapping(item)) for item in _sequence(value)], INDENT)


def _verifier(reference: JsonObject) -> str:
    arguments = f" {json(reference['with'], INDENT * 2)}" if reference.get("with") is not None else ""
    return f"{word(reference['use'])}{arguments}"


def _retry(value: JsonValue) -> str:
    retry = dict(_mapping(value))
    attempts = retry.pop("attempts", None)
    written = [] if attempts is None else [word(attempts)]
    if retry or not written:
        written.append(_inline(retry, {"on": _words}))
    return " ".join(written)


def _join(value: JsonValue) -> str:
    return f"quorum {word(value['quorum'])}" if isinstance(value, Mapping) else word(value)


def _json_field(value: JsonValue) -> str:
    return json(value, INDENT)


def _text_field(value: JsonValue) -> str:
    return f"file {quoted(str(value['file']))}" if isinstance(value, Mapping) else text(value, INDENT)


_FIELDS: Final[Mapping[str, _Write]] = {
    "on": _condition,
    "branches": _words,
    "join": _join,
    "args": _json_field,
    "with": _json_field,
    "tools": _tools,
    "verify": _verifiers,
    "retry": _retry,
    "outcomes": _words,
    "output": _json_field,
    "system": _text_field,
    "prompt": _text_field,
    "meta": _json_field,
}


def _flow(document: JsonObject) -> list[str]:
    """Where the workflow begins, and its transitions; those that only lead on are joined to chains."""
    lines = [f"start {word(document['start'])}"] if document.get("start") is not None else []
    plain_end = None
    for transition in map(_mapping, _sequence(document.get("transitions", ()))):
        target = word(transition["to"])
        is_plain = len(transition) == len(("from", "to"))
        if is_plain and plain_end == transition["from"]:
            lines[-1] += f" -> {target}"
        else:
            lines.append(transition_text(transition))
        plain_end = transition["to"] if is_plain else None
    return lines


def transition_text(transition: JsonObject) -> str:
    """The statement of a transition."""
    return _conditions(f"{word(transition['from'])} -> {word(transition['to'])}", transition)


def _conditions(head: str, transition: JsonObject) -> str:
    """A transition that says more than where it leads."""
    line = head
    for name in ("on", "when", "priority"):
        if transition.get(name) is not None:
            before = f"{line} {name} "
            line = before + (
                _predicate(transition[name], len(before), "") if name == "when" else word(transition[name])
            )
    return line


def _rubric(rubric: JsonObject) -> str:
    threshold = f" pass {word(rubric['pass'])}" if rubric.get("pass") is not None else ""
    lines = [_criterion(name, _mapping(each)) for name, each in _mapping(rubric["criteria"]).items()]
    return f"rubric{threshold} {{\n{''.join(lines)}}}"


def _criterion(name: str, criterion: JsonObject) -> str:
    weight = f" weight {word(criterion['weight'])}" if criterion.get("weight") is not None else ""
    return f"{INDENT}{word(name)}{weight} {text(criterion['check'], INDENT)}\n"


def _mapping(value: JsonValue) -> JsonObject:
    assert isinstance(value, Mapping)  # noqa: S101 - a document that has a version holds nothing else here
    return value


def _sequence(value: JsonValue) -> Sequence[JsonValue]:
    assert isinstance(value, Sequence)  # noqa: S101 - a document that has a version holds nothing else here
    return value
