"""What the API gives away may be changed by its caller: no other document of the process notices."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from onefold import api
from onefold.frontends.registry import FRONTENDS, named
from onefold.kernel.ir.nodes import SubWorkflow, Tool

DOCUMENT: dict[str, Any] = {
    "onefold": 1,
    "workflow": "w",
    "inputs": {"type": "object", "properties": {"topic": {"type": "string"}}},
    "outputs": {"type": "object", "properties": {"found": {"type": "string"}}},
    "meta": {"owner": {"teams": ["a"]}},
    "steps": {
        "look": {
            "kind": "tool",
            "tool": "github.look",
            "args": {"state": "open", "labels": ["a", "b"]},
            "tools": {"allow": ["github.look", "github.read"]},
            "verify": [{"use": "sound"}, {"use": "long", "with": {"least": [1, 2]}}],
            "retry": {"attempts": 2, "jitter": True},
            "timeout": "30s",
            "output": {"type": "object", "properties": {"found": {"type": "string"}}, "required": ["found"]},
        },
        "run": {"kind": "subworkflow", "workflow": "other", "version": "main", "timeout": "30s"},
    },
    "transitions": [{"from": "look", "to": "run"}],
}
FORMATS = ["yaml", "toml", "json", "fold"]


def _written(name: str) -> str:
    frontend = named(FRONTENDS, name)
    assert frontend is not None
    assert frontend.print is not None
    return frontend.print(DOCUMENT)


def _change(value: Any) -> None:
    """Put something into every mapping and list."""
    if isinstance(value, dict):
        for each in value.values():
            _change(each)
        value["changed"] = 1
    elif isinstance(value, list):
        for each in value:
            _change(each)
        value.append("changed")


@pytest.mark.parametrize("name", FORMATS)
def test_who_changes_a_value_that_was_read_changes_no_other(name: str) -> None:
    text = _written(name)
    first: Any = api.read(text, format=name)
    version = api.compile(text, format=name).version
    _change(first)
    assert "changed" not in repr(api.read(text, format=name))
    assert api.compile(text, format=name).version == version


@pytest.mark.parametrize("name", FORMATS)
def test_who_changes_a_workflow_that_was_compiled_changes_no_other(name: str) -> None:
    text = _written(name)
    first = api.compile(text, format=name)
    expected = first.version, first.canonical
    look, run = first.ir.steps["look"], first.ir.steps["run"]
    assert isinstance(look, Tool)
    assert isinstance(run, SubWorkflow)
    for each in (first.ir.inputs, first.ir.outputs, look.args.value, look.output, run.arguments.value):
        _change(each)
    for verifier in look.verify:
        _change(verifier.arguments.value)
    again = api.compile(text, format=name)
    assert "changed" not in repr(again.ir)
    assert (again.version, again.canonical) == expected


def test_a_compiled_workflow_is_the_same_in_memory_of_its_own() -> None:
    first, second = (api.compile(_written("fold"), format="fold") for _ in range(2))
    assert first.ir == second.ir
    assert api.diff(first, second) == api.diff(first.ir, first)
    assert first.ir.steps["look"].output is not second.ir.steps["look"].output


LIBRARY = "import onefold.api"
COMMAND = """
import os, sys
leave = os._exit
sys.argv, os._exit = ["onefold", "--version"], lambda code: (told(), leave(code))
from onefold.tools.start import start
start()
"""


@pytest.mark.parametrize(("program", "are_shared"), [(LIBRARY, False), (COMMAND, True)])
def test_only_commands_let_documents_have_parts_in_common(program: str, are_shared: bool) -> None:
    telling = (
        "from onefold.kernel.remembered import are_parts_shared\n"
        "told = lambda: print(are_parts_shared(), flush=True)\n"
        f"{program}\n"
        "told()"
    )
    run = subprocess.run([sys.executable, "-c", telling], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == str(are_shared)
