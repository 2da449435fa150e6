"""What one line of plain YAML says, whatever stands around it."""

from __future__ import annotations

from onefold.frontends.frontend import Unsure
from onefold.frontends.yaml.quick_inline import LONGEST_KEY, plain, plain_key, quoted, require_end
from onefold.kernel.classes import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeAlias

    from onefold.frontends.yaml.scalars import Scalar

    # Where an entry of a collection begins, its key (in a list there is none), and its value.
    Entry: TypeAlias = "tuple[int, str | None, Scalar | Later]"

# Every dash but the last of a line begins a list in a list.
_MOST_DASHES: Final = 4


@frozen
class Later:
    """A value of which a line has no more than this: brackets, the header of a block of text, or nothing."""

    text: str


BELOW: Final = Later("")
"""Nothing: it is what the lines below say if they are indented more, else null."""


def entries(line: str) -> tuple[Entry, ...] | None:
    """The entries that begin on a line, one or a list's with the first of its item; `None` for a line of text.

    Lines of white space and comments have none.
    """
    content = line.strip(" ")
    if not content or content[0] == "#":
        return ()
    if "\t" in line:
        raise Unsure
    column = line.index(content[0])
    if " #" in content:
        content = _without_comment(content)
    if _is_item(content):
        return _item(column, content, _MOST_DASHES)
    keyed = _keyed(content)
    return None if keyed is None else ((column, keyed[0], _value(keyed[1])),)


def text_at_end(line: str) -> str:
    """What stands behind the dashes and the key of a line."""
    text = line.strip(" ")
    while text and _is_item(text):
        text = text[1:].lstrip(" ")
    if text:
        keyed = _keyed(text)
        text = text if keyed is None else keyed[1]
    if not text:
        raise Unsure
    return text


def _is_item(content: str) -> bool:
    return content[0] == "-" and content[1:2] in ("", " ")


def _item(column: int, content: str, dashes: int) -> tuple[Entry, ...]:
    """What begins with a dash. Behind it an item stands as it would on a line of its own."""
    item = content[1:].lstrip(" ")
    if not item:
        return ((column, None, BELOW),)
    inside = column + len(content) - len(item)
    if _is_item(item):
        if not dashes:
            raise Unsure
        return ((column, None, BELOW), *_item(inside, item, dashes - 1))
    keyed = _keyed(item)
    if keyed is None:
        return ((column, None, _value(item)),)
    return (column, None, BELOW), (inside, keyed[0], _value(keyed[1]))


def _keyed(content: str) -> tuple[str, str] | None:
    """A key and what stands behind its colon; `None` where there is no key."""
    if content[0] in "\"'":
        key, end = quoted(content, 0)
        rest = content[end:].lstrip(" ")
        if rest[:1] != ":":
            return None
        if rest[1:2] not in ("", " "):
            raise Unsure
        end = len(content) - len(rest)
        rest = rest[1:]
    elif content[0] in "[{":
        return None
    else:
        text, colon, rest = content.partition(": ")
        if not colon:
            if content[-1] != ":":
                return None
            text = content[:-1]
        key, end = plain_key(text.rstrip(" ")), len(text)
    if end > LONGEST_KEY:
        raise Unsure
    return key, rest.lstrip(" ")


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
