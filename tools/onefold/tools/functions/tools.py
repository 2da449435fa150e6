"""The function tools there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from onefold.tools.functions.bundles import CEILING, PREVIEW, VALIDATE
from onefold.tools.functions.declare import FunctionTool
from onefold.tools.functions.patches import VALIDATE_PATCH

TOOLS: Final[Mapping[str, FunctionTool]] = {each.name: each for each in (VALIDATE, PREVIEW, CEILING, VALIDATE_PATCH)}
"""By name, in the order in which they are listed."""
