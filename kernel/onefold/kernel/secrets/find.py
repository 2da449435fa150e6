"""Find what looks like a secret in a text."""

from __future__ import annotations

from onefold.kernel import patterns
from onefold.kernel.secrets.forms import TOKEN, is_placeholder, is_random
from onefold.kernel.secrets.glance import has_private_key, runs
from onefold.kernel.secrets.private_keys import private_keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

# What stands before a value that is given to a name of a secret: the name, a sign that gives, a scheme.
_ASSIGNED: Final = patterns.compile(
    r"(?:(?:api|access|secret|private|signing|encryption|account|client|auth|master|webhook|session)[ _-]?"
    r"(?:key|secret|token)|secret|token|passwd|password|passphrase|credentials?|authorization)"
    r"(?:\\?[\"'`])?\s{0,8}(?:=>|:=|=|:)\s{0,8}(?:\\?[\"'`])?(?:(?:bearer|basic|token)\s{1,8})?\Z",
    patterns.IGNORECASE,
)
_SCHEME: Final = patterns.compile(r"\b(?:bearer|basic|token)\s{1,8}\Z", patterns.IGNORECASE)
_BEARER: Final = patterns.compile(r"\bbearer\s{1,8}\Z", patterns.IGNORECASE)
_BEFORE_VALUE: Final = (":", "=", ">", "bearer", "basic", "token")
_QUOTES: Final = "\\\"'` \t\r\n"
_LONGEST_BEFORE: Final = 50


def secrets(text: str, key: str = "") -> tuple[tuple[int, int], ...]:
    """The half-open ranges of all that looks like a secret, in order; `key` is what the text is the value of.

    >>> secrets("use token ghp_" + "a1B2c3D4e5F6" * 3 + " for it")
    ((10, 50),)
    >>> secrets("5f2b8c1e9d4a7f60b3", key="api_key"), secrets("5f2b8c1e9d4a7f60b3", key="commit")
    (((0, 18),), ())
    """
    found = list(private_keys(text)) if has_private_key(text) else []
    for start, end in runs(text):
        found.extend(_in_run(text, start, _with_padding(text, end), key))
    return tuple(_merged(sorted(found)))


def _with_padding(text: str, end: int) -> int:
    return end + 2 if text.startswith("==", end) else end + text.startswith("=", end)


def _in_run(text: str, start: int, end: int, key: str) -> Iterator[tuple[int, int]]:
    tokens = [token.span() for token in TOKEN.finditer(text, start, end) if not is_placeholder(token[0])]
    if tokens:
        yield from tokens
        return
    before = text[max(0, start - _LONGEST_BEFORE) : start]
    if key and (not before.strip(_QUOTES) or _SCHEME.fullmatch(before)):
        before = f"{key}: {before.lstrip()}"
    if not before.lower().rstrip(_QUOTES).endswith(_BEFORE_VALUE) or not is_random(text[start:end]):
        return
    if _ASSIGNED.search(before) or _BEARER.search(before):
        yield start, end


def _merged(ranges: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The ranges, those that overlap made one."""
    last: tuple[int, int] | None = None
    for start, end in ranges:
        if last is not None and start < last[1]:
            last = (last[0], max(last[1], end))
            continue
        if last is not None:
            yield last
        last = (start, end)
    if last is not None:
        yield last
