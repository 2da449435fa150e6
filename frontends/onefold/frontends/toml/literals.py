"""Keys and values as TOML spells them on one line, and texts of several lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from onefold.frontends.visible import UNSAFE, escaped, is_unsafe
from onefold.kernel.values import JsonValue

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPED: Final = re.compile(rf'["\\\t\n]|{UNSAFE.pattern}')
# In a text of several lines: backslashes, quotes that could close it, and white space that an editor would cut off.
_ESCAPED_IN_LINES: Final = re.compile(rf'\\|"{{3,}}|"+\Z|[ \t](?=[\r\n]|\Z)|{UNSAFE.pattern}')
_SHORT: Final = {
    "\b": r"\b", "\t": r"\t", "\n": r"\n", "\f": r"\f", "\r": r"\r", '"': r"\"", "\\": r"\\"
}  # fmt: skip


def key(name: str) -> str:
    """A key, quoted where it must be."""
    return name if _BARE_KEY.fullmatch(name) else basic_string(name)


def has_lines(text: str) -> bool:
    """Whether a text is printed as a block of lines."""
    return "\n" in text and bool(text.strip())


def holds_lines(given: JsonValue) -> bool:
    """Whether a text that `has_lines` stands anywhere in a value."""
    if isinstance(given, str):
        return has_lines(given)
    if isinstance(given, Mapping):
        return any(holds_lines(item) for item in given.values())
    return isinstance(given, Sequence) and any(holds_lines(item) for item in given)


def value(given: JsonValue) -> str:
    """Any value but null, on one line."""
    if isinstance(given, str):
        return _string(given)
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, int | float):
        return repr(given)
    if isinstance(given, Mapping):
        entries = ", ".join(f"{key(name)} = {value(item)}" for name, item in given.items())
        return f"{{ {entries} }}" if entries else "{}"
    if isinstance(given, Sequence):
        return f"[{', '.join(value(item) for item in given)}]"
    raise TypeError("TOML has no null")


def lines(text: str) -> str:
    '''A text of several lines in `"""`.'''
    return f'"""\n{escaped(text, _ESCAPED_IN_LINES, _escape)}"""'


def basic_string(text: str) -> str:
    """A text on one line, in double quotes."""
    return f'"{escaped(text, _ESCAPED, _escape)}"'


def _string(text: str) -> str:
    # Within single quotes nothing is escaped, so a text that only needs escapes for these reads better there.
    if ('"' in text or "\\" in text) and "'" not in text and not (re.search(r"[\t\n]", text) or is_unsafe(text)):
        return f"'{text}'"
    return basic_string(text)


def _escape(match: re.Match[str]) -> str:
    return "".join(_SHORT.get(character) or _numbered(character) for character in match[0])


def _numbered(character: str) -> str:
    number = ord(character)
    return f"\\u{number:04X}" if number <= 0xFFFF else f"\\U{number:08X}"
