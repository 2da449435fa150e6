"""Run the parser tables over a source."""

from __future__ import annotations

from onefold.frontends.fold.tables import END, GATHERING, SILENT
from onefold.frontends.refusal import Refused
from onefold.frontends.tally import Tally
from onefold.kernel.classes import Factory, define
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Final, NoReturn, Protocol, TypeAlias

    from onefold.frontends.fold.tables import Rule, Tables
    from onefold.kernel.source import Source

    # Given the values of the parts of a rule and the place it takes, the value of the rule. The value of a token is its
    # place, a pair of start and end.
    Act: TypeAlias = Callable[[list[Any], int, int], Any]

    class Unexpected(Protocol):
        """Says what was expected where a text stops following the grammar."""

        def __call__(self, parse: Parse, position: int) -> Refused:
            """The refusal of what stands at `position`."""


_OPENING: Final = frozenset({"predicate__LBRACE", "predicate__LSQB", "LPAR"})
_CLOSING: Final = frozenset({"predicate__RBRACE", "predicate__RSQB", "predicate__RPAR"})
_BEFORE_PREDICATE: Final = frozenset({"ON", "WHEN"})
_OPERAND: Final = "predicate__IDENTIFIER"
_SPECIAL: Final = _OPENING | _CLOSING | _BEFORE_PREDICATE
_MONEY: Final = ("MONEY", "ANY_MONEY")
_WORDS: Final = ("NAME", "WORD")
# An operator nests without brackets too (`!!!!x`), which the limit on brackets does not see.
_MOST_SYMBOLS: Final = 10_000


def _no_act(_name: str) -> Act:
    return lambda *_: None


@define
class Parse:
    """One run: where it is, and what is open around it."""

    source: Source
    tables: Tables
    tally: Tally
    states: list[int]
    act: Callable[[str], Act] = _no_act
    """What is done for a rule, by its name."""
    values: list[Any] = Factory(list)
    starts: list[int] = Factory(list)
    """Where each symbol of `values` begins."""
    end: int = 0
    """Where the last token ends."""
    last: str = ""
    """The terminal that was read last."""
    openings: list[int] = Factory(list)
    """The brackets that are open."""
    predicate: tuple[int, int] | None = None
    """Where the predicate that is being read begins, and how many brackets were open there."""
    gaps: list[int] = Factory(list)
    """Start and end of every gap between tokens that has a comment in it, one after the other.

    An amount of money is one token; the gap between its number and its currency has a comment when there is a slash.
    """

    _acts: dict[str, Act] = Factory(dict)

    def run(self, unexpected: Unexpected) -> Any:  # noqa: ANN401 - the value of the start rule
        """The value of the whole text. Raises `Refused` at the first place that does not follow the grammar."""
        position = self.advance(len(self.source.text) + 1)
        if self.states[-1] != self.tables.accept:
            raise unexpected(self, position)
        return self.values[-1]

    def before(self, position: int) -> list[int]:
        """The states just before the token at `position` was tried.

        A token that fits nowhere may already have closed rules that others would have gone on with, so they are
        found by a second run.
        """
        states = [self.tables.start]
        tally = Tally(self.source, self.tally.limits, refuses_depth=False)
        Parse(self.source, self.tables, tally, states).advance(position)
        return states

    def skip(self, position: int) -> int:
        """The place of the next token."""
        match = self.tables.gap.match(self.source.text, position)
        return match.end() if match else position

    def without_comments(self, start: int, end: int) -> str:
        """The text of the last tokens, in which white space of the same length stands for comments between them."""
        text, gaps = self.source.text, self.gaps
        index = len(gaps)
        while index and gaps[index - 2] >= start:
            index -= 2
        pieces = []
        while index < len(gaps) and gaps[index + 1] <= end:
            pieces += [text[start : gaps[index]], " " * (gaps[index + 1] - gaps[index])]
            start = gaps[index + 1]
            index += 2
        return "".join([*pieces, text[start:end]])

    def advance(self, until: int) -> int:
        """Take the tokens before `until`; the place of the first one that was not taken."""
        text, states = self.source.text, self.states
        values, starts = self.values, self.starts
        while True:
            terminal, position, end = self._token(text, states[-1])
            if position >= until:
                return position
            state = self._close(terminal)
            if state < 0:
                return position
            if terminal in _SPECIAL:
                self._notice(terminal, state, position, end)
            if len(states) > _MOST_SYMBOLS:
                from onefold.frontends.predicate.build import LARGEST_DEPTH  # Needed only where it is exceeded.

                self._refuse_predicate(position, end, {"limit": LARGEST_DEPTH, "what": "operators"})
            states.append(state)
            values.append((position, end))
            starts.append(position)
            self.end, self.last = end, terminal

    def _token(self, text: str, state: int) -> tuple[str, int, int]:
        """The next terminal and its place; an empty name where there is none."""
        match = self.tables.lexer(state).match(text, self.end)
        if match is None:
            position = end = self.skip(self.end)
            terminal = END if position == len(text) else ""
        else:
            terminal = match.lastgroup or ""
            position, end = match.span(terminal)
        if position - self.end > 1 and text.find("/", self.end, position) >= 0:
            self.gaps.extend((self.end, position))
        if terminal in _MONEY and text.find("/", position, end) >= 0:
            self.gaps.extend((position, end))
        if terminal in _WORDS:
            keyword = self.tables.keywords.get(text[position:end], "")
            if keyword in self.tables.actions[state]:
                terminal = keyword
        return terminal, position, end

    def _close(self, terminal: str) -> int:
        """The state that `terminal` leads to, after every rule that ends before it; negative if it fits nowhere."""
        tables, states, values, starts = self.tables, self.states, self.values, self.starts
        actions, rules, gotos = tables.actions, tables.rules, tables.gotos
        action = actions[states[-1]].get(terminal)
        while action is not None and action < 0:
            rule = rules[~action]
            size, origin, _, _, _, is_idle = rule
            if is_idle:
                states[-1] = tables.settle(states[-2], states[-1], terminal)
            elif size == 1:
                values[-1] = self._value(rule, values[-1:], starts[-1])
                states[-1] = gotos[states[-2]][origin]
            else:
                # The parts of the rule are replaced by its value.
                values[-size:] = (self._value(rule, values[-size:], starts[-size]),)
                del states[-size:], starts[1 - size :]
                states.append(gotos[states[-1]][origin])
            action = actions[states[-1]].get(terminal)
        return -1 if action is None else action

    def _notice(self, terminal: str, state: int, position: int, end: int) -> None:
        """Count brackets, and see where predicates begin."""
        if terminal in _OPENING:
            self._open(position)
        elif terminal in _CLOSING:
            self.openings.pop()
        elif _OPERAND in self.tables.actions[state]:
            self.predicate = end, len(self.openings)

    def _open(self, position: int) -> None:
        """Count a bracket. Outside of predicates the tree is at least as deep as brackets are."""
        self.openings.append(position)
        if self.predicate is None:
            self.tally.reach(position, len(self.openings) + 1)
        elif len(self.openings) - self.predicate[1] > self.tally.limits.predicate_depth:
            arguments = {"limit": self.tally.limits.predicate_depth, "what": "brackets"}
            self._refuse_predicate(position, position + 1, arguments)

    def _refuse_predicate(self, start: int, end: int, arguments: Mapping[str, object]) -> NoReturn:
        place = Place(span=Span(self.source, start, end))
        raise Refused(Finding("predicate-too-deep", place, arguments))

    def _value(self, rule: Rule, parts: Sequence[Any], start: int) -> Any:  # noqa: ANN401 - whatever the action makes
        _, _, action, kept, lists, _ = rule
        if action == SILENT:
            return None
        gathered = self._gather(rule, parts) if lists else [parts[index] for index in kept]
        if action == GATHERING:
            return gathered
        act = self._acts.get(action)
        if act is None:
            act = self._acts[action] = self.act(action)
        if action == "predicate":
            self.predicate = None
        return act(gathered, start, self.end)

    def _gather(self, rule: Rule, parts: Sequence[Any]) -> list[Any]:
        """The parts of a rule in one list, with what is in the lists among them."""
        first, *others = rule.parts
        # The list of a repetition grows in place, so that its length costs no more than itself.
        gathered: list[Any] = parts[first] if first in rule.lists else [parts[first]]
        for index in others:
            if index in rule.lists:
                gathered += parts[index]
            else:
                gathered.append(parts[index])
        return gathered
