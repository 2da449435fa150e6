"""`onefold mcp`, driven by the client of the protocol's own SDK, and by somebody who sends rubbish."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from attrs import frozen
from jsonschema import Draft202012Validator
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from patch_documents import add, contract_patch, insert
from served_workspace import MARK, served

from onefold.tools.confinement import Confinement
from onefold.tools.functions.calls import LARGEST
from onefold.tools.functions.outputs import output_schema
from onefold.tools.functions.tools import TOOLS

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "onefold.tools", "mcp"]
HANDSHAKE = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
CALLS, WARM, STRETCH = 1000, 100, 300
# A server that keeps every bundle that it opened grows by 2 MiB in each stretch of calls. A table of the interpreter,
# such as that of its interned strings, may double in one of them (by 1.9 MiB), so the least growth counts.
GROWTH_KIB = 512
LONG = "word " * 4000


def environment() -> dict[str, str]:
    parts = [str(ROOT / each) for each in ("kernel", "frontends", "grammars", "tools")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(parts)}


@frozen
class Session:
    """A client that is connected to a server of its own."""

    root: Path
    client: Client
    portal: Any

    def call(self, name: str, arguments: dict[str, Any]) -> Any:
        return self.portal.call(self.client.call_tool, name, arguments)


@pytest.fixture(scope="module", params=["2025", "2026"])
def session(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session of each era of the protocol: with a handshake, and without."""
    root = served(tmp_path_factory.mktemp("session"))
    parameters = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], cwd=root, env=environment())
    client = Client(parameters, mode="legacy" if request.param == "2025" else "auto")
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(client):
        yield Session(root, client, portal)


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
    "what cannot be read": ({"bundle": "broken.fold.yaml"}, "invalid_source"),
    "a large file": ({"bundle": "large.json"}, "file_too_large"),
    "a pipe": ({"bundle": "fifo.json"}, "io_error"),
    "a missing file": ({"bundle": "gone.json"}, "io_error"),
}


@pytest.mark.parametrize("case", ERRORS)
@pytest.mark.parametrize("name", TOOLS)
def test_a_call_without_an_answer_is_an_error_of_the_tool(session: Session, name: str, case: str) -> None:
    arguments, code = ERRORS[case]
    if "bundle" in arguments and "patch" in TOOLS[name].arg_schema()["required"]:  # type: ignore[operator]  # a list
        arguments = {**arguments, "patch": contract_patch(insert("new"))}
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


def test_calls_at_once_are_all_answered(session: Session) -> None:
    files = ["bundle.fold.yaml", "contract.json", "gone.json"] * 4
    futures = [
        session.portal.start_task_soon(session.client.call_tool, next(iter(TOOLS)), {"bundle": each}) for each in files
    ]
    assert [each.result(60).is_error for each in futures] == [False, False, True] * 4


@frozen
class Wire:
    """A server that is spoken to line by line."""

    process: subprocess.Popen[bytes]
    told: list[str]
    """What went over the wire, made readable."""

    def send(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        message: dict[str, Any] = json.loads(self.process.stdout.readline())
        return message

    def ask(self, **message: Any) -> dict[str, Any]:
        said = {"jsonrpc": "2.0", **message}
        self.told.append(f"> {json.dumps(said, indent=2)}")
        self.send(json.dumps(said).encode())
        if "id" not in message:
            return {}
        answer = self.receive()
        self.told.append(f"< {json.dumps(_plain(answer), indent=2)}")
        return answer


def _plain(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without the version of onefold, and without what would make it too long to be read.

    Other tests hold the schemas against those that are published, and graphs against those that commands print.
    """
    plain = deepcopy(answer)
    result = plain.get("result", {})
    if "serverInfo" in result:
        result["serverInfo"]["version"] = "*"
    for tool in result.get("tools", ()):
        assert tool["outputSchema"] == output_schema(TOOLS[tool["name"]].answer)
        tool["outputSchema"] = "as published"
    if "structuredContent" in result:
        (block,) = result["content"]
        assert json.loads(block["text"]) == result["structuredContent"]
        block["text"] = "the structured content as text"
        for name in ("graph", "graph_export"):
            if name in result["structuredContent"]:
                result["structuredContent"][name] = "as in the preview"
    return plain


@contextmanager
def wire(root: Path) -> Iterator[Wire]:
    """A server without a client. When nobody asks any more it ends, in order and in silence."""
    process = subprocess.Popen(
        COMMAND, cwd=root, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with process:
        try:
            yield Wire(process, [])
            out, err = process.communicate(timeout=30)
            assert (process.returncode, out, err) == (0, b"", b"")
        finally:
            process.kill()


def test_a_session_as_it_goes_over_the_wire(tmp_path: Path, snapshot: Any) -> None:
    root = served(tmp_path)
    with wire(root) as server:
        server.ask(id=1, method="initialize", params=HANDSHAKE)
        server.ask(method="notifications/initialized")
        server.ask(id=2, method="tools/list")
        for number, (name, arguments) in enumerate(CONVERSATION, 3):
            server.ask(id=number, method="tools/call", params={"name": name, "arguments": arguments})
        assert "\n".join(server.told) == snapshot


CONVERSATION: list[tuple[str, dict[str, Any]]] = [
    ("workflow_bundle_validate", {"bundle": "invalid.json"}),
    ("workflow_bundle_preview", {"bundle": "prompted.fold.json"}),
    ("workflow_bundle_capability_ceiling", {"bundle": "bundle.fold.yaml"}),
    ("workflow_patch_validate", {"bundle": "contract.json", "patch": contract_patch(insert("new"), add("a", "new"))}),
    ("workflow_bundle_validate", {"bundle": "linked.fold.yaml"}),
]
CALL = {"jsonrpc": "2.0", "id": 7, "method": "tools/call"}
RUBBISH: dict[str, tuple[bytes, int]] = {
    "no JSON": (b"{nonsense", -32700),
    "an empty line": (b"", -32700),
    "no UTF-8": (b'"\xff\xfe"', -32600),
    "no message": (b"null", -32600),
    "a list": (b"[]", -32600),
    "a batch": (b'[{"jsonrpc": "2.0", "id": 5, "method": "ping"}]', -32600),
    "another protocol": (b'{"jsonrpc": "1.0", "id": 1, "method": "ping"}', -32600),
    "endless nesting": (b"[" * 100_000, -32700),
    "half a character": (b'{"jsonrpc": "2.0", "id": 1, "method": "\\ud800"}', -32700),
    "a long line": (b"x" * 5_000_000, -32700),
    "an unknown method": (json.dumps({**CALL, "method": "tools/drop"}).encode(), -32601),
    "a call of nothing": (json.dumps(CALL).encode(), -32602),
    "a call of a number": (json.dumps({**CALL, "params": {"name": 7}}).encode(), -32602),
    "a list of arguments": (
        json.dumps({**CALL, "params": {"name": "workflow_bundle_validate", "arguments": ["x"]}}).encode(),
        -32602,
    ),
    "an unknown tool": (json.dumps({**CALL, "params": {"name": "rm", "arguments": {}}}).encode(), -32602),
}


def test_rubbish_is_answered_with_errors_and_the_server_goes_on(tmp_path: Path) -> None:
    root = served(tmp_path)
    with wire(root) as server:
        server.send(RUBBISH["no JSON"][0])
        assert server.receive()["error"]["code"] == -32700
        server.ask(id=1, method="initialize", params=HANDSHAKE)
        server.ask(method="notifications/initialized")
        for case, (line, code) in RUBBISH.items():
            server.send(line)
            assert server.receive()["error"]["code"] == code, case
        call = {"name": "workflow_bundle_validate", "arguments": {"bundle": "contract.json"}}
        assert server.ask(id=2, method="tools/call", params=call)["result"]["structuredContent"]["valid"]


def test_what_is_no_text_is_answered_all_the_same() -> None:
    from onefold.tools.functions.server import _result

    for word in ("größe", "\U000e0041", "\\ud800"):
        result = _result({"path": "odd-\udcff", "word": word})
        said = json.loads(result.model_dump_json())
        assert said["structured_content"] == {"path": "odd-?", "word": word}
        assert json.loads(said["content"][0]["text"]) == said["structured_content"]


def test_a_fault_of_onefold_is_told_as_one_and_the_server_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    from onefold.tools.functions import server

    def fail(*_: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr(server, "call", fail)
    result = server._answered(TOOLS["workflow_bundle_validate"], {}, Confinement.of(tmp_path, LARGEST))
    assert result.is_error
    assert result.structured_content is not None
    assert result.structured_content["code"] == "internal_error"
    assert result.structured_content["message"].endswith("please report it: RecursionError: too deep")
    assert capfd.readouterr().err.startswith("onefold: internal fault: RecursionError: too deep\n")


def resident(process: int) -> int:
    """KiB of memory that a process holds."""
    lines = Path(f"/proc/{process}/status").read_text().split("\n")
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the memory of a process is told by /proc")
def test_a_thousand_calls_do_not_make_the_server_grow(tmp_path: Path) -> None:
    root = served(tmp_path)
    flow = (root / "prompted.fold.json").read_text()
    held = []
    with wire(root) as server:
        server.ask(id=1, method="initialize", params=HANDSHAKE)
        for turn in range(CALLS):
            if turn % STRETCH == WARM:
                held.append(resident(server.process.pid))
            # What is remembered of a document must not be kept with the next.
            changed = flow.replace("hello", f"hello {turn} {LONG}").replace('"a"', f'"a{turn}"')
            (root / "turn.fold.json").write_text(changed)
            file = ("turn.fold.json", f"../turn{turn}.fold", f"gone{turn}.fold", "contract.json")[turn % 4]
            call = {"name": [*TOOLS][turn % 12 // 4], "arguments": {"bundle": file}}
            server.send(json.dumps({**CALL, "id": turn, "params": call}).encode())
            assert server.receive()["result"]["isError"] == (turn % 4 in (1, 2))
        held.append(resident(server.process.pid))
    growths = [after - before for before, after in pairwise(held)]
    assert len(growths) == (CALLS - WARM) // STRETCH
    assert min(growths) < GROWTH_KIB, growths


def test_an_interrupted_server_ends_at_once(tmp_path: Path) -> None:
    with wire(served(tmp_path)) as server:
        server.ask(id=1, method="initialize", params=HANDSHAKE)
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(timeout=30) == 130
        server.process.returncode = 0  # the rest is as after any other end


def test_nobody_listening_is_no_fault(tmp_path: Path) -> None:
    process = subprocess.Popen(
        COMMAND, cwd=tmp_path, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write(b"{}\n{}\n")
        process.stdin.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 0


def test_a_root_that_cannot_be_served_is_told_of(onefold: Any, folder: Path) -> None:
    (folder / "file").write_text("")
    outcome = onefold("mcp", "--root", "gone")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "onefold: cannot serve `gone`: no such file or directory\n"
    assert onefold("mcp", "--root", "file").err == "onefold: cannot serve `file`: not a directory\n"


def test_without_the_sdk_the_command_says_what_brings_it(onefold: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in sys.modules if each.split(".")[0] in ("mcp", "mcp_types", "anyio")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "onefold.tools.functions.server", raising=False)
    monkeypatch.setitem(sys.modules, "mcp", None)
    outcome = onefold("mcp")
    assert (outcome.code, outcome.out) == (2, "")
    assert "`pip install 'onefold[mcp]'` brings it" in outcome.err
    assert onefold("function-tools").code == 0
