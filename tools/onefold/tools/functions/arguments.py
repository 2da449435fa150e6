"""Check what a tool is called with: names, forms, and that paths stay in the workspace."""

from __future__ import annotations

from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, Any, Final

from onefold.frontends.texts import Refusal
from onefold.kernel.words import kind_of, listed, nearest
from onefold.tools.files import named
from onefold.tools.functions.declare import LONGEST_PATH, ToolFailure
from onefold.tools.workspace import shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onefold.kernel.values import JsonValue
    from onefold.tools.functions.declare import Argument, FunctionTool, Given

INVALID: Final = "invalid_arguments"
OUTSIDE: Final = "path_outside_workspace"
SECRET: Final = "secret_path"  # noqa: S105 - a code
_FORMS: Final = {"path": "a path", "object": "a mapping"}


def checked(tool: FunctionTool, arguments: Mapping[str, JsonValue], root: Path) -> dict[str, Given]:
    """The arguments of a call, paths as files below the absolute folder `root`. Raises `ToolFailure`."""
    known = {each.name: each for each in tool.arguments}
    for name in arguments:
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean `{near}`?" if near else f"it takes {listed(known, 'and')}"
            raise ToolFailure(INVALID, f"`{tool.name}` has no argument `{name}`: {hint}")
    missing = [each.name for each in tool.arguments if each.is_required and arguments.get(each.name) is None]
    if missing:
        raise ToolFailure(INVALID, f"`{tool.name}` needs {listed(missing, 'and')}")
    given = ((known[name], value) for name, value in arguments.items() if value is not None)
    return {argument.name: _checked(argument, value, root) for argument, value in given}


def _checked(argument: Argument, value: Any, root: Path) -> Given:  # noqa: ANN401 - whatever the caller sent
    if isinstance(value, str) and argument.is_path:
        if not 0 < len(value) <= LONGEST_PATH:
            raise ToolFailure(INVALID, f"`{argument.name}` must have 1 to {LONGEST_PATH} characters, not {len(value)}")
        return path_below(root, value, f"`{argument.name}`")
    if isinstance(value, dict) and "object" in argument.forms:
        return value
    wanted = " or ".join(_FORMS[each] for each in argument.forms)
    raise ToolFailure(INVALID, f"`{argument.name}` must be {wanted}, not {kind_of(value)}")


def path_below(root: Path, name: str, called: str) -> Path:
    """The file that a name means below `root`. Raises `ToolFailure`.

    A name means the same on every system: steps are parted by `/`, and there are no drives.
    """
    if "\0" in name or "\\" in name or PureWindowsPath(name).drive:
        reason = "it must be a relative path whose steps are parted by `/`"
        raise ToolFailure(OUTSIDE, f"{called} is `{name}`, which is refused: {reason}")
    target = named(root, root, name)
    if not isinstance(target, Refusal):
        return Path(shown(target))
    if target.code == "secret-file":
        raise ToolFailure(SECRET, f"{called} is `{name}`, which is refused: it may hold secrets")
    # What the general refusal says of a source is true of the workspace here.
    is_absolute = Path(name).is_absolute()
    reason = "it must be a path relative to the workspace" if is_absolute else str(target.arguments["reason"])
    raise ToolFailure(OUTSIDE, f"{called} is `{name}`, which is refused: {reason}")
