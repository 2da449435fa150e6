"""Say in words what was expected where a predicate breaks the syntax."""

from __future__ import annotations

from onefold.frontends.predicate.fault import syntax_fault
from onefold.kernel import patterns
from onefold.kernel.ir.nodes import STEP_ID
from onefold.kernel.words import enumerated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.lark_parser import Unexpected
    from onefold.frontends.predicate.fault import Fault

_WHITE_SPACE: Final = " \t\f\r\n"
_NUMBERS: Final = frozenset({"INTEGER", "FLOAT"})
# In the order a message names them: one terminal of each kind, and the word for the kind.
_WORDS: Final = (
    ("IDENTIFIER", "a value"),
    ("PLUS", "an operator"),
    ("COMMA", "`,`"),
    ("COLON", "`:`"),
    ("RPAR", "`)`"),
    ("RSQB", "`]`"),
    ("RBRACE", "`}`"),
    ("$END", "the end"),
)
_STRING_START: Final = patterns.compile(r"""(?:[rR]?[bB]?|[bB][rR])("\""|'''|"|')""")
_LINE: Final = patterns.compile(r"[^\r\n]*")
_NUMBER_LIKE: Final = patterns.compile(r"\.?[0-9][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*")
_HYPHENATED: Final = patterns.compile(r"\bsteps\.([A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)+)")
_NOT: Final = patterns.compile(r"(?<![\w.])not[ \t\f\r\n]+\Z")
_HELP: Final = {
    "=": "write `==` to compare",
    "&": "write `&&`",
    "|": "write `||`",
    "and": "write `&&`",
    "or": "write `||`",
    "not": "write `!`",
    "`": 'write `["…"]` for a name that is no identifier',
    "“": 'strings stand in straight quotes: `"…"`',
    "”": 'strings stand in straight quotes: `"…"`',
    "‘": "strings stand in straight quotes: `'…'`",
    "’": "strings stand in straight quotes: `'…'`",
}


def syntax_error(text: str, unexpected: Unexpected) -> Fault:
    """The fault of a text that is no predicate."""
    start, end = unexpected.start, unexpected.end
    if start == len(text):
        return _early_end(text, unexpected)
    if not unexpected.terminal:
        special = _unclosed_string(text, start) or _bad_number(text, start)
        if special is not None:
            return special
    found = text[start:end]
    message = f"{_expected(unexpected.expected)} was expected, not `{found}`"
    return syntax_fault(start, end, message, _help(text, unexpected))


def _early_end(text: str, unexpected: Unexpected) -> Fault:
    # White space at the end, such as the line end of a block, is not where anybody looks.
    end = len(text.rstrip(_WHITE_SPACE))
    if end == 0:
        return syntax_fault(0, len(text), "it is empty")
    return syntax_fault(end, end, f"it ends where {_expected(unexpected.expected)} was expected")


def _unclosed_string(text: str, start: int) -> Fault | None:
    opening = _STRING_START.match(text, start)
    if opening is None:
        return None
    if len(opening[1]) == 3:
        return syntax_fault(start, len(text), f"the string that begins here has no closing `{opening[1]}`")
    line = _LINE.match(text, start)
    end = line.end() if line else len(text)
    return syntax_fault(start, end, f"the string that begins here has no closing `{opening[1]}` on its line")


def _bad_number(text: str, start: int) -> Fault | None:
    number = _NUMBER_LIKE.match(text, start)
    if number is None:
        return None
    help_line = _hyphen_help(text, start)
    if help_line is None and "_" in number[0]:
        help_line = "numbers in predicates have no `_`"
    return syntax_fault(start, number.end(), f"`{number[0]}` is not a number", help_line)


def _expected(terminals: frozenset[str]) -> str:
    if terminals == {"IDENTIFIER"}:
        return "the name of a field"
    if terminals == _NUMBERS:
        return "a number"
    # A comma may stand alone in brackets, but nobody misses it there.
    told = terminals - {"COMMA"} if "IDENTIFIER" in terminals else terminals
    words = [word for terminal, word in _WORDS if terminal in told]
    return enumerated(words)


def _help(text: str, unexpected: Unexpected) -> str | None:
    start, found = unexpected.start, text[unexpected.start : unexpected.end]
    if "{{" in text:
        return "a predicate is not a template: write it without `{{` and `}}`"
    if unexpected.expected == _NUMBERS or (found == "!" and "IDENTIFIER" in unexpected.expected):
        return "put what is negated in parentheses: `!(-x)`, `-(!x)`"
    return _hyphen_help(text, start) or _HELP.get(found) or (_HELP["not"] if _NOT.search(text[:start]) else None)


def _hyphen_help(text: str, start: int) -> str | None:
    """The way to write a step id with a hyphen, where one reaches to `start`."""
    for match in _HYPHENATED.finditer(text):
        if match.start() < start <= match.end() and len(match[1]) <= STEP_ID.limit:
            return f'write `steps["{match[1]}"]`'
    return None
