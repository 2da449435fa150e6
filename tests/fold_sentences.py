"""Sentences made from the grammar of fold itself, so that no alternative of a rule is forgotten."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from onefold.frontends.lark_parser import build
from onefold.kernel.ir.nodes import STEP_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lark import Lark

    # The names of terminals.
    Terminals = tuple[str, ...]
    # The alternatives of every rule, as names of rules and terminals.
    Rules = Mapping[str, Sequence[tuple[str, ...]]]

# What stands for a terminal that is no single word or sign: what is common first.
SAMPLES: Mapping[str, Sequence[str]] = {
    "KIND": [*STEP_KINDS],
    "NAME": ["b", "then", "timeout", "pass", "prompt-2", "a.b", "in", "é", "agent"],
    "FROM": ["a", "a-b", "in", "1"],
    "WORD": ["a", "a-b", "a.b/c:d", "true", "quorum", "when", "a*", "é"],
    "NUMBER": ["1", "0.5", "30s", "-2", "1_000", "1e+5", "007", "0", "1.50", "9007199254740993", "-Infinity", "1__0"],
    "MONEY": ["2.50 USD", "2 /* c */ EUR"],
    "ANY_MONEY": ["2.50 USD", "2 usd", ".5  EUR"],
    "GLOB": ["a.*", "fs/*", "*", "a//b", "-x", "0", "é"],
    "LONE_GLOB": ["a*"],
    "STRING": ['"x"', '""', '"a \\"b\\" \\u00e9\\n"', '"\\ud83d\\ude00"', '"\\ud83d"', '"//"', '"\\x"'],
    "TEXT_BLOCK": [
        '"""\n  x\n\n   y\n  """',
        '"""\n\tx \\\n\ty"""',
        '"""\n"""',
        '"""\n x\n  """',
        '"""\r\n \\"\r\n """',
    ],
    "KEY": ["k", "$k", "k-1", "true", "_"],
    "LABEL": ["k"],
    "predicate__IDENTIFIER": ["x", "has", "in"],
    "predicate__INTEGER": ["1", "0"],
    "predicate__FLOAT": ["0.5", "1e9"],
    "predicate__STRING": ["'x'", '"x"', "'// '", '"""x"""'],
    "predicate__RAW_STRING": ["r'x'"],
    "predicate__HEXADECIMAL": ["0x1F"],
    "predicate__UNSIGNED": ["1u"],
    "predicate__BYTES": ["b'x'"],
}
IGNORED = {"WHITE_SPACE", "LINE_COMMENT", "BLOCK_COMMENT"}
# A statement begins after this.
HEADING = ("FOLD", "NUMBER")


@cache
def _grammar() -> Lark:
    return build("fold")


@cache
def _rules() -> dict[str, list[tuple[str, ...]]]:
    """The alternatives of every rule."""
    rules: dict[str, list[tuple[str, ...]]] = {}
    for rule in _grammar().rules:
        rules.setdefault(str(rule.origin.name), []).append(tuple(str(symbol.name) for symbol in rule.expansion))
    return rules


@cache
def samples(terminal: str) -> Sequence[str]:
    """The texts that stand for a terminal."""
    if terminal in SAMPLES:
        return SAMPLES[terminal]
    (pattern,) = (each.pattern for each in _grammar().terminals if each.name == terminal)
    sign: str = pattern.value
    return [sign] if type(pattern).__name__ == "PatternStr" else [terminal.removeprefix("predicate__").lower()]


@cache
def terminals() -> list[str]:
    """All terminals but those that mean nothing."""
    return sorted({str(each.name) for each in _grammar().terminals} - IGNORED)


@cache
def _shortest() -> dict[str, Terminals]:
    """The fewest terminals that a rule may be."""
    found: dict[str, Terminals] = {each: (each,) for each in terminals()}
    is_changed = True
    while is_changed:
        is_changed = False
        for name, alternatives in _rules().items():
            for symbols in alternatives:
                if all(each in found for each in symbols):
                    made = _flat(symbols, found.__getitem__)
                    if name not in found or _length(made) < _length(found[name]):
                        found[name], is_changed = made, True
    return found


def _length(made: Terminals) -> int:
    """How much a sentence is; of two with as many terminals, money is the longer one."""
    return 2 * len(made) + made.count("MONEY")


def _flat(symbols: Sequence[str], expand: Callable[[str], Terminals]) -> Terminals:
    return tuple(terminal for each in symbols for terminal in expand(each))


@cache
def _around() -> dict[str, tuple[Terminals, Terminals]]:
    """The fewest terminals that may stand before and behind a rule in a text."""
    found: dict[str, tuple[Terminals, Terminals]] = {"start": ((), ()), "statement": (HEADING, ())}
    waiting = ["statement"]
    for name in waiting:
        for symbols in _rules()[name]:
            for index, symbol in enumerate(symbols):
                if symbol in _rules() and symbol not in found:
                    before, behind = found[name]
                    shortest = _shortest().__getitem__
                    left, right = _flat(symbols[:index], shortest), _flat(symbols[index + 1 :], shortest)
                    found[symbol] = ((*before, *left), (*right, *behind))
                    waiting.append(symbol)
    return found


def alternatives() -> Iterator[Terminals]:
    """A sentence for every alternative of every rule, and for every alternative of every part of it."""
    rules, shortest = _rules(), _shortest().__getitem__
    for name, (before, behind) in _around().items():
        for symbols in rules[name]:
            yield (*before, *_flat(symbols, shortest), *behind)
            for index, symbol in enumerate(symbols):
                left, right = _flat(symbols[:index], shortest), _flat(symbols[index + 1 :], shortest)
                for inner in rules.get(symbol, ()):
                    yield (*before, *left, *_flat(inner, shortest), *right, *behind)


def reached() -> set[str]:
    """The rules that sentences are made of."""
    return set(_around())


def rule_names() -> set[str]:
    """All rules of the grammar."""
    return set(_rules())


def common_rules(is_common: Callable[[Terminals], bool]) -> Rules:
    """The rules with those alternatives alone that are common in the shortest sentence around them."""
    shortest = _shortest().__getitem__
    return {
        name: [symbols for symbols in _rules()[name] if is_common((*before, *_flat(symbols, shortest), *behind))]
        for name, (before, behind) in _around().items()
    }


def all_rules() -> Rules:
    """The rules with all alternatives."""
    return _rules()


def random_sentence(choose: Callable[[Any], Any], rules: Rules, rule: str = "start", room: int = 9) -> Terminals:
    """A sentence of the rule whose alternatives are chosen at random, fewer the deeper it gets."""
    if not rules.get(rule) or not room:
        return _shortest()[rule]
    return _flat(choose(rules[rule]), lambda symbol: random_sentence(choose, rules, symbol, room - 1))
