"""Show a secret by its first four characters and its length, and never more."""

from __future__ import annotations

from onefold.kernel import patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable
    from typing import Final

_SHOWN: Final = 4
# A sign for each length in UTF-8, so that byte offsets stay what they are.
_SIGNS: Final = {1: "*", 2: "\xb7", 3: "\u2022", 4: "\U0001f512"}
_VISIBLE: Final = patterns.compile(r"[^ \t\r\n]")


def beginning(secret: str) -> str:
    """What may be shown of a secret."""
    return secret[:_SHOWN]


def masked(text: str, ranges: Iterable[tuple[int, int]]) -> str:
    """The text with the characters of each range, but for the first four, replaced by as many others.

    White space stays, so that lines stay what they are, and so does the length in UTF-8.

    >>> masked("token: abcdefghij", [(7, 17)])
    'token: abcd******'
    """
    pieces = []
    index = 0
    for start, end in sorted((min(start + _SHOWN, end), end) for start, end in ranges):
        if end > index:
            first = max(start, index)
            pieces += [text[index:first], _hidden(text[first:end])]
            index = end
    return "".join([*pieces, text[index:]])


def _hidden(text: str) -> str:
    return _VISIBLE.sub(_sign, text)


def _sign(match: re.Match[str]) -> str:
    character = match[0]
    return _SIGNS[len(character.encode("utf-8", "surrogatepass"))]
