"""The tools that look at one bundle."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from onefold.kernel.values import JsonObject
from onefold.tools.functions.declare import Argument, FunctionTool, Given

if TYPE_CHECKING:
    from onefold.tools.bundle.opened import OpenedBundle

BUNDLE: Final = Argument(
    "bundle",
    ("path",),
    "Path of the bundle, relative to the workspace: a bundle document, JSON of the public contract, a workflow source, "
    "or a packed bundle.",
)


def opened(arguments: Mapping[str, Given]) -> OpenedBundle:
    """The bundle that a tool is given; an archive is read whoever signed it, since nothing of it is run."""
    from onefold.tools.bundle.arriving import open_bundle
    from onefold.tools.bundle.gates import Gate

    path = arguments[BUNDLE.name]
    assert isinstance(path, Path)  # noqa: S101 - the argument has no other form
    return open_bundle(path, Gate(allow_unsigned=True))


def _validate(arguments: Mapping[str, Given]) -> JsonObject:
    return opened(arguments).report()


def _preview(arguments: Mapping[str, Given]) -> JsonObject:
    return opened(arguments).preview().data


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
