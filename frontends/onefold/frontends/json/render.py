"""Write a document as JSON for people to read."""

from __future__ import annotations

import json
from json.encoder import encode_basestring
from typing import TYPE_CHECKING

from onefold.frontends.visible import UNSAFE, escaped, unicode_escape

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Final

    from onefold.kernel.values import JsonObject, JsonValue

# Members of members are written one after the other, and what is deeper down as a whole.
_APART: Final = 3
_CONSTANTS: Final[Mapping[bool | None, str]] = {None: "null", True: "true", False: "false"}


def render(document: JsonObject) -> str:
    """Indented JSON; a character stands as itself unless people would not see it."""
    return "".join(rendered(document))


def rendered(document: JsonObject) -> Iterator[str]:
    """What `render` gives, piece by piece: a large document need not be there as a text too.

    Control characters that must be escaped are, by the standard library. All others that are unsafe to show can only
    stand inside strings, so they are escaped in the finished text.
    """
    for piece in _pieces(document, "\n", _APART):
        yield _with_escapes(piece)
    yield "\n"


def string(text: str) -> str:
    """A text in quotes, as it stands in what `render` gives."""
    return _with_escapes(encode_basestring(text))


def _pieces(value: JsonValue, line: str, apart: int) -> Iterator[str]:
    """The text of a value that stands in lines which begin with `line`."""
    if not apart or not value or not isinstance(value, (dict, list)):
        yield _text(value, line)
        return
    inner = f"{line}  "
    members = value.items() if isinstance(value, dict) else ((None, each) for each in value)
    before = ("{" if isinstance(value, dict) else "[") + inner
    for name, each in members:
        yield before if name is None else f"{before}{encode_basestring(name)}: "
        yield from _pieces(each, inner, apart - 1)
        before = f",{inner}"
    yield line + ("}" if isinstance(value, dict) else "]")


def _text(value: JsonValue, line: str) -> str:
    """The same as one text: the encoder of the standard library is slow where it indents."""
    if isinstance(value, str):
        return encode_basestring(value)
    if value is None or isinstance(value, bool):
        return _CONSTANTS[value]
    if isinstance(value, dict) and value:
        inner = f"{line}  "
        members = [f"{encode_basestring(name)}: {_text(each, inner)}" for name, each in value.items()]
        return f"{{{inner}{f',{inner}'.join(members)}{line}}}"
    if isinstance(value, (list, tuple)) and value:
        inner = f"{line}  "
        return f"[{inner}{f',{inner}'.join([_text(each, inner) for each in value])}{line}]"
    return json.dumps(value)


def _with_escapes(text: str) -> str:
    return escaped(text, UNSAFE, lambda match: unicode_escape(match[0]))
