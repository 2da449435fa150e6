"""The workspace of a file: the folder that its texts must stay below."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

CONFIGURATION: Final = "onefold.toml"


def workspace_root(source: Path) -> Path:
    """The folder of the nearest configuration above `source`, else the top of its git work tree, else its folder."""
    folder = source.absolute().parent
    above = (folder, *folder.parents)
    return next(
        (each for each in above if _is_configured(each)),
        next((each for each in above if (each / ".git").exists()), folder),
    )


def _is_configured(folder: Path) -> bool:
    if (folder / CONFIGURATION).is_file():
        return True
    project = folder / "pyproject.toml"
    if not project.is_file():
        return False
    try:
        settings = tomllib.loads(project.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return "onefold" in settings.get("tool", {})
