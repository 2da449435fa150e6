"""Write the modules with the shared code of `__init__` by number of fields: of most classes, and of wide ones."""

from __future__ import annotations

from pathlib import Path

MOST_FIELDS = 20
WIDEST = 28
FOLDER = Path(__file__).parents[2] / "kernel/onefold/kernel/classes"
TARGET = FOLDER / "initializers.py"
WIDE = FOLDER / "wide_initializers.py"
HEAD = '''"""The code of `__init__` for each number of fields. Written by `tools/dev/build_initializers.py`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

# fmt: off

'''


def text(counts: range = range(MOST_FIELDS + 1)) -> str:
    """The text of the module for these numbers of fields."""
    functions = "\n\n".join(map(_function, counts))
    names = "".join(f"    _of_{count},\n" for count in counts)
    return f"{HEAD}\n{functions}\n\nINITIALIZERS: Final = (\n{names})\n"


def _function(count: int) -> str:
    setters = ", ".join(f"set_{index}: Any" for index in range(count))
    values = "".join(f", value_{index}: Any" for index in range(count))
    lines = [
        f"def _of_{count}({setters}) -> Any:",
        f"    def __init__(self: Any{values}) -> None:",
        *(f"        set_{index}(self, value_{index})" for index in range(count)),
        *([] if count else ["        pass"]),
        "",
        "    return __init__",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    WIDE.write_text(text(range(MOST_FIELDS + 1, WIDEST + 1)), encoding="utf-8")
