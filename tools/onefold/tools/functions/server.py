"""Serve the function tools over the Model Context Protocol, with the SDK of the protocol. Importing this needs it."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import anyio
import anyio.to_thread
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    PARSE_ERROR,
    CallToolRequestParams,
    CallToolResult,
    ErrorData,
    JSONRPCError,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from onefold.kernel.words import meant
from onefold.tools.bundle.releases import installed_version
from onefold.tools.cli.faults import in_words, report_fault
from onefold.tools.confinement import Confinement
from onefold.tools.functions.calls import LARGEST, call
from onefold.tools.functions.declare import ToolFailure
from onefold.tools.functions.outputs import output_schema
from onefold.tools.functions.tools import TOOLS
from onefold.tools.show.json import printed
from onefold.tools.witness import let_go

if TYPE_CHECKING:
    from onefold.kernel.values import JsonObject
    from onefold.tools.functions.declare import FunctionTool

_Context: TypeAlias = Any
# How printed JSON begins half of a character, and one that has two halves there.
_SURROGATE: Final = "\\ud"
_INSTRUCTIONS: Final = """\
Tools that read workflow bundles and change nothing. Paths are relative to the workspace and use `/`. A bundle that is \
not valid is answered with what is wrong with it; a call that has no answer, with an error {code, message}. \
`onefold explain CODE` says more of a code such as OF801."""


def serve(folder: Path) -> None:
    """Answer on standard output what is asked on standard input, until nobody asks or listens. Raises `OSError`."""
    let_go()  # Nothing is written here, and what was read must not be remembered for ever.
    try:
        anyio.run(_serve, Confinement.of(folder, LARGEST))
    except* BrokenPipeError:
        pass


async def _serve(confinement: Confinement) -> None:
    server = server_of(confinement)
    async with stdio_server() as (received, answers):
        await server.run(_Answering(received, answers), answers, server.create_initialization_options())


def server_of(confinement: Confinement) -> Server[Any]:
    """The server of a folder."""
    # What one call reads the next may want to read too: they come one after the other.
    turns = anyio.CapacityLimiter(1)

    async def list_tools(_context: _Context, _parameters: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_tool(each) for each in TOOLS.values()])

    async def call_tool(_context: _Context, parameters: CallToolRequestParams) -> CallToolResult:
        tool = TOOLS.get(parameters.name)
        if tool is None:
            hint = meant(parameters.name, TOOLS) or "`tools/list` lists those there are"
            raise MCPError(INVALID_PARAMS, f"there is no tool `{parameters.name}`: {hint}")
        asked = partial(_answered, tool, parameters.arguments or {}, confinement)
        return await anyio.to_thread.run_sync(asked, limiter=turns)

    return Server(
        "onefold",
        version=installed_version(),
        title="onefold",
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _tool(tool: FunctionTool) -> Tool:
    """A tool as the protocol lists it."""
    hints = {name: value for name, value in tool.annotations().items() if name.endswith("Hint")}
    return Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.arg_schema(),
        output_schema=output_schema(tool.answer),
        annotations=ToolAnnotations.model_validate({"title": tool.title, **hints}),
    )


def _answered(tool: FunctionTool, arguments: JsonObject, confinement: Confinement) -> CallToolResult:
    """The answer of a tool, or why it has none; a fault of onefold is told as one, and the server goes on."""
    try:
        return _result(call(tool, arguments, confinement))
    except ToolFailure as failure:
        return _result(failure.error(), is_error=True)
    except Exception as fault:
        report_fault(fault)
        told = ToolFailure("internal_error", f"this is a fault of onefold, please report it: {in_words(fault)}")
        return _result(told.error(), is_error=True)


def _result(data: JsonObject, *, is_error: bool = False) -> CallToolResult:
    """A result in both forms: structured, and as text for those that know no other."""
    text = printed(data)
    if _SURROGATE in text:
        # Names of files can have bytes that are no text, which cannot go over the wire.
        data = json.loads(json.dumps(data, ensure_ascii=False).encode(errors="replace"))
        text = printed(data)
    return CallToolResult(content=[TextContent(text=text)], structured_content=data, is_error=is_error)


class _Answering:
    """What a client sends. The SDK passes over what is no message of the protocol; here that is answered."""

    def __init__(self, received: Any, answers: Any) -> None:  # noqa: ANN401 - streams of the SDK
        self._received = received
        self._answers = answers

    async def receive(self) -> Any:  # noqa: ANN401 - a message of the SDK
        """The next message. Raises what the stream of the SDK raises at its end."""
        while True:
            item = await self._received.receive()
            if not isinstance(item, Exception):
                return item
            with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
                await self._answers.send(SessionMessage(JSONRPCError(jsonrpc="2.0", id=None, error=_refusal(item))))

    async def aclose(self) -> None:
        """Read no more."""
        await self._received.aclose()

    def __aiter__(self) -> _Answering:
        return self

    async def __anext__(self) -> Any:  # noqa: ANN401 - a message of the SDK
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> _Answering:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


def _refusal(fault: Exception) -> ErrorData:
    """Why a line is no message."""
    kinds = {each["type"] for each in fault.errors()} if hasattr(fault, "errors") else set()
    if "json_invalid" in kinds:
        return ErrorData(code=PARSE_ERROR, message="this line is no JSON that can be read")
    return ErrorData(code=INVALID_REQUEST, message="this line is no message of the protocol")
