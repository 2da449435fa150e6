"""Where onefold may keep what it can do without: the cache folder of the user."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_folder() -> Path | None:
    """The folder, which may not be there yet; `None` where the system tells of no place.

    `XDG_CACHE_HOME` counts on every platform. A relative one does not, as its specification says.
    """
    chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not chosen.is_absolute():
        chosen = _usual()
    return chosen / "onefold" if chosen.is_absolute() else None


def _usual() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", ""))
    return Path("~/Library/Caches" if sys.platform == "darwin" else "~/.cache").expanduser()
