"""From the tables that Lark makes of the grammar to the form that the parser runs.

This is done ahead of time, by `tools/dev/build_grammars.py`: reading the result takes a fraction of the time that
Lark itself takes to start, so a file is parsed without it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from typing import Any, Final, TypeAlias

from onefold.frontends.fold.tables import END, GATHERING, PASSING, SILENT, Rule
from onefold.kernel.ir.nodes import STEP_KINDS

_WORDS: Final = frozenset({"NAME", "WORD"})
# States that wait for the same of these terminals share a lexer: all others begin differently, or one that is not
# waited for is an error in any case.
_TELLING: Final = frozenset(
    {"WORD", "MONEY", "ANY_MONEY", "GLOB", "LONE_GLOB", "KEY", "LABEL", "FROM", "IN"}
    | {f"predicate__{name}" for name in ("IDENTIFIER", "NULL", "INTEGER", "DIVIDE")}
)

_State: TypeAlias = dict[str, int]


def condense(made: Mapping[str, Any]) -> dict[str, Any]:
    """The attributes of `Tables`, in plain lists and mappings."""
    parser, memo = made["data"]["parser"], made["memo"]
    rules = {key: each for key, each in memo.items() if each["__type__"] == "Rule"}
    patterns = _patterns(memo)
    gap = "|".join(patterns.pop(name) for name in parser["lexer_conf"]["ignore"])
    keywords = _keywords(patterns)
    states = _states(parser["parser"], list(rules))
    terminals = {END, *patterns}
    patterns = {name: pattern for name, pattern in patterns.items() if name not in keywords.values()}
    start: int = parser["parser"]["start_states"]["start"]
    lexers, lexer_of_state = _lexers(start, states, patterns, frozenset(keywords.values()))
    gap = f"(?:{gap})*+"
    return {
        "start": start,
        "accept": parser["parser"]["end_states"]["start"],
        "rules": [_rule(each) for each in rules.values()],
        "actions": [{name: to for name, to in state.items() if name in terminals} for state in states],
        "gotos": [{name: to for name, to in state.items() if name not in terminals} for state in states],
        "keywords": keywords,
        "lexers": [f"{gap}(?:{lexer})" for lexer in lexers],
        "lexer_of_state": lexer_of_state,
        "gap": gap,
    }


def _states(table: Mapping[str, Any], rules: Sequence[int]) -> list[_State]:
    """By state and symbol, the state to go to, or the bitwise inverse of the number of the rule that ends."""
    numbers = {key: ~index for index, key in enumerate(rules)}
    names = table["tokens"]
    return [
        {names[symbol]: numbers[target["@"]] if ends else target for symbol, (ends, target) in actions.items()}
        for _, actions in sorted(table["states"].items())
    ]


def _rule(encoded: Mapping[str, Any]) -> Rule:
    origin, symbols = encoded["origin"]["name"], encoded["expansion"]
    parts = [index for index, symbol in enumerate(symbols) if not symbol.get("filter_out")]
    lists = [index for index in parts if symbols[index]["name"].startswith("_")]
    action = _action(encoded, origin)
    return Rule(len(symbols), origin, action, parts, lists, len(symbols) == 1 and action in (PASSING, SILENT))


def _action(encoded: Mapping[str, Any], origin: str) -> str:
    if "predicate__" in origin or origin == "expression":
        return SILENT
    if origin.startswith("_"):
        return GATHERING
    if encoded["alias"] is None and encoded["options"]["expand1"]:
        return PASSING
    action: str = encoded["alias"] or origin
    return action


def _patterns(memo: Mapping[int, Any]) -> dict[str, str]:
    """Regular expressions by terminal, in Lark's own order: what is tried first comes first."""
    terminals = sorted((each for each in memo.values() if each["__type__"] == "TerminalDef"), key=_order)
    return {each["name"]: _pattern(each["pattern"]) for each in terminals}


def _order(terminal: Mapping[str, Any]) -> tuple[int, int, int, str]:
    pattern = terminal["pattern"]
    longest = pattern.get("_width", (0, len(pattern["value"])))[1]
    return -terminal["priority"], -longest, -len(pattern["value"]), terminal["name"]


def _pattern(pattern: Mapping[str, Any]) -> str:
    value: str = pattern["value"]
    return re.escape(value) if pattern["__type__"] == "PatternStr" else value


def _keywords(patterns: Mapping[str, str]) -> dict[str, str]:
    """The terminals that are one word each, and the one that is any kind of step."""
    words = {name.lower(): name for name, pattern in patterns.items() if pattern.startswith(f"{name.lower()}(?!")}
    del words["in"]  # The operator is told from a name by its place in an expression.
    return words | dict.fromkeys(STEP_KINDS, "KIND")


def _lexers(
    start: int, states: Sequence[_State], patterns: Mapping[str, str], keywords: Set[str]
) -> tuple[list[str], list[int]]:
    """Regular expressions that find the next token, and by state the one it needs.

    Only a state that a token has just led to asks for another one.
    """
    asking = {start} | {
        to for state in states for name, to in state.items() if to >= 0 and name in {*patterns, *keywords}
    }
    wanted = {index: _lexed(states[index], patterns, keywords) for index in sorted(asking)}
    signatures = list(dict.fromkeys(names & _TELLING for names in wanted.values()))
    together = [
        {name for names in wanted.values() if names & _TELLING == each for name in names} for each in signatures
    ]
    lexers = [
        "|".join(f"(?P<{name}>{pattern})" for name, pattern in patterns.items() if name in names) for names in together
    ]
    return lexers, [
        signatures.index(wanted[index] & _TELLING) if index in wanted else -1 for index in range(len(states))
    ]


def _lexed(state: _State, patterns: Mapping[str, str], keywords: Set[str]) -> frozenset[str]:
    """What a state waits for; a keyword is a word first."""
    names = state.keys() & patterns.keys()
    return frozenset(names | {"NAME"} if state.keys() & keywords and not names & _WORDS else names)
