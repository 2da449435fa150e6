"""Regular expressions as `re` compiles them, without `re` where somebody has kept what it made of them.

To import `re` and to let it compile two hundred expressions takes longer than to check a workflow. What it makes of an
expression is a list of numbers for the matching engine, the same for the same interpreter, so it can be kept: see
`onefold.tools.image`. Expressions that are put together while a program runs are for `re` itself.
"""

from __future__ import annotations

import _sre  # type: ignore[import-not-found] # the engine of `re`; it has no stub
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Mapping
    from typing import AnyStr, Final, TypeAlias

    Key: TypeAlias = tuple[str | bytes, int]
    """An expression and the flags that were given with it."""
    Program: TypeAlias = tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]
    """All flags, the engine's numbers, how many groups there are, their numbers by name, their names by number."""

# The flags of `re`, as numbers.
IGNORECASE: Final = 2
MULTILINE: Final = 8
DOTALL: Final = 16
VERBOSE: Final = 64
ASCII: Final = 256

_prepared: dict[Key, Program] = {}
asked: dict[Key, str] = {}
"""What had to be compiled, and by the name of which module it was asked for first."""


def prepare(programs: Mapping[Key, Program]) -> None:
    """Take what `program` gave for expressions in the same interpreter."""
    _prepared.update(programs)


def compile(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:  # noqa: A001 - as in `re`
    """What `re.compile` gives; for expressions that stand in the code."""
    known = _prepared.get((pattern, flags))
    if known is not None:
        return prepared(pattern, known)
    import re

    asked.setdefault((pattern, flags), sys._getframe(1).f_globals["__name__"])  # noqa: SLF001 - `inspect` is large
    return re.compile(pattern, flags)


def prepared(pattern: AnyStr, known: Program) -> re.Pattern[AnyStr]:
    """An expression, from what `program` gave for it."""
    flags, numbers, groups, by_name, names = known
    engine = memoryview(numbers).cast("I").tolist()
    made: re.Pattern[AnyStr] = _sre.compile(pattern, flags, engine, groups, by_name, names)
    return made


def program(pattern: str | bytes, flags: int) -> Program:
    """What the engine is given for an expression."""
    from array import array
    from re import _compiler, _parser  # type: ignore[attr-defined] # what `re.compile` does before it asks the engine

    parsed = _parser.parse(pattern, flags)
    code = _compiler._code(parsed, flags)  # noqa: SLF001
    by_name = dict(parsed.state.groupdict)
    names: list[str | None] = [None] * parsed.state.groups
    for name, number in by_name.items():
        names[number] = name
    return flags | parsed.state.flags, array("I", code).tobytes(), parsed.state.groups - 1, by_name, tuple(names)
