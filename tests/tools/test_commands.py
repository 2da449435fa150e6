from __future__ import annotations

import re
from errno import EACCES
from pathlib import Path
from typing import Any

import pytest

from onefold.tools.cli.commands import COMMANDS, PLUMBING


def test_the_overview_names_every_command(onefold: Any) -> None:
    outcome = onefold("--help")
    assert outcome.code == 0
    for name, summary in COMMANDS.items():
        assert re.search(rf"^  {name} +{summary}$", outcome.out, re.MULTILINE)


def test_without_a_command_the_overview_is_a_usage_error(onefold: Any) -> None:
    outcome = onefold()
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == onefold("--help").out


@pytest.mark.parametrize("name", [*COMMANDS, *PLUMBING])
def test_every_command_has_help_with_an_example(onefold: Any, name: str) -> None:
    outcome = onefold(name, "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert "Example:\n  " in outcome.out
    assert f"onefold {name}" in outcome.out.partition("Example:")[2]


def test_what_ends_its_options_and_names_nothing_does_nothing(onefold: Any) -> None:
    for name in ("check", "hash", "golden"):
        outcome = onefold(name, "--")
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err == f"onefold: nothing is named after `--`; see `onefold {name} --help`\n"


@pytest.mark.parametrize("columns", [50, 80, 200])
@pytest.mark.parametrize("name", [*COMMANDS, *PLUMBING])
def test_help_is_as_wide_as_the_terminal(
    onefold: Any, monkeypatch: pytest.MonkeyPatch, name: str, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    told = onefold(name, "--help").out.partition("Example:")[0].partition("positional arguments:")[0]
    lines = told.partition("\n\n")[2].splitlines()
    assert lines
    assert all(len(line) <= columns for line in lines)


PATHS = [
    *([each, ""] for each in ("check", "hash", "compile", "fmt", "golden", "graph", "record", "freeze", "thaw")),
    *([each, "--check", "a.fold", ""] for each in ("fmt", "golden", "freeze")),
    *(["diff", "", "a.fold"], ["breaking", "a.fold", ""], ["workflows", "list", ""], ["manifest", "diff", "", ""]),
    *(["bundle", "validate", ""], ["bundle", "pack", "", "-o", "x"], ["eval", ""]),
]


@pytest.mark.parametrize("arguments", PATHS)
def test_an_empty_variable_of_a_script_is_not_the_current_folder(onefold: Any, arguments: list[str]) -> None:
    outcome = onefold(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert ": the path is empty; see `onefold " in outcome.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["compile", "a.fold.yaml", "-o", "gone/x"],
        ["bundle", "pack", "a.fold.yaml", "-o", "gone/x"],
        ["bundle", "run", "a.fold.yaml", "--receipt-out", "gone/x"],
        ["bundle", "preview", "a.fold.yaml", "--html", "gone/x"],
        ["bundle", "keygen", "gone/x"],
    ],
)
def test_what_cannot_be_written_is_called_as_it_was_named(onefold: Any, arguments: list[str]) -> None:
    onefold("init", "a")
    outcome = onefold(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "onefold: cannot write `gone/x`: no such file or directory\n"


@pytest.mark.parametrize("command", ["check", "golden", "fsck"])
def test_a_folder_that_is_gone_is_told_of(onefold: Any, folder: Path, command: str) -> None:
    folder.rmdir()
    assert onefold(command).err == "onefold: cannot go on: the current folder is no longer there\n"


@pytest.mark.parametrize("arguments", [["golden"], ["record", "a.fold.yaml"]])
def test_what_is_in_the_way_of_a_folder_is_called_from_the_current_one(
    onefold: Any, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    def refuse(path: Path, *_arguments: object, **_settings: object) -> None:
        raise PermissionError(EACCES, "Permission denied", str(path))

    onefold("init", "a")
    monkeypatch.setattr(Path, "mkdir", refuse)
    outcome = onefold(*arguments)
    name = "golden" if arguments == ["golden"] else ".onefold"
    assert (outcome.code, outcome.err) == (2, f"onefold: cannot use `{name}`: permission denied\n")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["bundle", "validate", "a", "--jsno"], "there is no option `--jsno`: did you mean `--json`?"),
        (["patch", "validate", "--bundle", "a", "--patch", "b", "--bsae=x"], "`--bsae`: did you mean `--base`?"),
        (["eval", "a", "--model-comand", "b"], "there is no option `--model-comand`: did you mean `--model-command`?"),
    ],
)
def test_an_unknown_option_names_the_nearest(onefold: Any, arguments: list[str], reason: str) -> None:
    outcome = onefold(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert reason in outcome.err


def test_an_unknown_command_names_the_nearest(onefold: Any) -> None:
    outcome = onefold("chek")
    assert outcome.code == 2
    assert outcome.err == "onefold: there is no command `chek`: did you mean `check`?\n"
    assert onefold("\x1b[31m").err == "onefold: there is no command `\\u{1b}[31m`; see `onefold --help`\n"


def test_the_version_is_told(onefold: Any) -> None:
    assert re.fullmatch(r"onefold .+\n", onefold("--version").out)
    assert onefold("-V") == onefold("--version")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_knows_commands_and_options(onefold: Any, shell: str) -> None:
    outcome = onefold("completion", shell)
    assert outcome.code == 0
    for word in (*COMMANDS, "stdin-filename", "concise", "quiet", "out-dir"):
        assert word in outcome.out


def test_wherever_a_path_may_stand_names_of_files_are_completed(onefold: Any) -> None:
    script = onefold("completion", "bash").out
    for place in (
        "check_pos_0_",
        "diff_pos_0_",
        "diff_pos_1_",
        "eval_pos_0_",
        "bundle_pack_pos_0_",
        "manifest_diff_pos_1_",
    ):
        assert f"\n_shtab_onefold_{place}COMPGEN=_shtab_compgen_files\n" in script


def test_a_page_is_shown_by_id_in_any_case_and_by_name(onefold: Any) -> None:
    outcome = onefold("explain", "OF204")
    assert outcome.code == 0
    assert outcome.out.startswith("error[OF204] null-value\n\nNull stands where something must be.\n")
    assert "Instead\n-------\n\n    onefold: 1\n" in outcome.out
    assert (
        onefold("explain", "of204") == onefold("explain", "null-value") == onefold("explain", "null_value") == outcome
    )


def test_a_page_of_a_rule_of_the_kernel_is_shown(onefold: Any) -> None:
    assert onefold("explain", "unknown-step").out.startswith("error[OF301] unknown-step\n")


def test_without_a_code_all_are_listed_in_order(onefold: Any) -> None:
    lines = onefold("explain").out.splitlines()
    ids = [line.partition(" ")[0] for line in lines]
    assert ids == sorted(set(ids))
    assert any(
        re.fullmatch(r"OF204  error    null-value +Null stands where something must be\.", each) for each in lines
    )


def test_the_beginning_of_an_id_lists_those_that_begin_so(onefold: Any) -> None:
    lines = onefold("explain", "of2").out.splitlines()
    assert lines
    assert all(line.startswith("OF2") for line in lines)


def test_an_unknown_code_names_the_nearest(onefold: Any) -> None:
    outcome = onefold("explain", "nul-value")
    assert outcome.code == 2
    assert outcome.err == "onefold: there is no code `nul-value`: did you mean `null-value`? See `onefold explain`.\n"
