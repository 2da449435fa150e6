"""What decides about the outcome of a check besides all files that it reads: the programs that do it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from onefold.frontends.frontend import Frontend
from onefold.frontends.registry import FRONTENDS
from onefold.tools.cache.programs import programs


def environment(frontends: Sequence[Frontend]) -> tuple[object, ...] | None:
    """Interpreter, onefold, every installed distribution and every front-end; `None` where one cannot be told."""
    known = strangers(frontends)
    if known is None:
        return None
    try:
        return programs(known)
    except OSError:
        return None


def strangers(frontends: Sequence[Frontend]) -> tuple[str, ...] | None:
    """Where the front-ends of others come from; `None` where one cannot be told."""
    found = [_folder(each) for each in frontends if each not in FRONTENDS]
    known = tuple(each for each in found if each is not None)
    return known if len(known) == len(found) else None


def _folder(frontend: Frontend) -> str | None:
    """Where a stranger's front-end comes from."""
    module = sys.modules.get(str(getattr(frontend.read, "__module__", "")).partition(".")[0])
    file: str | None = getattr(module, "__file__", None)
    if file is None:
        return None
    return os.path.dirname(file) if os.path.basename(file).startswith("__init__.") else file  # noqa: PTH119, PTH120
