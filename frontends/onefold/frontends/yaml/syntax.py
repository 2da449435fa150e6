"""What is said where a text breaks the syntax of YAML: the parsers' objections in words for people."""

from __future__ import annotations

from onefold.frontends.refusal import found, syntax_error, word_at
from onefold.kernel import patterns
from onefold.kernel.classes import frozen
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Final, Literal

    from onefold.frontends.refusal import Refused
    from onefold.frontends.yaml.events import Objection
    from onefold.kernel.source import Source


@frozen
class _Explanation:
    """What an objection means; `{found}` is the word at the place, in words."""

    objection: str
    """Pattern for the parser's context and problem."""
    message: str
    help: str | None = None
    place: Literal["problem", "start", "line", "token", "escape"] = "problem"
    """Point at the problem, at where the construct began, at the rest of the line from there, or at an escape."""
    inside_line: str | None = None
    """What is said instead where the problem does not begin its line."""
    opening: bool = False
    """Whether the construct is a bracket that is still open."""


_AFTER_ITS_END: Final = "{found} stands after the end of the value on its line"
_QUOTE_IT: Final = "if this is a text, quote it"
# Both parsers' words for the same objection stand together; the first that fits counts.
_EXPLANATIONS: Final = (
    _Explanation(r"tab|'\\t'", "a tab cannot stand here", "use spaces for indentation"),
    _Explanation(r"cannot start any token", "an unquoted text cannot begin with {found}", _QUOTE_IT),
    _Explanation(
        r"could not find expected ':'",
        "a key was expected, but no `:` follows {found}",
        "write `key: value`; indent the line if it belongs to the text before it",
        place="line",
    ),
    _Explanation(
        r"mapping values are not allowed",
        "this `:` would end a key, but no key can stand here",
        "put a text that holds `: ` in quotes; if this is a key, check its indentation",
    ),
    _Explanation(
        r"sequence entries are not allowed",
        "an item of a list cannot begin here",
        "begin the list on a line of its own; put a text that begins with `- ` in quotes",
    ),
    _Explanation(r"mapping keys are not allowed", "a key cannot begin here"),
    _Explanation(
        r"block mapping.*(?:expected <block end>|expected key)",
        "{found} does not belong to the mapping before it",
        "check the indentation: the keys of one mapping begin in the same column",
        inside_line=_AFTER_ITS_END,
    ),
    _Explanation(
        r"block collection.*(?:expected <block end>|expected '-')",
        "{found} does not belong to the list before it",
        "check the indentation: the `-` of all items stand in the same column",
        inside_line=_AFTER_ITS_END,
    ),
    _Explanation(r"expected ',' or '\]'", "a comma or `]` was expected, not {found}", opening=True),
    _Explanation(r"expected ',' or '}'", "a comma or `}}` was expected, not {found}", opening=True),
    _Explanation(r"node content|node but found", "a value was expected, not {found}"),
    _Explanation(
        r"<document start>",
        "{found} does not belong to what stands before it",
        "check the indentation, and the quotes before it",
        inside_line=_AFTER_ITS_END,
    ),
    _Explanation(r"unexpected end of stream", "the quoted text that begins here has no closing quote", place="start"),
    _Explanation(r"document (?:separator|indicator)", "the document ends inside the quoted text before this line"),
    _Explanation(
        r"unknown escape",
        "{found} is no escape",
        r"write a backslash as `\\`, or put the text in single quotes",
        place="escape",
    ),
    _Explanation(r"hexdecimal number", "{found} lacks some of its hexadecimal digits", place="escape"),
    _Explanation(r"character escape code", "{found} stands for no character", place="escape"),
    _Explanation(
        r"block scalar",
        "the text block that begins here is not written as YAML has it",
        "after `|` or `>` may stand an indentation from 1 to 9 and `+` or `-`; all lines of the text are "
        "indented at least as much as its first",
        place="start",
    ),
    _Explanation(r"an alias", "`*` begins an alias, but no name follows", _QUOTE_IT, place="line"),
    _Explanation(r"an anchor", "`&` begins an anchor, but no name follows", _QUOTE_IT, place="line"),
    _Explanation(r"undefined tag handle", "the handle of the tag {found} is not declared", _QUOTE_IT, place="token"),
    _Explanation(r"\btag\b", "this tag is not written as YAML has it", _QUOTE_IT, place="line"),
    _Explanation(r"duplicate.*directive", "the directive is there twice"),
    _Explanation(
        r"directive",
        "this directive is not written as YAML has it",
        "begin a text that starts with `%` with a quote",
        place="line",
    ),
    _Explanation(r"after document end", "{found} stands after the end of the document"),
)
_UNKNOWN: Final = _Explanation("", "it cannot be read here")
_LINE: Final = patterns.compile(r"[^\r\n]*")
_TOKEN: Final = patterns.compile(r"[^ \t\r\n]*")
_PROLOGUE: Final = patterns.compile(r"(?:[ \t\r\n]|[#%][^\r\n]*)*+")
_ESCAPE: Final = patterns.compile(r"\\(?:[xuU][0-9a-fA-F]*|.?)")
_TEMPLATE: Final = patterns.compile(r"\{?\{\{|(?<=\{)\{")


def explain(source: Source, objection: Objection) -> Refused:
    """The finding for a parser's objection."""
    words = f"{objection.context} {objection.problem}"
    explanation = next((each for each in _EXPLANATIONS if patterns.compile(each.objection).search(words)), _UNKNOWN)
    span = _span(source, objection, explanation)
    message, help_line = explanation.message, explanation.help
    prologue = _PROLOGUE.match(source.text)
    if "<document start>" in words and prologue and "%" in prologue[0] and span.start <= prologue.end():
        message, help_line = "`---` was expected after the directives, not {found}", "write `---` before the document"
    if explanation.inside_line and span.text and not _begins_line(span):
        message, help_line = explanation.inside_line, "put the whole value in quotes"
    if _TEMPLATE.match(source.text, span.start):
        help_line = "quote it: a text that holds `{{ … }}` needs quotes"
    opening = None
    if explanation.opening and objection.start is not None:
        opening = Span(source, objection.start, objection.start + 1)
    return syntax_error("YAML", span, message.format(found=found(span)), help_line, opening)


def _span(source: Source, objection: Objection, explanation: _Explanation) -> Span:
    index = min(objection.index, len(source.text))
    start = index if objection.start is None else objection.start
    match explanation.place:
        case "start":
            return word_at(source, start)
        case "line":
            return _matched(source, _LINE, start)
        case "token":
            return _matched(source, _TOKEN, start)
        case "escape":
            return _matched(source, _ESCAPE, max(source.text.rfind("\\", 0, index + 1), 0))
    return word_at(source, index)


def _matched(source: Source, pattern: re.Pattern[str], index: int) -> Span:
    match = pattern.match(source.text, index)
    return Span(source, index, index + len(match[0].rstrip(" \t")) if match else index)


def _begins_line(span: Span) -> bool:
    before = span.source.text[: span.start].rstrip(" \t")
    return before == "" or before[-1] in "\r\n"
