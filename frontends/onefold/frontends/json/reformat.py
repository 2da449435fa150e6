"""Lay out a JSON text: as it is printed, with numbers as they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.frontends.frontend import Limits
from onefold.frontends.json.render import string
from onefold.frontends.json.strings import decode
from onefold.frontends.pieces import joined
from onefold.kernel import patterns
from onefold.kernel.source import Source

if TYPE_CHECKING:
    import re

_INDENT: Final = "  "
_TOKEN: Final = patterns.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{},:]|[^\s\[\]{},:"]++')
_PAIRS: Final = {"]": "[", "}": "{"}


def reformat(source: Source, _limits: Limits) -> str:
    r"""One entry a line, indented by two spaces; empty lists and mappings on one.

    >>> print(reformat(Source("x", '{"a":[1.0,{}],"\\u0062" :null}'), Limits()), end="")
    {
      "a": [
        1.0,
        {}
      ],
      "b": null
    }
    """
    parts: list[str] = []
    level = 0
    before = ""
    for match in _TOKEN.finditer(source.text):
        token = match[0]
        level -= token in _PAIRS
        begins_line = before != _PAIRS[token] if token in _PAIRS else before in ("[", "{", ",")
        if begins_line:
            parts.append(f"\n{_INDENT * level}")
        parts.append(_spelled(source, match))
        level += token in _PAIRS.values()
        before = token
    return "".join([*parts, "\n"])


def _spelled(source: Source, match: re.Match[str]) -> str:
    if match[0] == ":":
        return ": "
    return string(joined(decode(source.text, *match.span()))) if match[0].startswith('"') else match[0]
