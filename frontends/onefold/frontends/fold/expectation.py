"""Say in words what was expected where a text stops following the grammar."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from onefold.frontends.fold.build import Chain, Label
from onefold.frontends.fold.make import Field
from onefold.frontends.fold.parse import Parse
from onefold.frontends.fold.scalars import unquoted
from onefold.frontends.fold.slips import misspelt_qualifier, word_for_attempts
from onefold.frontends.fold.tables import END, Tables
from onefold.frontends.predicate import parse as parse_predicate
from onefold.frontends.refusal import Refused, found, syntax_error
from onefold.kernel import patterns
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Span
from onefold.kernel.words import enumerated

# What a message names before and after the words for names and values.
_BEFORE: Final = (
    ("EQUALS", "`=`"),
    ("AT", "`@`"),
    ("__ANON_2", "`->`"),
    ("COLON", "`:`"),
    ("COMMA", "`,`"),
    ("predicate__DIVIDE", "an operator"),
    ("predicate__LBRACE", "`{`"),
)
_AFTER: Final = (
    ("LPAR", "`(`"),
    ("predicate__RPAR", "`)`"),
    ("predicate__RBRACE", "`}`"),
    ("predicate__RSQB", "`]`"),
    (END, "the end of the file"),
)
# After some terminals a value is more than any value.
_VALUES: Final = {
    "KIND": "a step id",
    "__ANON_2": "a step id",
    "START": "a step id",
    "WORKFLOW": "a workflow id",
    "EQUALS": "an id",
    "AT": "a version",
    "ON": "an outcome",
    "PRIORITY": "a number",
    "QUORUM": "a number",
}
_NAMED: Final = (
    ("GLOB", "a glob of tool ids"),
    ("LONE_GLOB", "a list of globs"),
    ("KEY", "a key"),
    ("FROM", "a statement"),
    ("LABEL", "a field"),
    ("predicate__IDENTIFIER", "a value"),
    ("predicate__INTEGER", "a number"),
)
# What ends a predicate here; to those who read predicates the second is white space.
_NOT_THERE: Final = ("->", "\f")
_TEXT: Final = "a text in double quotes"
_FOUND: Final = patterns.compile(r'->|&&|\|\||[=!<>]=|\w(?:[\w.+]|-(?=\w))*|"[^"\r\n]*"|[\s\S]')
_QUOTED: Final = patterns.compile(r'"[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+"')
_BLOCK: Final = patterns.compile(r'"""[^"\\]*+(?:(?:\\[\s\S]|"(?!""))[^"\\]*+)*+"""')
_LINE: Final = patterns.compile(r"[^\r\n]*")
# Digits with letters after them that are no units.
_RUN_TOGETHER: Final = patterns.compile(r"-?[0-9][0-9_.]*(?!(?:[0-9.]*(?:d|h|m|s|ms))+\Z)[A-Za-z_][A-Za-z0-9_]*")
_SIDE_BY_SIDE: Final = "a name and its value stand side by side, without `{}`"
_HELP: Final = {
    ":": f"{_SIDE_BY_SIDE.format(':')}; only JSON has it",
    "'": "a text stands in double quotes",
    "#": "a comment begins with `//`",
    ";": "statements and fields need nothing between them, or a comma",
    "“": "a text stands in straight double quotes",
    "”": "a text stands in straight double quotes",
}


def unexpected(parse: Parse, position: int) -> Refused:
    """The refusal of what stands at `position`."""
    for explain in (_in_predicate, _slip, _unlexed, _run_together, _unquoted_criterion):
        special = explain(parse, position)
        if special is not None:
            return special
    span = _found(parse, position)
    expected = _expected(parse, position)
    message = f"{expected} was expected, not {found(span)}"
    opening = None
    if parse.openings and (not span.text or "`,` or" in expected):
        opening = Span(parse.source, parse.openings[-1], parse.openings[-1] + 1)
    return syntax_error("fold", span, message, _help(span, expected), opening)


def _in_predicate(parse: Parse, position: int) -> Refused | None:
    """A predicate is explained by those who read predicates."""
    text = parse.source.text
    if parse.predicate is None or text.startswith(_NOT_THERE, position):
        return None
    start, _ = parse.predicate
    first = parse.skip(start)
    line = _LINE.match(text, position)
    end = line.end() if line else position
    read = parse_predicate(parse.without_comments(first, end), parse.tally.limits)
    for fault in read.faults:
        within = Span(parse.source, first + fault.start, min(first + fault.end, len(text)))
        return Refused(Finding(fault.code, Place(span=within), fault.arguments, help=fault.help))
    return None


def _unlexed(parse: Parse, position: int) -> Refused | None:
    """What is not even a word of fold: something that is not closed, or that should be spelled otherwise."""
    source, text = parse.source, parse.source.text
    if text.startswith('"""', position):
        if _BLOCK.match(text, position):
            return None
        span = Span(source, position, position + 3)
        return syntax_error("fold", span, 'the text block that begins here has no closing `"""`')
    if text.startswith('"', position) and not _QUOTED.match(text, position):
        line = _LINE.match(text, position)
        span = Span(source, position, line.end() if line else position + 1)
        help_line = 'a text of several lines stands between `"""`, or write a line break in it as `\\n`'
        return syntax_error("fold", span, 'the text that begins here has no closing `"` on its line', help_line)
    if text.startswith("/*", position):
        span = Span(source, position, position + 2)
        return syntax_error("fold", span, "the comment that begins here has no closing `*/`")
    return None


def _run_together(parse: Parse, _position: int) -> Refused | None:
    """A number and a word without anything between them are read as one value, and the next value is one too many."""
    if parse.last != "NUMBER":
        return None
    start, end = parse.starts[-1], parse.end
    match = _RUN_TOGETHER.fullmatch(parse.source.text, start, end)
    if match is None:
        return None
    message = f"`{match[0]}` is neither a number nor a duration"
    return syntax_error("fold", Span(parse.source, start, end), message, "put white space between two words")


def _unquoted_criterion(parse: Parse, _position: int) -> Refused | None:
    """The words of a text without quotes look like fields of a criterion, until they do not."""
    for label, part in pairwise(parse.values[-4:]):
        first = part[0] if type(part) is list and part else part
        if isinstance(first, Field):
            first = (first.start, first.end)
        # A token is a bare pair; anything else after the id is a text.
        if isinstance(label, Label) and type(first) is tuple:
            span = Span(parse.source, *first)
            return unquoted(span) if span.text not in ("weight", "check") else None
    return None


def _slip(parse: Parse, _position: int) -> Refused | None:
    """A misspelt word where a name may begin is taken for one, until no value fits."""
    for before, part in pairwise(_latest(parse)):
        # A token is a bare pair.
        name = part if type(part) is tuple else (part.start, part.end) if isinstance(part, Field) else None
        if name is None:
            continue
        finding = None
        if isinstance(before, Chain) and len(before.transitions) == 1:
            finding = misspelt_qualifier(Span(parse.source, *name))
        elif isinstance(before, Field) and before.key == "retry" and before.made.start == before.start:
            finding = word_for_attempts(Span(parse.source, *name))
        if finding is not None:
            return Refused(finding)
    return None


def _latest(parse: Parse) -> list[Any]:
    """What was read last, with the last parts of the lists among them."""
    return [each for value in parse.values[-4:] for each in (value[-2:] if type(value) is list else [value])]


def _found(parse: Parse, position: int) -> Span:
    match = _FOUND.match(parse.source.text, position)
    return Span(parse.source, position, match.end() if match else position)


def _help(span: Span, expected: str) -> str | None:
    if span.text[:1].isalnum() and expected == _TEXT:
        return "put the text in double quotes"
    if span.text == "=":
        arrow = span.source.text.startswith("=>", span.start)
        return "an arrow is `->`" if arrow else None if ":" in expected else _SIDE_BY_SIDE.format("=")
    return _HELP.get(span.text)


def _expected(parse: Parse, position: int) -> str:
    terminals = acceptable(parse.tables, parse.before(position))
    main = _main(terminals, parse.last)
    before = [word for terminal, word in _BEFORE if terminal in terminals]
    after = [word for terminal, word in _AFTER if terminal in terminals]
    if main:
        # A comma is never the only thing that may follow, and a brace opens a value like any other.
        before = [word for word in before if word != "`,`" and (word != "`{`" or main in ("a statement", "a field"))]
    elif "`]`" in after:
        before = [word for word in before if word != "`{`"]
    if "predicate__IDENTIFIER" in terminals or "predicate__DIVIDE" in terminals:
        after = [word for word in after if word == "`)`"]
    if main == "a statement":
        after = []
    words = [*before, main, *after] if main else [*before, *after]
    return enumerated(words)


def _main(terminals: frozenset[str], last: str) -> str:
    """What a name, a value or a text is called where it is expected; empty where none is."""
    if terminals == {"FOLD"}:
        return "`fold 1`"
    if "WORD" in terminals:
        return _VALUES.get(last, "a value")
    for terminal, word in _NAMED:
        if terminal in terminals:
            return word
    if "STRING" in terminals:
        return "a criterion" if "predicate__RBRACE" in terminals else _TEXT
    return "a field" if "NAME" in terminals else ""


def acceptable(tables: Tables, states: Sequence[int]) -> frozenset[str]:
    """The terminals that may follow: a state waits for some that the rules ending there do not lead to."""
    return frozenset(name for name in tables.actions[states[-1]] if _is_acceptable(tables, states, name))


def _is_acceptable(tables: Tables, states: Sequence[int], terminal: str) -> bool:
    height = len(states)
    above: list[int] = []
    while True:
        action = tables.actions[above[-1] if above else states[height - 1]].get(terminal)
        if action is None or action >= 0:
            return action is not None
        rule = tables.rules[~action]
        height -= max(0, rule.size - len(above))
        del above[-rule.size :]
        state = tables.gotos[above[-1] if above else states[height - 1]][rule.origin]
        if state == tables.accept:
            return True
        above.append(state)
