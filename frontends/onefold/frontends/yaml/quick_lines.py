"""What one line of plain YAML says, whatever stands around it."""

from __future__ import annotations

from onefold.frontends.yaml.quick_inline import Unsure, plain, plain_key, quoted, require_end
from onefold.kernel.classes import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeAlias

    from onefold.frontends.yaml.scalars import Scalar

    # Where an entry of a collection begins, its key (in a list there is none), and its value.
    Entry: TypeAlias = "tuple[int, str | None, Scalar | Later]"

# Parsers do not look much further for the colon of a key.
_LONGEST_KEY: Final = 1000
# Every dash but the last of a line begins a list in a list.
_MOST_DASHES: Final = 4


@frozen
class Later:
    """A value of which a line has no more than this: brackets, the header of a block of text, or nothing."""

    text: str


BELOW: Final = Later("")
"""Nothing: it is what the lines below say if they are indented more, else null."""


def entries(line: str) -> tuple[Entry, ...]:
    """The entries that begin on a line: none, one, or a list's with the first one of its item."""
    content = line.strip(" ")
    if not content or content[0] == "#":
        return ()
    if "\t" in line:
        raise Unsure
    column = line.index(content[0])
    if " #" in content:
        content = _without_comment(content)
    if content[0] == "-" and content[1:2] in ("", " "):
        return _item(column, content, _MOST_DASHES)
    keyed = _keyed(content)
    if keyed is None:
        raise Unsure
    return ((column, *keyed),)


def _item(column: int, content: str, dashes: int) -> tuple[Entry, ...]:
    """What begins with a dash. Behind it an item stands as it would on a line of its own."""
    item = content[1:].lstrip(" ")
    inside = column + len(content) - len(item)
    if item[:1] == "-" and item[1:2] in ("", " "):
        if not dashes:
            raise Unsure
        return ((column, None, BELOW), *_item(inside, item, dashes - 1))
    keyed = _keyed(item) if item else None
    if keyed is None:
        return ((column, None, _value(item)),)
    return (column, None, BELOW), (inside, *keyed)


def _keyed(content: str) -> tuple[str, Scalar | Later] | None:
    """A key and its value; `None` where there is no key."""
    if content[0] in "\"'":
        key, end = quoted(content, 0)
        rest = content[end:].lstrip(" ")
        if rest[:1] != ":":
            return None
        if rest[1:2] not in ("", " "):
            raise Unsure
        rest, end = rest[1:], len(content) - len(rest)
    elif content[0] in "[{":
        return None
    else:
        text, colon, rest = content.partition(": ")
        if not colon:
            if content[-1] != ":":
                return None
            text = content[:-1]
        key, end = plain_key(text.rstrip(" ")), len(text)
    if end > _LONGEST_KEY:
        raise Unsure
    return key, _value(rest.lstrip(" "))


def _value(text: str) -> Scalar | Later:
    if not text or text[0] == "#":
        return BELOW
    if text[0] in "|>[{":
        return Later(text)
    if text[0] in "\"'":
        value, end = quoted(text, 0)
        require_end(text, end)
        return value
    return plain(text if " #" not in text else text[: text.index(" #")].rstrip(" "))


def _without_comment(content: str) -> str:
    """Without what follows a `#`, unless there are quotes before it, in which it may stand."""
    before = content[: content.index(" #")]
    return content if '"' in before or "'" in before else before.rstrip(" ")
