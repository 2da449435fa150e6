"""The parser tables of the fold grammar, made ahead of time."""

from __future__ import annotations

from onefold import grammars
from onefold.kernel import patterns
from onefold.kernel.classes import Factory, define
from onefold.kernel.functions import cache
from onefold.kernel.json_text import loads
from onefold.kernel.typed import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Mapping, Sequence
    from typing import Final

END: Final = "$END"
# A rule whose value nobody asks for: the inside of a predicate, which is kept as text.
SILENT: Final = ""
# A rule that only hands on the value of its single part.
PASSING: Final = "pass"
# A repetition that Lark made a rule of; its value is a list, which becomes part of the list around it.
GATHERING: Final = "gather"


class Rule(NamedTuple):
    """One alternative of a rule of the grammar."""

    size: int
    """How many symbols it has."""
    origin: str
    """The rule it belongs to."""
    action: str
    """What is done with its parts: the name of an action, or one of the constants of this module."""
    parts: Sequence[int]
    """The indexes of the symbols with a value."""
    lists: Sequence[int]
    """Those of them whose value is a list to be taken apart."""
    is_idle: bool
    """Whether nothing is done for the rule but to go on to another state."""


@define
class Tables:
    """States and lexers of the whole grammar."""

    start: int
    accept: int
    """The state in which the whole text is read."""
    rules: Sequence[Rule]
    actions: Sequence[Mapping[str, int]]
    """By state and terminal, the state to go to, or the bitwise inverse of the number of the rule that ends."""
    gotos: Sequence[Mapping[str, int]]
    """By state and rule, the state to go to after the rule."""
    keywords: Mapping[str, str]
    """Words, and the terminals they are in states that wait for those."""
    lexers: Sequence[str]
    """Regular expressions that find the next token, as the name of the group."""
    lexer_of_state: Sequence[int]
    """By state, the index of its lexer; -1 where no token leads to the state."""
    gap: re.Pattern[str]
    """What may stand between any two tokens."""
    _compiled: dict[int, re.Pattern[str]] = Factory(dict)
    _settled: dict[tuple[int, int, str], int] = Factory(dict)

    def lexer(self, state: int) -> re.Pattern[str]:
        """The lexer that a state needs; most files need a few of them."""
        index = self.lexer_of_state[state]
        try:
            return self._compiled[index]
        except KeyError:
            return self._compiled.setdefault(index, patterns.compile(self.lexers[index]))

    def settle(self, below: int, state: int, terminal: str) -> int:
        """The state after all rules that end before `terminal` and for which nothing is done.

        A value is a scalar, which is a plain value, which is an item: one step for all of that.
        """
        key = below, state, terminal
        try:
            return self._settled[key]
        except KeyError:
            while (action := self.actions[state].get(terminal, 0)) < 0 and self.rules[~action].is_idle:
                state = self.gotos[below][self.rules[~action].origin]
            return self._settled.setdefault(key, state)


@cache
def tables() -> Tables:
    """The tables, one for the whole process."""
    made = loads(grammars.tables("fold"))
    del made["lark"]
    made["rules"] = [Rule(*each) for each in made["rules"]]
    made["gap"] = patterns.compile(made["gap"])
    return Tables(**made)
