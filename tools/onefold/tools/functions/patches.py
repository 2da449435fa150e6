"""The tool that holds a patch against a bundle."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from onefold.tools.functions.bundles import BUNDLE, opened
from onefold.tools.functions.declare import Argument, FunctionTool

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onefold.frontends.compile import Document
    from onefold.frontends.frontend import Frontend, Limits
    from onefold.kernel.values import JsonObject
    from onefold.tools.functions.declare import Given

_PATCH: Final = Argument(
    "patch",
    ("object", "path"),
    "The patch, or its path relative to the workspace: a document `patch: ID` with `base` and `operations`, or patch "
    "JSON of the public contract.",
)
_PARENT: Final = Argument(
    "parent_ceiling",
    ("object", "path"),
    "The most that the patched bundle may ask for, or its path: a document `ceiling: ID`, or policy JSON of the public "
    "contract. When left out, the patched bundle is compared with the bundle as it is.",
    is_required=False,
)


def _validate(arguments: Mapping[str, Given]) -> JsonObject:
    from onefold.tools.bundle.ceilings import ceiling_in
    from onefold.tools.patch.judging import judge_patch
    from onefold.tools.patch.reading import patch_in

    patch = patch_in(*_read(arguments[_PATCH.name], _PATCH))
    parent = arguments.get(_PARENT.name)
    ceiling = None if parent is None else ceiling_in(*_read(parent, _PARENT)).ceiling
    return judge_patch(patch, opened(arguments), ceiling).report.data()


def _read(given: Given, argument: Argument) -> tuple[Path, Document, Frontend, Limits]:
    """A document from a file, or the one that was sent in its place."""
    from onefold.tools.bundle.ceilings import plain_of
    from onefold.tools.documents import read_plain

    if isinstance(given, Path):
        return given, *read_plain(given)
    return Path(argument.name), *plain_of(given, argument.name)


VALIDATE_PATCH: Final = FunctionTool(
    "workflow_patch_validate",
    "Validate a patch of a workflow bundle",
    "Hold a patch against a bundle without applying it: whether every operation applies, whether the patched bundle is "
    "valid, how its graph differs, and whether it asks for more than it may. Reads the bundle, the patch, the ceiling "
    "and the files that they name; changes nothing.",
    (BUNDLE, _PATCH, _PARENT),
    "patch_report",
    _validate,
)
