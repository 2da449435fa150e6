from __future__ import annotations

import json
from typing import TYPE_CHECKING

from blake3 import blake3
from hypothesis import HealthCheck, given, settings
from strategies import workflows

from onefold.api import compile as compile_workflow
from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.document import document
from onefold.kernel.ir.path import TransitionSegment
from onefold.tools.cli.hash import line
from onefold.tools.show.fields import rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

    from onefold.kernel.ir.nodes import WorkflowDef
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue

GOOD = '{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi"}}}'
BAD = GOOD.replace('"kind"', '"knid"')
VERSION = "blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f"


def test_a_line_has_the_version_two_spaces_and_the_path(folder: Path, onefold: Any) -> None:
    folder.joinpath("a b.fold.json").write_text(GOOD, encoding="utf-8")
    outcome = onefold("hash", "a b.fold.json")
    assert (outcome.code, outcome.out, outcome.err) == (0, f"{VERSION}  a b.fold.json\n", "")
    assert onefold("hash", "--quiet", "a b.fold.json").out == f"{VERSION}\n"
    assert onefold("hash", ".").out == f"{VERSION}  a b.fold.json\n"


def test_what_does_not_compile_is_told_on_standard_error_and_the_others_come(folder: Path, onefold: Any) -> None:
    for name, text in {"a": GOOD, "b": BAD, "c": GOOD}.items():
        folder.joinpath(f"{name}.fold.json").write_text(text, encoding="utf-8")
    outcome = onefold("hash", ".")
    assert outcome.code == 1
    assert outcome.out == f"{VERSION}  a.fold.json\n{VERSION}  c.fold.json\n"
    assert "error[OF201]" in outcome.err
    assert " --> b.fold.json:1:" in outcome.err


def test_an_unreadable_file_is_exit_code_2_even_beside_findings(folder: Path, onefold: Any) -> None:
    folder.joinpath("b.fold.json").write_text(BAD, encoding="utf-8")
    assert onefold("hash", "missing.fold.json", "b.fold.json").code == 2


def test_standard_input_is_called_by_its_dash(onefold: Any) -> None:
    assert onefold("hash", "-", "--from", "json", stdin=GOOD.encode()).out == f"{VERSION}  -\n"


def test_hash_needs_a_path(onefold: Any) -> None:
    outcome = onefold("hash")
    assert outcome.code == 2
    assert outcome.err == "onefold: the following arguments are required: PATH; see `onefold hash --help`\n"


def test_an_odd_path_is_escaped_as_b3sum_does() -> None:
    assert line("v", "a\\b", quiet=False) == "\\v  a\\\\b\n"
    assert line("v", "a\r\nb", quiet=False) == "\\v  a\\r\\nb\n"
    assert line("v", "a\x1bb\u202e", quiet=False) == "\\v  a\\u{1b}b\\u{202e}\n"
    assert line("v", "日本 'x'", quiet=False) == "v  日本 'x'\n"
    assert line("v", "a\\b", quiet=True) == "v\n"


def test_explain_lists_every_field_and_whether_it_counts(folder: Path, onefold: Any) -> None:
    text = GOOD.replace('"hi"', '"hi\\u001b", "meta": {"owner": "me"}, "effort": "medium", "timeout": "1m"')
    folder.joinpath("a.fold.json").write_text(text, encoding="utf-8")
    lines = onefold("hash", "--explain", "a.fold.json").out.splitlines()
    length = len(compile_workflow(text, format="json").canonical)
    assert lines[-1] == f"  {length} bytes are hashed: the fields that count, as canonical JSON"
    table = [" ".join(each.split()) for each in lines[1:-1]]
    assert table == [
        "counts onefold 1",
        'counts workflow "w"',
        'default description ""',
        "absent inputs",
        "absent outputs",
        'counts start "a"',
        'counts steps.a.kind "model"',
        "default steps.a.tools.allow []",
        "default steps.a.tools.deny []",
        "default steps.a.verify []",
        "default steps.a.retry.attempts 1",
        'default steps.a.retry.backoff "exponential"',
        'default steps.a.retry.initial "1s"',
        'default steps.a.retry.max "1m"',
        "default steps.a.retry.jitter false",
        'default steps.a.retry.on ["failure","timeout"]',
        'counts steps.a.timeout "1m"',
        "default steps.a.outcomes []",
        "absent steps.a.output",
        'counts steps.a.prompt "hi\\u001b"',
        "absent steps.a.system",
        'default steps.a.effort "medium"',
        "absent steps.a.model",
        "default transitions []",
        "absent rubric",
        "absent budget",
        'comment steps.a.meta {"owner":"me"}',
    ]


@given(workflow=workflows())
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_the_fields_that_count_are_exactly_those_of_the_canonical_document(workflow: WorkflowDef) -> None:
    canonical = canonicalize(workflow).workflow
    counting = {row.path: row.value for row in rows(canonical, None) if row.standing == "counts"}
    plain = document(canonical)
    assert [_value_at(plain, path) for path in counting] == list(counting.values())
    covered = set(counting)
    assert all(any(path[: len(each)] == each for each in covered) for path in _leaves(plain, ()))


def _value_at(value: JsonValue, path: IrPath) -> JsonValue:
    for segment in path:
        value = value[segment.index if isinstance(segment, TransitionSegment) else segment]  # type: ignore[index]  # the path was made for this value
    return value


def _leaves(value: JsonValue, path: IrPath) -> Iterator[IrPath]:
    """The paths of all values that are not containers, transitions named as the rows name them."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _leaves(item, (*path, key))
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            segment: Any = index
            if path == ("transitions",):
                segment = _transition(index, item)
            yield from _leaves(item, (*path, segment))
    else:
        yield path


def _transition(index: int, item: dict[str, JsonValue]) -> TransitionSegment:
    label = f"{item['from']}→{item['to']}:{item.get('on', 'success')}:{item.get('priority', 0)}"
    return TransitionSegment(index, label)


def test_the_version_is_the_blake3_of_what_compile_prints_as_jcs(folder: Path, onefold: Any) -> None:
    folder.joinpath("a.fold.json").write_text(GOOD, encoding="utf-8")
    printed = onefold("compile", "--to", "jcs", "a.fold.json").out
    assert json.loads(printed)["start"] == "a"
    assert f"blake3:{blake3(printed.encode()).hexdigest()}" == VERSION
