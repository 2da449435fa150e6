"""Parse predicates by the tables of their grammar without Lark, whose import costs more than most files.

What comes out is the tree that Lark gives, or nothing: what these few terminals do not cover, and every text with a
fault, is left to Lark, which also says what is wrong. A test compares the two on everything there is.
"""

from __future__ import annotations

from onefold.kernel import patterns
from onefold.kernel.functions import cache
from onefold.kernel.ir.expression import RESERVED_NAMES
from onefold.kernel.typed import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Mapping, Sequence
    from typing import Final, TypeAlias

    Child: TypeAlias = "Node | Token"
    _Value: TypeAlias = "Node | Token | list[Child]"

_END: Final = "END"
# The terminals of nearly all predicates, in the order in which Lark tries them. Where a text goes on in a way that
# only another terminal covers, no rule of the grammar takes what is found instead, and the text is left to Lark.
_TOKEN: Final = patterns.compile(
    r"""[ \t\f\r\n]*(?:(?P<WORD>[A-Za-z_][A-Za-z0-9_]*)
    |(?P<FLOAT>(?:[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+)(?![A-Za-z0-9_]))
    |(?P<INTEGER>[0-9]+(?![A-Za-z0-9_]))
    |(?P<STRING>"(?!"")(?:[^"\\\r\n]|\\[^\r\n])*"|'(?!'')(?:[^'\\\r\n]|\\[^\r\n])*')
    |(?P<SIGN>[=!<>]=|&&|\|\||/(?![/*])|[-+*%<>!.,:?()\[\]{}]))""",
    patterns.VERBOSE | patterns.ASCII,
)
_KEYWORDS: Final = {"in": "IN", "true": "TRUE", "false": "FALSE", "null": "NULL"}
_OPENING: Final = frozenset("([{")
_CLOSING: Final = frozenset(")]}")
_SPACE: Final = " \t\f\r\n"
MOST_BRACKETS_AHEAD: Final = 16
"""How many brackets may be open where `end` is sure."""
_MOST_AHEAD: Final = 1000
_LONGEST_AHEAD: Final = 1000
# The trees of predicates whose ends were looked for, by their texts.
_ahead: dict[str, Node] = {}


class Token(str):
    """The text of a terminal, with its name and where it stands, counted in characters."""

    __slots__ = ("end_pos", "start_pos", "type")

    type: str
    start_pos: int
    end_pos: int


class Node:
    """A node of the tree: the name of its rule or alias, and its children."""

    __slots__ = ("children", "data")

    def __init__(self, data: str, children: list[Node | Token]) -> None:
        self.data = data
        self.children = children


class Rule(NamedTuple):
    """One alternative of a rule of the grammar."""

    size: int
    """How many symbols it has."""
    origin: str
    """The rule it belongs to."""
    name: str
    """What its node is called; empty where its children become those of the node around it."""
    passes: bool
    """Whether a single child stands for it."""
    kept: Sequence[int]
    """The indexes of the symbols that become children."""


class Tables(NamedTuple):
    """The parser of the grammar."""

    start: int
    accept: int
    rules: Sequence[Rule]
    states: Sequence[Mapping[str, int]]
    """By state and symbol, the state to go to, or the bitwise inverse of the number of the rule that ends."""
    signs: Mapping[str, str]
    """The terminals that are signs, by their text."""


@cache
def tables() -> Tables:
    """The tables, one for the whole process."""
    from onefold.grammars import predicate_quick  # It is written by a program that needs what is here.

    states = []
    for moves, ends in zip(predicate_quick.MOVES, predicate_quick.ENDS, strict=True):
        state: dict[str, int] = dict(moves)
        for rule, followers in ends:
            state.update(dict.fromkeys(predicate_quick.FOLLOWERS[followers], ~rule))
        states.append(state)
    rules = [Rule(*each) for each in predicate_quick.RULES]
    return Tables(predicate_quick.START, predicate_quick.ACCEPT, rules, states, predicate_quick.SIGNS)


def parse(text: str, depth: int) -> Node | None:
    """The tree of a predicate with no more than `depth` brackets open at once; `None` where Lark has to decide."""
    known = _ahead.get(text)
    if known is not None and depth >= MOST_BRACKETS_AHEAD:
        return known
    found = _parse_from(text, 0, depth)
    return None if found is None or text[found[1] :].strip(_SPACE) else found[0]


def end(text: str, start: int) -> int | None:
    """Where the predicate that begins at `start` ends, if that is sure: the next word or sign fits none.

    Its tree is kept for `parse`, which is nearly always asked for it soon, unless it takes much room.
    """
    found = _parse_from(text, start, MOST_BRACKETS_AHEAD)
    if found is None:
        return None
    if found[1] - start <= _LONGEST_AHEAD:
        if len(_ahead) == _MOST_AHEAD:
            _ahead.clear()
        _ahead[text[start : found[1]]] = found[0]
    return found[1]


def is_known(text: str) -> bool:
    """Whether a text is a predicate whose end was looked for before."""
    return text in _ahead


def _parse_from(text: str, start: int, depth: int) -> tuple[Node, int] | None:
    """The tree of what begins at `start`, and where it ends."""
    grammar = tables()
    states: list[int] = [grammar.start]
    values: list[_Value] = []
    position, brackets = start, 0
    last = ""
    while (match := _TOKEN.match(text, position)) is not None:
        token = _token(match, grammar, states[-1], start)
        brackets += (token in _OPENING) - (token in _CLOSING)
        # A reserved word after a dot counts as one bracket more.
        if brackets + (last == "." and token in RESERVED_NAMES) > depth:
            return None
        if not _close(grammar, states, values, token.type):
            break
        states.append(grammar.states[states[-1]][token.type])
        values.append(token)
        position, last = match.end(), token
    root = values[-1] if _close(grammar, states, values, _END) else None
    return (root, position) if isinstance(root, Node) else None


def _token(match: re.Match[str], grammar: Tables, state: int, start: int) -> Token:
    kind = match.lastgroup or ""
    token = Token(match[kind])
    token.start_pos, token.end_pos = match.start(kind) - start, match.end(kind) - start
    if kind == "WORD":
        keyword = _KEYWORDS.get(token, "")
        kind = keyword if keyword in grammar.states[state] else "IDENTIFIER"
    elif kind == "SIGN":
        kind = grammar.signs[token]
    token.type = kind
    return token


def _close(grammar: Tables, states: list[int], values: list[_Value], terminal: str) -> bool:
    """End every rule that ends before `terminal`; whether it fits there."""
    while True:
        action = grammar.states[states[-1]].get(terminal)
        if action is None:
            return terminal == _END and states[-1] == grammar.accept
        if action >= 0:
            return True
        rule = grammar.rules[~action]
        if rule.size == 1 and rule.passes:
            # Most levels of the grammar are passed like this: what stands there stays, and only the state is another.
            states[-1] = grammar.states[states[-2]][rule.origin]
            continue
        parts = values[-rule.size :]
        del states[-rule.size :], values[-rule.size :]
        values.append(_value(rule, parts))
        states.append(grammar.states[states[-1]][rule.origin])


def _value(rule: Rule, parts: list[_Value]) -> _Value:
    children: list[Child] = []
    for index in rule.kept:
        part = parts[index]
        if isinstance(part, list) and not children:
            children = part  # The list of a repetition grows in place, so that its length costs no more than itself.
            continue
        if isinstance(part, list):
            children += part
        else:
            children.append(part)
    if not rule.name:
        return children
    return children[0] if rule.passes and len(children) == 1 else Node(rule.name, children)
