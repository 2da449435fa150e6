"""How much work a function does: a measure that is the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def visits(function: Callable[[], object], *packages: str) -> int:
    """How many lines of code of the packages run while the function is called, loops counted each time round."""
    count = 0

    def count_line(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return count_line

    def enter(frame: FrameType, _event: str, _argument: Any) -> Any:
        return count_line if str(frame.f_globals.get("__name__")).startswith(packages) else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        function()
    finally:
        sys.settrace(before)
    return count
