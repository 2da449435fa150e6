"""Limits on a value whose size was told by its reading: what is refused, and where, is as if it had been counted."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from golden_cases import accept_cases, format_of, inputs
from hypothesis import given
from hypothesis import strategies as st
from strategies import json_values, texts

from onefold.frontends import fold
from onefold.frontends.bounds import DECLARED_LEVELS, at_most, is_within, measure, told
from onefold.frontends.compile import compile_source
from onefold.frontends.frontend import Frontend, Limits, Reading
from onefold.frontends.policy import NO_POLICY, Ignore, Policy
from onefold.frontends.registry import FRONTENDS, named
from onefold.frontends.texts import Refusal
from onefold.kernel.classes import evolve
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declarations
from onefold.kernel.ir.nodes import STEP_KINDS, BudgetDef, RetryPolicy, RubricDef, Transition, WorkflowDef
from onefold.kernel.source import Source
from onefold.kernel.values import JsonValue

LIMITS = Limits(depth=12)
FORMATS = ("json", "toml", "yaml", "fold")


def nested(levels: int) -> JsonValue:
    """A value with so many levels."""
    value: JsonValue = "x"
    for _ in range(levels - 1):
        value = {"a": value}
    return value


def workflow(**step: object) -> dict[str, Any]:
    return {"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi", **step}}}


FOLD = 'fold 1\nworkflow w\nmodel a { prompt "hi" system "Was tun? \u00fc" }\nmodel b { prompt file "p" }\na -> b\n'
# By what a value of any form stands in, the workflow with it; the levels there are above it come with it.
PLACES: dict[str, tuple[int, Callable[[JsonValue], dict[str, Any]]]] = {
    "a schema of a step": (4, lambda value: workflow(output={"default": value})),
    "a schema of the workflow": (3, lambda value: {**workflow(), "inputs": {"type": "object", "default": [value]}}),
    "arguments of a verifier": (6, lambda value: workflow(verify=[{"use": "v", "with": {"x": value}}])),
    "notes of a step": (4, lambda value: workflow(meta={"x": value})),
    "notes of the workflow": (2, lambda value: {**workflow(), "meta": {"x": value}}),
    "a field that nobody knows": (3, lambda value: workflow(unknown=value)),
    "a field of another type": (3, lambda value: workflow(effort=value)),
    "a step that is none": (2, lambda value: {**workflow(), "steps": {"a": value}}),
    "a field beside the steps": (1, lambda value: {**workflow(), "unknown": value}),
    "a file": (4, lambda value: workflow(prompt={"file": value})),
    "a version that nobody knows": (1, lambda value: {**workflow(), "onefold": 2, "x": value}),
}


def frontend(form: str) -> Frontend:
    found = named(FRONTENDS, form)
    assert found is not None
    return found


def counting(of: Frontend) -> Frontend:
    """The same front-end, whose readings tell nothing about sizes."""

    def read(source: Source, limits: Limits) -> Reading:
        return evolve(of.read(source, limits), at_most=None)

    return evolve(of, read=read)


def found(data: bytes, of: Frontend, limits: Limits) -> list[tuple[object, ...]]:
    """What is found, with the texts of files at hand that hold ten bytes each."""

    def resolve(name: str) -> Source | Refusal:
        return Source(name, "0123456789")

    told = compile_source("w", data, of, limits, resolve)
    return [(each.name, each.message, each.span, each.ir_path, each.help) for each in told.diagnostics]


def written(form: str, document: JsonValue) -> bytes:
    if form == "yaml":
        form = "json"  # Every JSON text is one of YAML.
    of = frontend(form)
    assert of.print is not None
    return of.print(document).encode()  # type: ignore[arg-type]  # a mapping


@pytest.mark.parametrize("form", ["json", "toml", "yaml"])
@pytest.mark.parametrize("place", PLACES)
def test_a_value_that_is_too_deep_is_refused_wherever_it_stands(place: str, form: str) -> None:
    above, put = PLACES[place]
    of = frontend(form)
    for levels in range(LIMITS.depth - above - 3, LIMITS.depth - above + 3):
        data = written(form, put(nested(levels)))
        diagnostics = found(data, of, LIMITS)
        assert diagnostics == found(data, counting(of), LIMITS)
        value = of.read(Source("w", data.decode()), Limits()).value
        is_refused = measure(value, LIMITS).finding is not None
        assert is_refused == any(each[0] == "nesting-too-deep" for each in diagnostics)
        assert is_refused != is_within(value, LIMITS.depth)


@pytest.mark.parametrize("comment", ["", "# onefold: ignore[OF120]", "# onefold: ignore", "# onefold: ignore[OF605]"])
def test_of_what_is_too_deep_nothing_else_is_told(comment: str) -> None:
    """No comment is said to silence nothing; and neither a comment nor a policy silences it."""
    above, deep = (
        "onefold: 1\nworkflow: w\nsteps:\n  a:\n    kind: model\n    prompt: hi\n    meta:\n",
        LIMITS.depth + 1,
    )
    below = "".join(f"{' ' * level}a:{' x' * (level == deep)}\n" for level in range(5, deep + 1))
    of, data = frontend("yaml"), f"{above}{below}{comment}\n".encode()
    reading = of.read(Source("w", data.decode()), LIMITS)
    assert told(reading, LIMITS) is not None
    for policy in (NO_POLICY, Policy(ignores=(Ignore("OF120"),))):
        for each in (of, counting(of)):
            compiled = compile_source("w", data, each, LIMITS, policy=policy)
            assert [each.name for each in compiled.diagnostics] == ["nesting-too-deep"]
            assert compiled.silenced == ()


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("limit", ["nodes", "text_bytes"])
def test_a_limit_is_exceeded_whether_or_not_the_size_was_told(limit: str, form: str) -> None:
    document = workflow(system="Was tun? \u00fc", tools={"allow": ["a", "b"]})
    document["steps"]["b"] = {"kind": "model", "prompt": {"file": "p"}}
    document["transitions"] = [{"from": "a", "to": "b"}]
    data = FOLD.encode() if form == "fold" else written(form, document)
    of = frontend(form)
    seen: set[object] = set()
    for most in range(5, 400):
        limits = Limits(**{limit: most})
        diagnostics = found(data, of, limits)
        assert diagnostics == found(data, counting(of), limits)
        seen.update(each[0] for each in diagnostics)
    assert seen


@pytest.mark.parametrize("form", FORMATS)
def test_the_lowest_limits_on_depth_hold_too(form: str) -> None:
    """Also where no value is of any form: the fields alone are too deep."""
    document = workflow(system="hi", tools={"allow": ["a"]})
    data, of = FOLD.encode() if form == "fold" else written(form, document), frontend(form)
    refused = []
    for depth in range(1, DECLARED_LEVELS + 2):
        diagnostics = found(data, of, Limits(depth=depth))
        assert diagnostics == found(data, counting(of), Limits(depth=depth))
        refused.append(any(each[0] == "nesting-too-deep" for each in diagnostics))
    assert refused[0]
    assert not refused[-1]


def levels_of(shape: object) -> int:
    """Levels of nesting of a value of a declared shape."""
    match shape:
        case declare.Record(type=record):
            return levels_of_record(record)
        case declare.Variant(types=types):
            return max(map(levels_of_record, types.values()))
        case declare.Keyed(item=item) | declare.Ordered(item=item) | declare.Unordered(item=item):
            return 1 + levels_of(item)
        case declare.Extent(item=item):
            return levels_of(item)
        case declare.Template() | declare.Join():
            return 2  # A file that is named, or a quorum.
        case _:
            return 1


def levels_of_record(record: type[Any]) -> int:
    return 1 + max(levels_of(each.shape) for each in declarations(record))


def test_the_levels_that_are_declared_are_known() -> None:
    assert levels_of_record(WorkflowDef) == DECLARED_LEVELS


def require_enough(reading: Reading) -> None:
    most = reading.at_most
    assert most is not None
    limits = Limits(nodes=most.nodes, text_bytes=most.text_bytes, depth=most.levels or Limits().depth)
    assert measure(reading.value, limits).finding is None


@given(json_values(texts()))
def test_what_a_reading_tells_of_a_size_is_never_too_little(value: JsonValue) -> None:
    text = json.dumps({"x": value}, ensure_ascii=False)
    if any("\ud800" <= each <= "\udfff" for each in text):
        return
    for form in ("json", "yaml"):
        reading = frontend(form).read(Source("w", text), Limits())
        if reading.at_most is not None and not reading.findings:
            require_enough(reading)


def test_what_is_told_of_the_size_of_a_golden_is_never_too_little() -> None:
    counts = dict.fromkeys(FORMATS, 0)
    for case in accept_cases():
        for path in inputs(case):
            reading = frontend(format_of(path)).read(Source(path.name, path.read_text(encoding="utf-8")), Limits())
            if reading.at_most is not None:
                counts[format_of(path)] += 1
                require_enough(reading)
    assert all(counts.values())


@pytest.mark.parametrize(
    "text",
    ['fold 1\nworkflow w\nmodel a { prompt "" }\n', 'fold 1\nworkflow w\na->a->a->a->a->a\nmodel a { prompt "" }\n'],
)
def test_what_a_short_fold_makes_up_is_not_forgotten(text: str) -> None:
    require_enough(frontend("fold").read(Source("w", text), Limits()))


@pytest.mark.parametrize("inner", ["x", "[]", "{a: [{}]}", "|\n{indent}x"])
@pytest.mark.parametrize("outer", ["a:", "-"])
def test_no_quick_reading_is_deeper_than_it_tells(outer: str, inner: str) -> None:
    """Levels of blocks, of brackets, and of both, up to where the quick reader of YAML gives up."""
    read = 0
    for blocks in range(1, 80):
        for brackets in {0, 1, 2, 63 - blocks, 64 - blocks, 65 - blocks, 66 - blocks}:
            if brackets >= 0:
                above = "".join(f"{' ' * level}{outer}\n" for level in range(blocks - 1)) + " " * (blocks - 1) + outer
                last = inner.replace("{indent}", " " * (blocks + 1))
                value = "[" * brackets + last + "]" * brackets if brackets else last
                reading = frontend("yaml").read(Source("w", f"{above} {value}\n"), Limits())
                if reading.at_most is not None:
                    read += 1
                    require_enough(reading)
    assert read >= 60


@given(st.text(max_size=20))
def test_a_text_is_told_to_be_no_shorter_than_its_bytes(text: str) -> None:
    assert at_most(text).text_bytes >= len(text.encode("utf-8", "surrogatepass"))


def test_no_field_has_a_longer_name_than_what_may_be_made_up() -> None:
    records: list[type[Any]] = [WorkflowDef, Transition, BudgetDef, RubricDef, RetryPolicy, *STEP_KINDS.values()]
    names = [each.name for record in records for each in declarations(record)]
    assert max(map(len, names)) + max(map(len, STEP_KINDS)) <= fold._MADE_UP
