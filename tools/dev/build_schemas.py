"""Make the JSON Schemas that are made from the IR's declarations: `python tools/dev/build_schemas.py`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tools" / "onefold" / "tools" / "schemas"


def made() -> str:
    """The text of the workflow's schema; the same at every run."""
    from onefold.kernel.surface_schema import surface_schema

    return json.dumps(surface_schema(), ensure_ascii=False, indent=2) + "\n"


def main() -> None:
    """Write the schema."""
    sys.path.insert(0, str(ROOT / "kernel"))
    FOLDER.joinpath("workflow.json").write_text(made(), encoding="utf-8")


if __name__ == "__main__":
    main()
