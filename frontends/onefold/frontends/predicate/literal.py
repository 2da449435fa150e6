r"""Literals of a predicate: numbers, and strings with CEL's escapes.

Raw line ends in triple-quoted strings are read as LF, as implementations of the standard do: whether a file has LF
or CRLF means nothing. An escaped `\r` stays a carriage return.
"""

from __future__ import annotations

from onefold.frontends import number
from onefold.frontends.predicate.fault import Fault, syntax_fault
from onefold.kernel import patterns
from onefold.kernel.ir.expression import Literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Final

    from lark import Token

_LAST_CHARACTER: Final = 0x10FFFF
_LINE_END: Final = patterns.compile(r"\r\n?")
_PLAIN: Final = dict(zip("abfnrtv\\'\"`?", "\a\b\f\n\r\t\v\\'\"`?", strict=True))
_ESCAPE: Final = patterns.compile(
    r"""\\(?:
        u(?P<high>[dD][89abAB][0-9a-fA-F]{2})\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2})
        | u(?P<four>[0-9a-fA-F]{4})
        | U(?P<eight>[0-9a-fA-F]{8})
        | [xX](?P<two>[0-9a-fA-F]{2})
        | (?P<octal>[0-3][0-7]{2})
        | (?P<plain>[abfnrtv\\'"`?])
        | (?P<bad>[uUxX][0-9a-fA-F]*|[0-9]{1,3}|[\s\S])
    )""",
    patterns.VERBOSE,
)
_FOREIGN: Final = {
    "HEXADECIMAL": ("a hexadecimal number", "write the number in decimal"),
    "UNSIGNED": ("an unsigned number", "leave out the `u`: every number is a double"),
    "BYTES": ("a bytes literal", "leave out the `b` and write a string"),
}


def number_literal(token: Token, faults: list[Fault]) -> Literal:
    """A number; one that canonical bytes cannot hold is a fault."""
    value = number.integer(token) if token.isdigit() else float(token)
    code = number.refusal(value)
    if code is not None:
        faults.append(Fault(code, token.start_pos or 0, token.end_pos or 0, {"text": str(token)}))
    return Literal(value)


def foreign_fault(token: Token) -> Fault:
    """Why a literal of the standard is not taken."""
    noun, help_line = _FOREIGN[token.type]
    return syntax_fault(token.start_pos or 0, token.end_pos or 0, f"`{token}` is {noun}", help_line)


def raw_text(token: Token) -> str:
    """The text of a raw string: what stands between its quotes."""
    return _unquoted(str(token[1:]))[1]


def string_literal(token: Token, faults: list[Fault]) -> Literal:
    """The text of a string with escapes; each bad escape is a fault at its own place."""
    opening, text = _unquoted(str(token))
    if "\\" not in text:
        return Literal(text)
    # Line ends were made one character, so places in the text as written are found in the text as written.
    written = str(token[opening:-opening])
    start = (token.start_pos or 0) + opening
    bad = [fault for match in _ESCAPE.finditer(written) if (fault := _escape_fault(match, start))]
    faults.extend(bad)
    return Literal("" if bad else _ESCAPE.sub(_character, text))


def _unquoted(literal: str) -> tuple[int, str]:
    """How many quotes there are on either side, and what stands between them."""
    opening = 3 if literal[:3] in ('"""', "'''") else 1
    return opening, _LINE_END.sub("\n", literal[opening:-opening])


def _code_point(match: re.Match[str]) -> int:
    if match["high"]:
        return 0x10000 + ((int(match["high"], 16) - 0xD800) << 10) + int(match["low"], 16) - 0xDC00
    if match["octal"]:
        return int(match["octal"], 8)
    return int(match["four"] or match["eight"] or match["two"], 16)


def _character(match: re.Match[str]) -> str:
    return _PLAIN[match["plain"]] if match["plain"] else chr(_code_point(match))


def _escape_fault(match: re.Match[str], offset: int) -> Fault | None:
    if match["plain"]:
        return None
    start, end = offset + match.start(), offset + match.end()
    if match["bad"]:
        help_line = 'write `\\\\` for a backslash, or a raw string: `r"…"`'
        shown = f"`{match[0]}`" if match[0].isprintable() else "a backslash at the end of a line"
        return syntax_fault(start, end, f"{shown} is not an escape", help_line)
    point = _code_point(match)
    if 0xD800 <= point <= 0xDFFF:
        return Fault("lone-surrogate", start, end)
    if point > _LAST_CHARACTER:
        return syntax_fault(start, end, f"`{match[0]}` is beyond the last character, U+10FFFF")
    return None
