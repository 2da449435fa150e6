"""Values that are written on one line: plain and quoted scalars, and what is in brackets."""

from __future__ import annotations

from _json import scanstring

from onefold.frontends.frontend import Unsure
from onefold.frontends.yaml.glance import OUR_KEYS, may_differ
from onefold.frontends.yaml.scalars import RESOLVED_STARTS, Unresolved, resolve
from onefold.kernel import patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.yaml.scalars import Scalar
    from onefold.kernel.values import JsonValue

# What no plain scalar begins with, or only if no space follows.
_INDICATORS: Final = frozenset("?:,[]{}#&*!|>'\"%@`")
# Of colons within brackets readers agree on few.
_PLAIN_IN_BRACKETS: Final = patterns.compile(r"[^\[\]{},:#]++(?::(?=[a-zA-Z0-9/])[^\[\]{},:#]++)*+")
_SPACES: Final = patterns.compile(r" *")
LONGEST_KEY: Final = 1000
"""How far a colon is at most from where its key begins: parsers do not look much further for it."""


def plain(text: str) -> Scalar:
    """The value of a plain scalar that all readers take for it."""
    first = text[0]
    if first in _INDICATORS or (first == "-" and text[1:2] in ("", " ")):
        raise Unsure
    # At the beginning of a line these begin or end a document.
    if first in "-." and text[:3] in ("---", "...") and text[3:4] in ("", " "):
        raise Unsure
    if text[-1] == ":" or ": " in text or " #" in text:
        raise Unsure
    value: Scalar = text
    if first in RESOLVED_STARTS:
        try:
            value = resolve(text)
        except Unresolved:
            raise Unsure from None
    if may_differ(text):
        from onefold.frontends.yaml.yaml_1_1 import other_meaning  # It has expressions that few texts need.

        if other_meaning(text, value) is not None:
            raise Unsure
    return value


def plain_key(text: str) -> str:
    """A key without quotes."""
    if text in OUR_KEYS and text != "<<":
        return text
    key = plain(text) if text else None
    if not isinstance(key, str):
        raise Unsure
    return key


def quoted(text: str, start: int) -> tuple[str, int]:
    """The value of a scalar in quotes at `start`, and the index behind it."""
    if text[start] == '"':
        try:
            # Of the escapes that YAML has, those of JSON are nearly all that are written.
            value, end = scanstring(text, start + 1)
        except (ValueError, SystemError):
            raise Unsure from None
        # Halves of a character, which JSON puts together.
        if text.find("\\ud", start, end) >= 0 or text.find("\\uD", start, end) >= 0:
            raise Unsure
        return value, end
    end = text.find("'", start + 1)
    while end >= 0 and text.startswith("'", end + 1):
        end = text.find("'", end + 2)
    if end < 0:
        raise Unsure
    return text[start + 1 : end].replace("''", "'"), end + 1


def flow(text: str, depth: int) -> JsonValue:
    """The list or mapping that is written in brackets, not deeper than `depth`."""
    value, end = _node(text, 0, depth)
    require_end(text, end)
    return value


def require_end(text: str, end: int) -> None:
    """Be unsure of what follows at `end`, if it is no comment."""
    rest = text[end:].lstrip(" ")
    if rest and (rest[0] != "#" or text[end] != " "):
        raise Unsure


def _node(text: str, start: int, depth: int) -> tuple[JsonValue, int]:
    first = text[start : start + 1]
    if first in ("[", "{"):
        if depth <= 0:
            raise Unsure
        return (_list if first == "[" else _mapping)(text, start + 1, depth - 1)
    if first in ('"', "'"):
        return quoted(text, start)
    match = _PLAIN_IN_BRACKETS.match(text, start)
    if not match:
        raise Unsure
    return plain(match[0].rstrip(" ")), match.end()


def _list(text: str, start: int, depth: int) -> tuple[list[JsonValue], int]:
    items: list[JsonValue] = []
    at = _after_spaces(text, start)
    while not text.startswith("]", at):
        item, at = _node(text, at, depth)
        items.append(item)
        at = _after_item(text, at, "]")
    return items, at + 1


def _mapping(text: str, start: int, depth: int) -> tuple[dict[str, JsonValue], int]:
    entries: dict[str, JsonValue] = {}
    at = _after_spaces(text, start)
    while not text.startswith("}", at):
        key, at = _key(text, at)
        if key in entries:
            raise Unsure
        entries[key], at = _node(text, at, depth)
        at = _after_item(text, at, "}")
    return entries, at + 1


def _key(text: str, start: int) -> tuple[str, int]:
    """A key within brackets, and where its value begins."""
    if text[start : start + 1] in ('"', "'"):
        key, at = quoted(text, start)
        separator = ":"
    else:
        match = _PLAIN_IN_BRACKETS.match(text, start)
        if not match:
            raise Unsure
        key, at = plain_key(match[0].rstrip(" ")), match.end()
        separator = ": "
    if not text.startswith(separator, at) or at - start > LONGEST_KEY:
        raise Unsure
    return key, _after_spaces(text, at + 1)


def _after_item(text: str, start: int, closing: str) -> int:
    """Where the next item, or the closing bracket, stands."""
    at = _after_spaces(text, start)
    if text.startswith(",", at):
        return _after_spaces(text, at + 1)
    if not text.startswith(closing, at):
        raise Unsure
    return at


def _after_spaces(text: str, start: int) -> int:
    match = _SPACES.match(text, start)
    return match.end() if match else start
