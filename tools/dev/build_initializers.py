"""Write `kernel/onefold/kernel/classes/initializers.py`: the shared code of `__init__` by number of fields."""

from __future__ import annotations

from pathlib import Path

MOST_FIELDS = 20
TARGET = Path(__file__).parents[2] / "kernel/onefold/kernel/classes/initializers.py"
HEAD = '''"""The code of `__init__` for each number of fields. Written by `tools/dev/build_initializers.py`."""

from __future__ import annotations

from typing import Any, Final

# fmt: off

'''


def text() -> str:
    """The text of the module."""
    functions = "\n\n".join(map(_function, range(MOST_FIELDS + 1)))
    names = "".join(f"    _of_{count},\n" for count in range(MOST_FIELDS + 1))
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
