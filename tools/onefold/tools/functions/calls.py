"""Call a function tool: arguments checked, files confined to the workspace, and every fault told in the same form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.tools.bundle.compression import LARGEST_FILE
from onefold.tools.bundle.refusal import Refused
from onefold.tools.compiling import UnknownFormat
from onefold.tools.confinement import Outside, TooLarge, confined
from onefold.tools.documents import Unusable
from onefold.tools.functions.arguments import OUTSIDE, checked
from onefold.tools.functions.declare import ToolFailure
from onefold.tools.show.json import diagnostic_object
from onefold.tools.workspace import BrokenConfiguration

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onefold.kernel.values import JsonObject, JsonValue
    from onefold.tools.confinement import Confinement
    from onefold.tools.functions.declare import FunctionTool

LARGEST: Final = LARGEST_FILE
"""Bytes of a file that a tool may read; a larger one is refused before a byte of it is read."""


def call(tool: FunctionTool, arguments: Mapping[str, JsonValue], confinement: Confinement) -> JsonObject:
    """What a tool answers. Raises `ToolFailure`, and nothing else but for faults of onefold itself."""
    with confined(confinement):
        try:
            return tool.run(checked(tool, arguments, confinement.root))
        except (Unusable, BrokenConfiguration) as fault:
            raise _of_document(fault) from None
        except Refused as refused:
            raise ToolFailure(refused.code, refused.message) from None
        except UnknownFormat as unknown:
            raise ToolFailure("unknown_format", str(unknown)) from None
        except OSError as error:
            raise _of_file(error) from None


def _of_document(fault: Unusable | BrokenConfiguration) -> ToolFailure:
    details: list[JsonValue] = [diagnostic_object(each) for each in fault.diagnostics]
    if isinstance(fault, Unusable):
        return ToolFailure("invalid_source", str(fault), details or None)
    return ToolFailure("broken_configuration", f"`{fault.path}` has errors", details)


def _of_file(error: OSError) -> ToolFailure:
    codes = {Outside: OUTSIDE, TooLarge: "file_too_large"}
    reason = (error.strerror or str(error)).lower()
    where = f"cannot read `{error.filename}`: " if error.filename is not None else "cannot go on: "
    return ToolFailure(codes.get(type(error), "io_error"), f"{where}{reason}")
