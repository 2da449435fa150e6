"""What is said where a text breaks the syntax of YAML: the parsers' objections in words for people."""

from __future__ import annotations

import re
from typing import Final, Literal

from attrs import frozen

from onefold.frontends.refusal import Refused, excerpt, found, syntax_error, word_at
from onefold.frontends.yaml.events import Objection
from onefold.kernel.source import Source, Span


@frozen
class _Explanation:
    """What an objection means. `{word}` is the word at the place, `{found}` the same or the end in words."""

    objection: str
    """Pattern for the parser's context and problem."""
    message: str
    help: str | None = None
    place: Literal["problem", "start", "line"] = "problem"
    """Point at the problem, at where the construct began, or at the rest of the line from there."""
    opening: bool = False
    """Whether the construct is a bracket that is still open."""


_QUOTE_IT: Final = "if this is a text, put it in quotes"
# Both parsers' words for the same objection stand together; the first that fits counts.
_EXPLANATIONS: Final = (
    _Explanation(r"tab|'\\t'", "a tab cannot stand here", "use spaces for indentation"),
    _Explanation(r"cannot start any token", "an unquoted text cannot begin with {word}", _QUOTE_IT),
    _Explanation(
        r"could not find expected ':'",
        "a key was expected, but no `:` follows {word}",
        "write `key: value`; indent the line if it belongs to the text before it",
        place="line",
    ),
    _Explanation(
        r"mapping values are not allowed",
        "this `:` would end a key, but no key can stand here",
        "put a text that holds `: ` in quotes; begin a key on a line of its own",
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
    ),
    _Explanation(
        r"block collection.*(?:expected <block end>|expected '-')",
        "{found} does not belong to the list before it",
        "check the indentation: the `-` of all items stand in the same column",
    ),
    _Explanation(r"expected ',' or '\]'", "a comma or `]` was expected, not {found}", opening=True),
    _Explanation(r"expected ',' or '}'", "a comma or `}}` was expected, not {found}", opening=True),
    _Explanation(r"node content|node but found", "a value was expected, not {found}"),
    _Explanation(
        r"<document start>",
        "{found} does not belong to what stands before it",
        "check the indentation, and the quotes before it",
    ),
    _Explanation(r"unexpected end of stream", "the quoted text that begins here has no closing quote", place="start"),
    _Explanation(r"document (?:separator|indicator)", "the document ends inside the quoted text before this line"),
    _Explanation(
        r"unknown escape",
        "{escape} is no escape",
        r"write a backslash as `\\`, or put the text in single quotes",
    ),
    _Explanation(r"hexdecimal number", "the escape lacks some of its hexadecimal digits"),
    _Explanation(r"character escape code", "the escape stands for no character"),
    _Explanation(
        r"block scalar",
        "the text block that begins here is not written as YAML has it",
        "after `|` or `>` may stand an indentation from 1 to 9 and `+` or `-`; all lines of the text are "
        "indented at least as much as its first",
        place="start",
    ),
    _Explanation(r"an alias", "`*` begins an alias, but no name follows", _QUOTE_IT, place="line"),
    _Explanation(r"an anchor", "`&` begins an anchor, but no name follows", _QUOTE_IT, place="line"),
    _Explanation(r"undefined tag handle", "the tag handle of {word} is not declared", _QUOTE_IT, place="line"),
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
_LINE: Final = re.compile(r"[^\r\n]*")
_ESCAPE: Final = re.compile(r"\\?.", re.DOTALL)


def explain(source: Source, objection: Objection) -> Refused:
    """The finding for a parser's objection."""
    words = f"{objection.context} {objection.problem}"
    explanation = next((each for each in _EXPLANATIONS if re.search(each.objection, words)), _UNKNOWN)
    span = _span(source, objection, explanation)
    backslash = _ESCAPE.match(source.text, max(span.start - 1, 0))
    message = explanation.message.format(
        word=found(span), found=found(span), escape=f"`{excerpt(backslash[0]) if backslash else span.text}`"
    )
    opening = None
    if explanation.opening and objection.start is not None:
        opening = Span(source, objection.start, objection.start + 1)
    return syntax_error("YAML", span, message, _help(source, span, explanation), opening)


def _span(source: Source, objection: Objection, explanation: _Explanation) -> Span:
    index = min(objection.index, len(source.text))
    if explanation.place == "problem" or objection.start is None:
        return word_at(source, index)
    if explanation.place == "start":
        return word_at(source, objection.start)
    line = _LINE.match(source.text, objection.start)
    return Span(source, objection.start, objection.start + len(line[0].rstrip() if line else ""))


def _help(source: Source, span: Span, explanation: _Explanation) -> str | None:
    if source.text.startswith("{{", span.start) or source.text.startswith("{{", max(span.start - 1, 0)):
        return "put a text that holds `{{ … }}` in quotes"
    return explanation.help
