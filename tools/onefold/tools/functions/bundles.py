"""The tools that look at one bundle."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from onefold.tools.bundle.gates import Gate
from onefold.tools.functions.declare import Argument, FunctionTool, ToolFailure
from onefold.tools.show.json import diagnostic_object

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onefold.kernel.values import JsonObject
    from onefold.tools.bundle.opened import OpenedBundle
    from onefold.tools.functions.declare import Given

BUNDLE: Final = Argument(
    "bundle",
    ("path",),
    "Path of the bundle, relative to the workspace: a bundle document, JSON of the public contract, a workflow source, "
    "or a packed bundle.",
)

# Nothing of an archive is run here, so it does not matter who signed it.
_ANYBODY: Final = Gate(allow_unsigned=True)


def opened(arguments: Mapping[str, Given], *, is_shown: bool = False) -> OpenedBundle:
    """The bundle that a tool is given; what `is_shown` only may have fields that cannot be read."""
    from onefold.tools.bundle.arriving import open_bundle

    return open_bundle(_path(arguments), _ANYBODY, is_shown=is_shown)


def _path(arguments: Mapping[str, Given]) -> Path:
    path = arguments[BUNDLE.name]
    assert isinstance(path, Path)  # noqa: S101 - the argument has no other form
    return path


def _validate(arguments: Mapping[str, Given]) -> JsonObject:
    return opened(arguments).report()


def _preview(arguments: Mapping[str, Given]) -> JsonObject:
    return opened(arguments, is_shown=True).preview().data


def _ceiling(arguments: Mapping[str, Given]) -> JsonObject:
    from onefold.tools.bundle.requests import read_request

    asked = read_request(_path(arguments), _ANYBODY)
    if asked.bundle is not None and not asked.bundle.is_valid:
        errors = [diagnostic_object(each) for each in asked.bundle.diagnostics if each.severity == "error"]
        raise ToolFailure(
            "invalid_bundle", f"`{asked.bundle.path}` has errors, and nobody can say what it asks for", errors
        )
    return {
        "target_kind": asked.kind,
        "target_label": asked.label,
        "policy": asked.policy(),
        "ceiling": asked.document(),
        "unknown": list(asked.unknown),
    }


VALIDATE: Final = FunctionTool(
    "workflow_bundle_validate",
    "Validate a workflow bundle",
    "Report what is wrong with a bundle: every error and warning with its code, place and node, and the digests of "
    "the graph and the bundle. Reads the bundle and the files that it names; changes nothing.",
    (BUNDLE,),
    "validation",
    _validate,
)
PREVIEW: Final = FunctionTool(
    "workflow_bundle_preview",
    "Preview a workflow bundle",
    "Show what a bundle will do: its nodes and edges, triggers, connectors, environment and policy, the fields to "
    "edit, one digest for each concern, and the graph as Mermaid text; also where it is not valid. Reads the "
    "bundle and the files that it names; changes nothing.",
    (BUNDLE,),
    "preview",
    _preview,
)
CEILING: Final = FunctionTool(
    "workflow_bundle_capability_ceiling",
    "Show what a workflow bundle asks for",
    "Show the most that a bundle may do when it runs: tools, capabilities, folders, side effects, autonomy, "
    "connectors, command gates, models and budgets, sub-workflows included; as a ceiling that can be kept, and as the "
    "policy of the public contract. Reads the bundle and the files that it names; changes nothing.",
    (BUNDLE,),
    "request",
    _ceiling,
)
