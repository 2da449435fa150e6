"""A program that changes what it got of one workflow changes no other."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from onefold.frontends.registry import FRONTENDS

DOCUMENT: dict[str, Any] = {
    "onefold": 1,
    "workflow": "w",
    "steps": {
        "a": {
            "kind": "model",
            "prompt": "hi",
            "output": {"type": "object", "properties": {"b": {"type": "string"}}},
            "retry": {"attempts": 2, "initial": "2s"},
        },
        "c": {"kind": "tool", "tool": "t.run", "args": {"d": [1, 2]}, "timeout": "1s"},
    },
    "transitions": [{"from": "a", "to": "c"}],
}
# The interpreter is a new one: in that of the tests documents have parts in common, as in commands.
PROGRAM = """
import json, sys
from onefold.api import compile
for form, text in json.load(sys.stdin):
    first = compile(text, format=form)
    first.ir.steps["a"].output["properties"]["b"]["type"] = "integer"
    first.ir.steps["c"].args.value["d"].append(3)
    second = compile(text, format=form)
    print(first.version, second.version, json.dumps([second.ir.steps["a"].output, second.ir.steps["c"].args.value]))
"""


def test_what_is_done_to_one_workflow_is_not_done_to_the_next() -> None:
    texts = [(each.name, each.print(DOCUMENT)) for each in FRONTENDS if each.print is not None]
    assert len(texts) == len(FRONTENDS)
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], input=json.dumps(texts), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    steps = DOCUMENT["steps"]
    for line in run.stdout.splitlines():
        first, second, values = line.split(" ", 2)
        assert first == second
        assert json.loads(values) == [steps["a"]["output"], steps["c"]["args"]]
