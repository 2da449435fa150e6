"""Plain arguments are read as argparse reads them, or left to it."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onefold.tools.cli.commands import COMMANDS, parser_of
from onefold.tools.cli.plain_arguments import plainly_parsed

WORDS = (
    *("a.fold", "b c", "-", "", "x", "0", "3", "-1", "--", "--strict", "--strict=1", "--stri", "-x", "--fix", "-q"),
    *("--jobs", "--jobs=3", "--jobs=0", "--no-cache", "--select", "--select=OF2", "--ignore", "OF1,OF2", "--format"),
    *(
        "json",
        "--format=xml",
        "--from",
        "yaml",
        "--stdin-filename=",
        "--help",
        "--quiet",
        "--unknown",
        "--to",
        "--check",
    ),
)


def module_of(command: str) -> Any:
    return import_module(f"onefold.tools.cli.{command.replace('-', '_')}")


FLAT = [name for name in COMMANDS if not getattr(module_of(name), "HAS_SUBCOMMANDS", False)]


def by_argparse(command: str, arguments: list[str]) -> dict[str, Any] | None:
    parser = parser_of(command)
    with redirect_stderr(io.StringIO()), redirect_stdout(io.StringIO()):
        try:
            found = vars(parser.parse_intermixed_args(arguments))
        except SystemExit:
            return None
    return {name: value for name, value in found.items() if name != "run"}


@pytest.mark.parametrize("command", FLAT)
@given(arguments=st.lists(st.sampled_from(WORDS), max_size=5))
def test_what_is_read_plainly_is_what_argparse_reads(command: str, arguments: list[str]) -> None:
    found = plainly_parsed(module_of(command).arguments, arguments)
    if found is not None:
        assert vars(found) == by_argparse(command, arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["a.fold"],
        ["--strict", "a.fold", "--jobs", "2", "b.fold"],
        ["--select=OF2", "--select", "OF3", "--no-cache"],
    ],
)
def test_the_usual_arguments_of_a_check_are_plain(arguments: list[str]) -> None:
    found = plainly_parsed(module_of("check").arguments, arguments)
    assert found is not None
    assert vars(found) == by_argparse("check", arguments)
