"""What a function tool is: its words, its arguments and its answer, and what follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.kernel.classes import field, frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path
    from typing import Literal, TypeAlias

    from onefold.kernel.values import JsonObject, JsonValue

    Form: TypeAlias = Literal["path", "object"]
    # An argument that was checked: a path within the workspace, or what stands for the file.
    Given: TypeAlias = Path | JsonObject

# The effect on the workspace, and what a tool may do in it: all of them read files, and nothing else.
_LEVEL: Final = "read_only"
_READS: Final[Mapping[str, JsonValue]] = {"workspace": ["read_text"]}
_HINTS: Final[Mapping[str, bool]] = {
    "readOnlyHint": True,
    "destructiveHint": False,
    "idempotentHint": True,
    "openWorldHint": False,
}
LONGEST_PATH: Final = 4096
"""Characters of a path."""
_TYPES: Final[Mapping[Form, str]] = {"path": "string", "object": "object"}


@frozen
class Argument:
    """What a tool is given."""

    name: str
    forms: tuple[Form, ...]
    """What may stand there: a path, or the document itself."""
    doc: str
    is_required: bool = True

    @property
    def is_path(self) -> bool:
        """Whether it may name a file."""
        return "path" in self.forms

    def schema(self) -> dict[str, JsonValue]:
        """The JSON Schema of its values."""
        types: list[JsonValue] = [_TYPES[each] for each in self.forms]
        bounds: dict[str, JsonValue] = {"minLength": 1, "maxLength": LONGEST_PATH} if self.is_path else {}
        return {"type": types[0] if len(types) == 1 else types, **bounds, "description": self.doc}


@frozen
class FunctionTool:
    """A tool that reads documents of the workspace and answers with a JSON object."""

    name: str
    title: str
    description: str
    arguments: tuple[Argument, ...]
    answer: str
    """The definition of its answer in the schema `function-outputs`."""
    run: Callable[[Mapping[str, Given]], JsonObject] = field(repr=False)
    """Answers arguments that were checked. Raises `ToolFailure`, and whatever reading a document can raise."""

    def arg_schema(self) -> dict[str, JsonValue]:
        """The JSON Schema of all arguments together."""
        return {
            "type": "object",
            "properties": {each.name: each.schema() for each in self.arguments},
            "required": list(self._required),
            "additionalProperties": False,
        }

    def annotations(self) -> dict[str, JsonValue]:
        """What a host may rely on before it lets a model call the tool, in the members of the public contract."""
        return {
            "kind": "read",
            "side_effect_level": _LEVEL,
            "arg_schema": {
                "path_params": [each.name for each in self.arguments if each.is_path],
                "dependency_key_params": [],
                "dependency_range_params": [],
                "arg_aliases": {},
                "required": list(self._required),
            },
            "capabilities": dict(_READS),
            "emits_artifacts": False,
            "result_readers": [],
            "inline_result": True,
            **_HINTS,
        }

    def listed(self) -> dict[str, JsonValue]:
        """The tool as `onefold function-tools` lists it, in the members of the public contract."""
        return {
            "name": self.name,
            "description": self.description,
            "annotations": self.annotations(),
            "arg_schema": self.arg_schema(),
        }

    @property
    def _required(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.arguments if each.is_required)


class ToolFailure(Exception):  # noqa: N818 - it says what became of a call
    """A call that has no answer: `code` is for programs, the text says why."""

    def __init__(self, code: str, message: str, details: JsonValue = None) -> None:
        """`details` are the diagnostics where a document is at fault."""
        super().__init__(message)
        self.code = code
        self.details = details

    def error(self) -> dict[str, JsonValue]:
        """What is answered instead."""
        said: dict[str, JsonValue] = {"code": self.code, "message": str(self)}
        return said if self.details is None else {**said, "details": self.details}
