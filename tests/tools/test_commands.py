from __future__ import annotations

import re
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
    assert outcome.err == "onefold: there is no code `nul-value`: did you mean `null-value`?; see `onefold explain`\n"
