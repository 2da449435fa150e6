"""`onefold mcp`, driven by the client of the protocol's own SDK, and by somebody who sends rubbish."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from attrs import frozen
from jsonschema import Draft202012Validator
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from served_workspace import MARK, served

from onefold.tools.cli.main import main
from onefold.tools.functions.outputs import output_schema
from onefold.tools.functions.tools import TOOLS

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "onefold.tools", "mcp"]
HANDSHAKE = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
CALLS, WARM = 1000, 100
# A call that left even its arguments and its answer behind would need more than twice this.
GROWTH_KIB = 8 * 1024


def environment() -> dict[str, str]:
    parts = [str(ROOT / each) for each in ("kernel", "frontends", "grammars", "tools")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(parts)}


@frozen
class Session:
    """A client that is connected to a server of its own."""

    root: Path
    client: Client
    portal: Any
    process: int
    """Id of the server's process."""

    def call(self, name: str, arguments: dict[str, Any]) -> Any:
        return self.portal.call(self.client.call_tool, name, arguments)

    def resident(self) -> int:
        """KiB of memory that the server holds."""
        lines = Path(f"/proc/{self.process}/status").read_text().split("\n")
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@pytest.fixture(scope="module", params=["2025", "2026"])
def session(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session of each era of the protocol: with a handshake, and without."""
    folder = tmp_path_factory.mktemp("session")
    root = served(folder)
    # The server's own process id: the shell becomes the server.
    script = 'echo $$ > "$0" && exec "$@"'
    parameters = StdioServerParameters(
        command="/bin/sh",
        args=["-c", script, str(folder / "pid"), *COMMAND],
        cwd=root,
        env=environment(),
    )
    client = Client(parameters, mode="legacy" if request.param == "2025" else "auto")
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(client):
        yield Session(root, client, portal, int((folder / "pid").read_text()))


def test_exactly_the_declared_tools_are_served(session: Session) -> None:
    served_tools = session.portal.call(session.client.list_tools).tools
    assert [each.name for each in served_tools] == [*TOOLS]
    for each in served_tools:
        declared = TOOLS[each.name]
        assert (each.title, each.description) == (declared.title, declared.description)
        assert each.input_schema == declared.arg_schema()
        assert each.output_schema == output_schema(declared.answer)
        hints = each.annotations
        assert hints is not None
        said = (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint, hints.open_world_hint)
        assert said == (True, False, True, False)


def test_the_server_says_who_it_is(session: Session) -> None:
    assert session.client.server_info is not None
    assert session.client.server_info.name == "onefold"
    assert "change nothing" in str(session.client.instructions)


@pytest.mark.parametrize("name", ["workflow_bundle_validate", "workflow_bundle_preview"])
@pytest.mark.parametrize("file", ["bundle.fold.yaml", "flow.fold", "contract.json", "invalid.json"])
def test_an_answer_is_structured_and_text_at_once(session: Session, name: str, file: str) -> None:
    # The client holds what it gets against the schema that the server gave it, and raises where it does not fit.
    result = session.call(name, {"bundle": file})
    assert not result.is_error
    assert json.loads(result.content[0].text) == result.structured_content
    Draft202012Validator(output_schema(TOOLS[name].answer)).validate(result.structured_content)


ERRORS: dict[str, tuple[dict[str, Any], str]] = {
    "nothing": ({}, "invalid_arguments"),
    "a number": ({"bundle": 3}, "invalid_arguments"),
    "another argument": ({"bundle": "bundle.fold.yaml", "path": "x"}, "invalid_arguments"),
    "up": ({"bundle": "../outside/bundle.fold.yaml"}, "path_outside_workspace"),
    "absolute": ({"bundle": "/etc/passwd"}, "path_outside_workspace"),
    "a link out": ({"bundle": "linked.fold.yaml"}, "path_outside_workspace"),
    "a bundle that names a file outside": ({"bundle": "up.json"}, "invalid_source"),
    "a large file": ({"bundle": "large.json"}, "file_too_large"),
    "a pipe": ({"bundle": "fifo.json"}, "io_error"),
    "a missing file": ({"bundle": "gone.json"}, "io_error"),
}


@pytest.mark.parametrize("case", ERRORS)
@pytest.mark.parametrize("name", TOOLS)
def test_a_call_without_an_answer_is_an_error_of_the_tool(session: Session, name: str, case: str) -> None:
    arguments, code = ERRORS[case]
    if "bundle" in arguments and "patch" in TOOLS[name].arg_schema()["required"]:  # type: ignore[operator]  # a list
        arguments = {**arguments, "patch": {}}
    result = session.call(name, arguments)
    assert result.is_error
    assert result.structured_content["code"] == code
    Draft202012Validator(output_schema("failure")).validate(result.structured_content)
    assert json.loads(result.content[0].text) == result.structured_content
    assert MARK not in result.content[0].text


def test_a_tool_that_is_not_there_is_an_error_of_the_protocol(session: Session) -> None:
    with pytest.raises(MCPError, match="there is no tool `workflow_bundle_validat`: did you mean") as refusal:
        session.call("workflow_bundle_validat", {"bundle": "bundle.fold.yaml"})
    assert refusal.value.code == -32602
    with pytest.raises(MCPError):
        session.call("", {})


def test_names_that_are_no_text_are_answered(session: Session) -> None:
    odd = os.fsencode(session.root / "odd-") + b"\xff"
    os.mkdir(odd)  # noqa: PTH102 - a name that is no text
    try:
        shutil.copy(session.root / "broken.fold.yaml", odd + b"/x.fold.yaml")
        assert session.call("workflow_bundle_validate", {"bundle": "odd-\ufffd/x.fold.yaml"}).is_error
    finally:
        shutil.rmtree(odd)


def test_calls_at_once_are_all_answered(session: Session) -> None:
    files = ["bundle.fold.yaml", "contract.json", "gone.json"] * 4
    futures = [
        session.portal.start_task_soon(session.client.call_tool, [*TOOLS][0], {"bundle": each}) for each in files
    ]
    assert [each.result(60).is_error for each in futures] == [False, False, True] * 4


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the memory of a process is told by /proc")
def test_a_thousand_calls_do_not_make_the_server_grow(session: Session) -> None:
    flow = (session.root / "flow.fold").read_text()
    before = 0
    for turn in range(CALLS):
        if turn == WARM:
            before = session.resident()
        # What is remembered of a document must not be kept with the next.
        (session.root / "turn.fold").write_text(flow.replace("Mend", f"Mend {turn}").replace("mend", f"mend{turn}"))
        file = ("turn.fold", f"../turn{turn}.fold", f"gone{turn}.fold", "invalid.json")[turn % 4]
        result = session.call([*TOOLS][turn % 2], {"bundle": file})
        assert result.is_error == (turn % 4 in (1, 2))
    assert session.resident() - before < GROWTH_KIB


def test_a_session_as_it_goes_over_the_wire(session: Session, snapshot: Any) -> None:
    """What a reader of the protocol sees: both sides of one session."""
    if session.client.protocol_version >= "2026":
        pytest.skip("one transcript is enough")
    with raw(session.root) as wire:
        for message in TRANSCRIPT:
            wire.say({"jsonrpc": "2.0", **message})
        assert wire.transcript() == snapshot


TRANSCRIPT: list[dict[str, Any]] = []
"""Filled in below, a request each."""
