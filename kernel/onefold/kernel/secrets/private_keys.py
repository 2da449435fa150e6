"""Private keys in text form, from their header to their footer."""

from __future__ import annotations

from onefold.kernel import patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

# Line ends may be written out, as in a string of JSON. The body has lines of a name and a value before the key itself.
_HEADER: Final = patterns.compile(
    r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,5}PRIVATE KEY(?: BLOCK)?-----"
    r"(?P<body>[ \t]*+(?:(?:[A-Za-z-]+: [^\n\\]*+)?(?:\n|\\n|\\r)\s*+)++"
    r"(?:[A-Za-z0-9+/=]{4,}+[ \t]*+(?:\s++|\\n|\\r|\Z|(?=-----)))++)?"
)
_FOOTER: Final = patterns.compile(r"-----END [A-Z0-9 ]*-----")
_LINE_START: Final = patterns.compile(r"(?:^|[\n\r]|\\n|[\"'])[ \t]*\Z")
_LINE_END: Final = patterns.compile(r"[ \t]*(?:[\n\r\"']|\\n|\Z)")
_LONGEST_BEFORE: Final = 50


def private_keys(text: str) -> Iterator[tuple[int, int]]:
    """The half-open ranges of private keys; a header without a key counts where it is a line of its own."""
    position = 0
    last_footer = text.rfind("-----END ")
    while header := _HEADER.search(text, position):
        start, position = header.span()
        if header["body"] is None and not _stands_alone(text, start, position):
            continue
        footer = _FOOTER.search(text, position) if position <= last_footer else None
        position = footer.end() if footer else position
        yield start, position


def _stands_alone(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - _LONGEST_BEFORE) : start]
    return _LINE_START.search(before) is not None and _LINE_END.match(text, end) is not None
