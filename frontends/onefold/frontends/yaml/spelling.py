"""How a string is spelled in YAML so that every reader, of YAML 1.1 too, reads the same string."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from onefold.frontends.visible import UNSAFE, escaped, is_unsafe
from onefold.kernel import patterns

if TYPE_CHECKING:
    import re

# A key before a `:` may have 1024 characters; longer ones are announced by a `?`.
LONGEST_KEY: Final = 1000
# Words that some version of YAML reads as null, a boolean, a merge key or a default value.
_WORDS: Final = frozenset(
    "~ null true false yes no on off y n = << .inf +.inf -.inf .nan".split()  # noqa: SIM905 - a list of words reads best
)
# Integers, floats, times in base 60 and dates are made of these only. Others are caught too, such as `1d`: the quotes
# cost nothing.
_NUMERIC: Final = patterns.compile(r"[-+.]?[0-9.][0-9a-fA-FxXob_.:+\-TtZz \t]*")
_INDICATORS: Final = tuple("-?:,[]{}#&*!|>'\"%@`")
_NOT_PLAIN: Final = patterns.compile(r": | #|[\t\n]|:\Z")
# Noncharacters are no more readable raw than what is unsafe to show.
_ESCAPED: Final = patterns.compile(UNSAFE.pattern + r"|[\"\\\t\n\ufffe\uffff]")
_NONCHARACTER: Final = patterns.compile(r"[\ufffe\uffff]")
# Within single quotes nothing is escaped.
_NEVER_IN_SINGLE: Final = patterns.compile(r"[\t\n\ufffe\uffff]")
_SHORT: Final = {'"': r"\"", "\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r", "\0": r"\0", "\x1b": r"\e"}


def read_alike(text: str) -> bool:
    """Whether the plain scalar `text` is a string to readers of YAML 1.1 and 1.2 alike.

    >>> [read_alike(text) for text in ("review", "off", "1:30", "2.50 USD", "0b11", "5m")]
    [True, False, False, True, False, True]
    """
    return text.lower() not in _WORDS and not _NUMERIC.fullmatch(text)


def inline(text: str) -> str:
    r"""`text` on one line: plain where that is safe, else in the quotes that need no escapes.

    >>> print(inline("Ask a person."), inline("no"), inline("a: b"), inline("two\nlines"))
    Ask a person. "no" "a: b" "two\nlines"
    >>> print(inline('{{ steps["a"] }}'), inline('"it\'s"'))
    '{{ steps["a"] }}' "\"it's\""
    """
    if _can_be_plain(text) and read_alike(text):
        return text
    has_signs = ('"' in text or "\\" in text) and "'" not in text
    return f"'{text}'" if has_signs and not (_NEVER_IN_SINGLE.search(text) or is_unsafe(text)) else quoted(text)


def spelled(text: str, indent: str, *, is_line: bool) -> str:
    """A string, as a block where that is no trap.

    Final newlines that a block would keep unseen are spelled out: several of them anywhere, and one at the end of a
    text that is usually a line (`description`, `check`).
    """
    if text.endswith("\n\n") or (is_line and text.endswith("\n")):
        return inline(text)
    return block(text, indent) or inline(text)


def quoted(text: str) -> str:
    """`text` in double quotes, on one line."""
    return f'"{escaped(text, _ESCAPED, _escape)}"'


def block(text: str, indent: str) -> str | None:
    """`text` as a literal block whose lines begin with `indent`; `None` where a block is not exact, or not sensible.

    A line of white space only would look empty, and an editor may make it so.
    """
    if _is_raw(text) or any(line.isspace() for line in text.split("\n")):
        return None
    return written_block(text, indent)


def written_block(text: str, indent: str) -> str | None:
    """`text` as a literal block where that is exact: for a text that its author has written as one."""
    lines = text.split("\n")
    if len(lines) < 2 or not text.strip(" \t\n") or lines[-1].isspace():
        return None
    # A block that begins with a blank line or white space must say how far it is indented itself.
    indicator = "2" if text[0] in " \t\n" else ""
    chomping = "-" if lines[-1] else "+" if lines[-2] == "" else ""
    body = "\n".join(indent + line if line else "" for line in (lines if lines[-1] else lines[:-1]))
    return f"|{indicator}{chomping}\n{body}"


def _can_be_plain(text: str) -> bool:
    return not (
        text == ""
        or text != text.strip()
        or text.startswith((*_INDICATORS, "---", "..."))
        or _NOT_PLAIN.search(text)
        or _is_raw(text)
    )


def _is_raw(text: str) -> bool:
    return _NONCHARACTER.search(text) is not None or is_unsafe(text)


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    code = ord(character)
    if code > 0xFFFF:
        return f"\\U{code:08x}"
    return _SHORT.get(character) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")
