"""Write single values as fold: words, texts, lists and JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from onefold.frontends.visible import UNSAFE, escaped, unicode_escape
from onefold.kernel import patterns
from onefold.kernel.expression_text import expression_lines, expression_text
from onefold.kernel.ir.expression import Expression
from onefold.kernel.values import JsonValue

if TYPE_CHECKING:
    import re

INDENT: Final = "  "
# Columns that the entries of one value may take on one line.
WIDTH: Final = 100

# Ids, and durations as they are written most: what stands bare is what people would not think of quoting.
_WORD: Final = patterns.compile(
    r"[A-Za-z_][A-Za-z0-9_]*(?:[-./:][A-Za-z0-9_]+)*|(?:[0-9]+(?:\.[0-9]+)?(?:d|h|m|s|ms))+"
)
# A glob that looks like the beginning of a comment is quoted, although it could stand bare.
_GLOB: Final = patterns.compile(r"(?!.*/[/*])[A-Za-z_*][A-Za-z0-9_*./:-]*")
_MONEY: Final = patterns.compile(r"[0-9]+(?:\.[0-9]+)? [A-Z]{3}")
_KEY: Final = patterns.compile(r"(?!(?:true|false|null)\Z)[A-Za-z_$][A-Za-z0-9_$-]*")
_ESCAPED: Final = patterns.compile(rf'["\\\n\t]|{UNSAFE.pattern}')
# In a block a quotation mark is escaped only where it would help to close it, white space only where it would be
# cut off by an editor.
_ESCAPED_IN_BLOCK: Final = patterns.compile(rf'\\|"""|[ \t]$|{UNSAFE.pattern}')
_SHORT: Final = {
    '"': r"\"", "\\": r"\\", "\b": r"\b", "\f": r"\f", "\n": r"\n", "\r": r"\r", "\t": r"\t", " ": r"\u0020",
    '"""': r'""\"',
}  # fmt: skip


def word(value: JsonValue) -> str:
    """An id, a duration or a number, bare where it may stand so."""
    return _bare(_WORD, value)


def glob(value: JsonValue) -> str:
    """A glob of tool ids."""
    return _bare(_GLOB, value)


def money(value: JsonValue) -> str:
    """An amount of money."""
    return _bare(_MONEY, value)


def _bare(pattern: re.Pattern[str], value: JsonValue) -> str:
    if isinstance(value, str):
        return value if pattern.fullmatch(value) else quoted(value)
    return json(value, "")


def listed(items: Sequence[str], indent: str) -> str:
    """Items in brackets, on lines of their own where one line would be too long."""
    line = f"[{', '.join(items)}]"
    if len(line) <= WIDTH and "\n" not in line:
        return line
    return "".join(["[\n", *(f"{indent}{INDENT}{item},\n" for item in items), f"{indent}]"])


def predicate(expression: Expression, before: int, indent: str) -> str:
    """A predicate; one that is too long after `before` columns is cut before the operators of its outermost chain."""
    line = predicate_line(expression_text(expression))
    if before + len(line) <= WIDTH:
        return line
    return f"\n{indent}{INDENT}".join(map(predicate_line, expression_lines(expression)))


def predicate_line(written: str) -> str:
    """A predicate on one line; what is unsafe to show can only stand in its strings."""
    return escaped(written, UNSAFE, _escape)


def text(value: JsonValue, indent: str) -> str:
    """A text: of several lines as a block, else in quotes. `indent` is that of the line it begins on."""
    if not isinstance(value, str):
        return json(value, indent)
    return _block(value, indent + INDENT) if "\n" in value[:-1] else quoted(value)


def quoted(value: str) -> str:
    """A text on one line."""
    return f'"{escaped(value, _ESCAPED, _escape)}"'


def _block(value: str, margin: str) -> str:
    *lines, last = (escaped(line, _ESCAPED_IN_BLOCK, _escape) for line in value.split("\n"))
    if last and (last[0] in " \t" or last.endswith('"')):
        # The closing delimiter must not share a line with white space that is not margin, or with a quotation mark.
        lines, last = [*lines, f"{last}\\"], ""
    written = (f"{margin}{line}\n" if line else "\n" for line in lines)
    return "".join(['"""\n', *written, f'{margin}{last}"""'])


def _escape(match: re.Match[str]) -> str:
    return _SHORT.get(match[0]) or unicode_escape(match[0])


def json(value: JsonValue, indent: str) -> str:
    """A JSON value: on one line where there is room, else with one entry a line."""
    line = _line(value, WIDTH - len(indent))
    if line is not None:
        return line
    deeper = indent + INDENT
    if isinstance(value, str):
        return text(value, indent)
    if isinstance(value, Mapping):
        entries = (f"{deeper}{key(name)}: {json(item, deeper)},\n" for name, item in value.items())
        return "".join(["{\n", *entries, f"{indent}}}"])
    assert isinstance(value, Sequence)  # noqa: S101 - any other value has room on a line
    return "".join(["[\n", *(f"{deeper}{json(item, deeper)},\n" for item in value), f"{indent}]"])


def _line(value: JsonValue, room: int) -> str | None:
    """The value on one line of at most `room` columns; a single scalar that is no string takes what it needs."""
    if isinstance(value, str):
        line = None if len(value) > room or "\n" in value[:-1] else quoted(value)
        return line if line is not None and len(line) <= room else None
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return repr(value)
    pairs = value.items() if isinstance(value, Mapping) else ((None, item) for item in value)
    entries: list[str] = []
    for name, item in pairs:
        before = "" if name is None else f"{key(name)}: "
        inner = _line(item, room - len(before) - 2)
        if inner is None or len(before) + len(inner) + 2 > room:
            return None
        entries.append(before + inner)
        room -= len(before) + len(inner) + 2
    if isinstance(value, Mapping):
        return f"{{ {', '.join(entries)} }}" if entries else "{}"
    return f"[{', '.join(entries)}]"


def key(name: str) -> str:
    """A key of a JSON object, bare where it may stand so."""
    return name if _KEY.fullmatch(name) else quoted(name)
