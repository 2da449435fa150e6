"""The function tools there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.tools.functions.bundles import CEILING, PREVIEW, VALIDATE
from onefold.tools.functions.patches import VALIDATE_PATCH

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onefold.tools.functions.declare import FunctionTool

TOOLS: Final[Mapping[str, FunctionTool]] = {each.name: each for each in (VALIDATE, PREVIEW, CEILING, VALIDATE_PATCH)}
"""By name, in the order in which they are listed."""
