"""The first reading of TOML: tomli's value, held to this project's rules."""

from __future__ import annotations

from _operator import is_  # the part in C; the module around it brings more
from itertools import chain, compress, repeat

import tomli

from onefold.frontends import number
from onefold.frontends.bounds import at_most
from onefold.frontends.frontend import Reading
from onefold.kernel import patterns
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final

    from onefold.frontends.frontend import Limits
    from onefold.kernel.source import Source

# tomli takes a time that grows with the square of the number of parts of a dotted key. A key stands on one line,
# so a cheap search for many points on a line comes before the exact one.
_MANY_POINTS: Final = patterns.compile(r"\.(?:[^.\n]*+\.){31}")
_LONG_KEY: Final = patterns.compile(r"(?:(?:(?<![\w-])[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+\.[ \t]*+){32}")

# Of these is a value that every format has; in TOML there are dates besides.
_KINDS: Final = frozenset((str, bool, int, float, dict, list))


def read(source: Source, limits: Limits) -> Reading:
    """The value of a TOML text; where tomli objects, the span-giving reading says what is wrong."""
    text = source.text
    if _MANY_POINTS.search(text) and _LONG_KEY.search(text):
        return _explained(source, limits)
    try:
        text.encode("utf-8")
        value = tomli.loads(text)
    except (ValueError, RecursionError) as error:
        return _explained(source, limits, error)
    return Reading(value, at_most=at_most(text)) if _is_admitted(value) else _explained(source, limits)


def _explained(source: Source, limits: Limits, error: Exception | None = None) -> Reading:
    """What the span-giving reading says; it never admits what tomli calls an error."""
    # Imported here because most runs have nothing to explain.
    from onefold.frontends.toml.locate import explain

    reading = explain(source, limits)
    if reading.findings or not isinstance(error, tomli.TOMLDecodeError):
        return reading
    index = _unfolded(source.text, error.pos)
    arguments = {"format": "TOML", "message": error.msg[:1].lower() + error.msg[1:]}
    return Reading(None, (Finding("syntax-error", Place(span=Span(source, index, index)), arguments),))


def _unfolded(text: str, index: int) -> int:
    """The index in `text` of the character at `index` of the text with every CRLF folded to LF."""
    place = text.find("\r\n")
    while 0 <= place < index:
        index += 1
        place = text.find("\r\n", place + 2)
    return index


def _is_admitted(root: dict[str, Any]) -> bool:
    """Whether there are only values that every format has, and numbers that are kept exactly; level by level."""
    level: list[Any] = [root]
    while level:
        kinds = [*map(type, level)]
        if not _KINDS.issuperset(kinds):
            return False
        if any(map(number.refusal, chain(_of(int, level, kinds), _of(float, level, kinds)))):
            return False
        mappings = map(dict.values, _of(dict, level, kinds))
        level = [*chain.from_iterable(mappings), *chain.from_iterable(_of(list, level, kinds))]
    return True


def _of(kind: type, values: list[Any], kinds: list[type]) -> Iterator[Any]:
    """The values of one kind."""
    return compress(values, map(is_, kinds, repeat(kind)))
