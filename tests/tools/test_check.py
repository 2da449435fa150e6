from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from onefold.tools import compiling

GOOD = '{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi"}}}'
BAD = '{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi", "tiemout": "30s"}}}'
# Two outcomes of one name are a warning.
TWICE = '"hi", "retry": {"attempts": 2, "on": ["failure", "failure"]}'
DOUBTFUL = GOOD.replace('"w"', '"doubtful"').replace('"hi"', TWICE)
VERSION = "blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f"


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        folder.joinpath(f"{name}.fold.json").write_text(text, encoding="utf-8")


def test_a_good_workflow_gives_a_summary_and_exit_code_0(folder: Path, onefold: Any) -> None:
    write(folder, a=GOOD)
    assert onefold("check", "a.fold.json") == onefold("check")
    outcome = onefold("check")
    assert (outcome.code, outcome.out, outcome.err) == (0, "1 file checked: nothing found\n", "")


def test_a_bad_workflow_gives_its_diagnostics_and_exit_code_1(folder: Path, onefold: Any) -> None:
    write(folder, a=BAD)
    outcome = onefold("check")
    assert outcome.code == 1
    assert outcome.err == ""
    assert outcome.out == (
        "error[OF201]: `tiemout` is not a field of the model step `a`.\n"
        " --> a.fold.json:1:82\n"
        "  |\n"
        f"1 | {BAD}\n"
        f"  | {' ' * 81}^^^^^^^^^\n"
        "  |\n"
        "  = help: did you mean `timeout`?\n"
        "\n"
        "1 file checked: 1 error\n"
    )


def test_the_concise_format_has_one_line_a_diagnostic(folder: Path, onefold: Any) -> None:
    write(folder, a=BAD, b=DOUBTFUL)
    lines = onefold("check", "--format", "concise").out.splitlines()
    assert lines[0] == "a.fold.json:1:82: error[OF201] `tiemout` is not a field of the model step `a`."
    assert lines[1].startswith("b.fold.json:1:")
    assert "warning[OF220]" in lines[1]
    assert lines[-1] == "2 files checked: 1 error, 1 warning"


def test_warnings_fail_only_when_checks_are_strict(folder: Path, onefold: Any) -> None:
    write(folder, a=DOUBTFUL)
    assert onefold("check").code == 0
    assert onefold("check", "--strict").code == 1


@pytest.mark.parametrize("code", ["OF201", "of201", "OF2", "unknown-field", "OF1, OF201"])
def test_codes_are_ignored_by_id_beginning_and_name(folder: Path, onefold: Any, code: str) -> None:
    write(folder, a=BAD)
    assert onefold("check", "--ignore", code).code == 0


def test_only_selected_codes_are_reported(folder: Path, onefold: Any) -> None:
    write(folder, a=BAD, b=DOUBTFUL)
    assert "OF220" not in onefold("check", "--select", "OF201").out
    assert "OF201" not in onefold("check", "--select", "OF220,OF3").out
    assert onefold("check", "--select", "OF2", "--ignore", "OF201", "--ignore", "OF220").code == 0


def test_an_unknown_code_is_a_usage_error_that_names_the_nearest(folder: Path, onefold: Any) -> None:
    write(folder, a=GOOD)
    outcome = onefold("check", "--ignore", "unknown-feild")
    assert outcome.code == 2
    assert outcome.err == (
        "onefold: there is no code `unknown-feild`: did you mean `unknown-field`? See `onefold check --help`.\n"
    )


def test_an_unreadable_file_is_told_and_the_others_are_checked(folder: Path, onefold: Any) -> None:
    write(folder, a=BAD)
    folder.joinpath("notes.txt").write_text("notes", encoding="utf-8")
    outcome = onefold("check", "missing.fold.json", "a.fold.json", "notes.txt")
    assert outcome.code == 2
    assert "onefold: cannot read `missing.fold.json`: no such file or directory\n" in outcome.err
    assert "onefold: `notes.txt` has no known ending" in outcome.err
    assert "OF201" in outcome.out
    assert outcome.out.endswith("1 file checked, 2 could not be read: 1 error\n")


def test_finding_no_workflow_at_all_is_exit_code_2(folder: Path, onefold: Any) -> None:
    outcome = onefold("check")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("onefold: no workflow found in `.`: file names end in `.fold.yaml`")
    assert folder.is_dir()


def test_a_file_named_twice_is_checked_once(folder: Path, onefold: Any) -> None:
    write(folder, a=GOOD)
    outcome = onefold("check", "a.fold.json", "./a.fold.json", ".", str(folder / "a.fold.json"))
    assert outcome.out == "1 file checked: nothing found\n"


def test_options_may_stand_between_paths(folder: Path, onefold: Any) -> None:
    write(folder, a=GOOD, b=BAD)
    outcome = onefold("check", "a.fold.json", "--format", "concise", "b.fold.json")
    assert outcome.out.endswith("2 files checked: 1 error\n")


def test_json_output_is_of_the_published_shape(folder: Path, onefold: Any) -> None:
    write(folder, a=BAD, b=DOUBTFUL, c=GOOD, d="{", e='{"a": 1, "a": 2}', f="")
    schema = json.loads(onefold("schema", "check").out)
    Draft202012Validator.check_schema(schema)
    outcome = onefold("check", "--format", "json")
    printed = json.loads(outcome.out)
    Draft202012Validator(schema).validate(printed)
    assert (outcome.code, printed["ok"]) == (1, False)
    assert [each["path"] for each in printed["results"]] == [f"{each}.fold.json" for each in "abcdef"]
    assert printed["results"][2] == {"path": "c.fold.json", "workflow": "w", "version": VERSION, "diagnostics": []}
    assert printed["results"][0]["diagnostics"] == [
        {
            "code": "OF201",
            "severity": "error",
            "message": "`tiemout` is not a field of the model step `a`.",
            "ir_path": "steps.a.tiemout",
            "span": {
                "path": "a.fold.json",
                "start": {"line": 1, "column": 82, "offset": 81},
                "end": {"line": 1, "column": 91, "offset": 90},
            },
            "related": [],
            "help": "did you mean `timeout`?",
        }
    ]


def test_json_output_is_one_object_even_when_nothing_could_be_read(folder: Path, onefold: Any) -> None:
    outcome = onefold("check", "--format", "json", "missing.fold.json")
    assert outcome.code == 2
    assert json.loads(outcome.out) == {"onefold": "check/1", "ok": False, "results": []}
    assert folder.is_dir()


def test_standard_input_is_read_in_the_format_named(onefold: Any) -> None:
    assert onefold("check", "-", "--from", "json", stdin=GOOD.encode()).code == 0
    outcome = onefold("check", "-", "--from", "json", "--format", "concise", stdin=BAD.encode())
    assert outcome.out.startswith("-:1:82: error[OF201]")


def test_standard_input_takes_the_name_it_is_given(folder: Path, onefold: Any) -> None:
    folder.joinpath("prompt.md").write_text("hi", encoding="utf-8")
    text = GOOD.replace('"hi"', '{"file": "prompt.md"}').encode()
    assert onefold("hash", "-", "--stdin-filename", "w.fold.json", stdin=text).out == f"{VERSION}  w.fold.json\n"
    outcome = onefold("check", "-", "--from", "json", "--format", "concise", stdin=text)
    assert "OF230" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["-"], "standard input needs --from FORMAT or --stdin-filename NAME"),
        (["-", "--from", "ini"], "there is no format `ini`"),
        (["-", "--stdin-filename", "w.txt"], "`w.txt` has no known ending"),
        (["a.fold.json", "--from", "json"], "--from and --stdin-filename are for standard input"),
        (["--colour"], "there is no option `--colour`;"),
        (["--format", "xml"], "argument --format: invalid choice: 'xml'"),
        (["--form", "json"], "there is no option `--form`: did you mean `--format`?"),
        (["--fromat=json"], "there is no option `--fromat`: did you mean `--format`?"),
        *((["--jobs", each], f"argument --jobs: `{each}` is no number of processes") for each in ("0", "two", "1.5")),
    ],
)
def test_a_usage_error_says_why_and_where_to_look(onefold: Any, arguments: list[str], reason: str) -> None:
    outcome = onefold("check", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"onefold: {reason}")
    assert outcome.err.endswith(("; see `onefold check --help`\n", "? See `onefold check --help`.\n"))
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    "name",
    [
        "with space.fold.json",
        "'single' \"double\".fold.json",
        "new\nline\ttab.fold.json",
        "日本語-é.fold.json",
        "-leading.fold.json",
        "--strict.fold.json",
        "back\\slash.fold.json",
        "$(echo).fold.json",
        "\x1b]0;title\x07.fold.json",
        "\udcff.fold.json",
    ],
)
def test_any_file_name_works(folder: Path, onefold: Any, name: str) -> None:
    folder.joinpath(name).write_text(GOOD, encoding="utf-8")
    assert onefold("check").code == 0
    assert onefold("check", "--", name).out == "1 file checked: nothing found\n"
    assert onefold("check", f"./{name}", "--strict").code == 0
    printed = json.loads(onefold("check", "--format", "json").out)
    assert printed["results"][0]["path"] == name


def test_nothing_hostile_is_printed_raw_in_any_format(folder: Path, onefold: Any) -> None:
    hostile = "\x1b]0;title\x07\u202e\u2066\u200f\u2028\n"
    text = BAD.replace("tiemout", json.dumps(hostile)[1:-1]).replace('"hi"', f'"{hostile[:-1].replace(chr(27), "")}"')
    folder.joinpath(f"{hostile}.fold.json").write_text(text, encoding="utf-8")
    runs = [onefold("check", "--format", form) for form in ("text", "concise", "json")]
    runs += [onefold("hash", "."), onefold("compile", ".", "--to", "json"), onefold("check", hostile)]
    for outcome in runs:
        assert all(each == "\n" or each.isprintable() for each in outcome.out + outcome.err)


def test_an_internal_fault_asks_for_a_report_and_the_others_go_on(
    folder: Path, onefold: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, a=GOOD, b=GOOD)
    real = compiling.compile_text

    def faulty(data: bytes, frontend: Any, limits: Any, path: str | Path | None, **further: Any) -> Any:
        if str(path) == "a.fold.json":
            raise ZeroDivisionError("by zero")
        return real(data, frontend, limits, path, **further)

    monkeypatch.setattr("onefold.tools.cli.inputs.compile_text", faulty)
    outcome = onefold("check")
    assert outcome.code == 2
    assert outcome.err.startswith("onefold: internal fault on `a.fold.json`: ZeroDivisionError: by zero\n")
    assert "please report it" in outcome.err
    assert "Traceback" not in outcome.err
    assert outcome.out == "1 file checked, 1 could not be read: nothing found\n"
    monkeypatch.setenv("ONEFOLD_TRACEBACK", "1")
    assert "Traceback" in onefold("check").err


def test_a_fault_outside_of_any_source_is_told_the_same_way(onefold: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(_arguments: list[str]) -> int:
        raise RecursionError

    monkeypatch.setattr("onefold.tools.cli.commands.run", faulty)
    outcome = onefold("check")
    assert outcome.code == 2
    assert outcome.err.startswith("onefold: internal fault: RecursionError\n")


def test_being_interrupted_is_exit_code_130(onefold: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_arguments: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("onefold.tools.cli.commands.run", interrupted)
    outcome = onefold("check")
    assert (outcome.code, outcome.out, outcome.err) == (130, "", "")
