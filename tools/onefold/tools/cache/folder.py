"""Where onefold may keep what it can do without: the cache folder of the user."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


def cache_folder() -> Path | None:
    """The folder, which may not be there yet; `None` where the system tells of no place."""
    from pathlib import Path  # Who only asks for an answer that stands can do without.

    place = cache_place()
    return None if place is None else Path(place)


def cache_place() -> str | None:
    """The same as a text.

    `XDG_CACHE_HOME` counts on every platform. A relative one does not, as its specification says.
    """
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(chosen):  # noqa: PTH117 - a text
        chosen = _usual()
    return os.path.join(chosen, "onefold") if os.path.isabs(chosen) else None  # noqa: PTH117, PTH118


def _usual() -> str:
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA", "")
    return os.path.expanduser("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")  # noqa: PTH111
