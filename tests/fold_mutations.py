"""Texts of fold with something changed, in which nearly everything is as it was."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

_TOKEN = re.compile(r'"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*[\s\S]*?\*/|->|[\w.*/:-]+|\s+|.')
PIECES = [
    "fold 1", "workflow w", "start a", "description", "a -> b", "a->b->c", "a -> b on x", "a -> b when x > 1", "on",
    "when", "priority", "priority 2", "in", " in b", "then c", "otherwise d", "-> c", "->", '"', '"""',
    '"""\n  x\n  """',
    "{", "}", "[", "]", ",", ":", "=", "@", "@ c", "// c\n", "/* c */", "/*", "*/", "/", "\\", "\\n", "\\\n", "\\u0041",
    "\\ud800", "\\ud83d\\ude00", "\r", "\r\n", "\t", "\f", "\x00", "\x7f", "\x85", "\xa0", "é", "\u2028", "\ufeff", "1",
    "-1", "0", "007", "1_000", "1__0", "1e5", "1e+5", "1e400", "9007199254740993", "1.5", "1.", ".5", "30s", "2.50 USD",
    "2 usd", "2 /* c */ USD", "USD", "a*", "fs/*", "*", "-x", "a//b", "true", "false", "null", "NaN", "-Infinity",
    "quorum", "quorum 2", "file", 'file "x"', "jitter", "jitter true", "retry", "retry 3", "retry 3 {", "retry {",
    "model m", "model m {", "tool t = x", "tool t = x @ y {", "subworkflow s = w@latest", "parallel p",
    "conditional c {",
    "args {", "args { a: 1 }", "output", "output true", "meta {", "inputs", "inputs null", "outputs", "budget {",
    "budget 5", "cost 2 USD", "cost", "tokens 5", "rubric {", "rubric pass 0.5 {", 'a weight 2 "x"', "weight",
    "tools [", "tools {", 'allow [a.*, "b"]', "deny []", "verify [", "verify [a { b: 1 }]", "c { x: 1 }", "join all",
    "join quorum 2", 'prompt "x"', "prompt", "system", "with {}", "x", "x.y", 'x["a b"]', "x == 1", "&& y", "|| z", "!",
    "!x", "-", "- 1", "+", "%", "(", "(x)", ")", "? a : b", "has(x.y)", "x.exists(v, v > 1)", "'s'", "r'x'", "[1, 2]",
    "{a: 1}", '{"a": 1}', '"true": 1', "true: 1", '$ref: "x"', "a-b: 1", "1: 2", " ", "  ", "\n", "\n\n", "agent a {}",
    "colour blue", "prioritty 2", "wen x",
]  # fmt: skip


def mutated(random: Random, text: str, others: Sequence[str]) -> str:
    """The text with a few changes: of characters, of tokens, of lines, or with a part of another text."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        text = random.choice((_characters, _tokens, _tokens, _lines))(random, text, others)
    return text


def patchwork(random: Random, others: Sequence[str]) -> str:
    """Pieces of other texts below a heading."""
    return "\n".join(["fold 1", *(_statements(random, others) for _ in range(random.randint(1, 3)))])


def _statements(random: Random, others: Sequence[str]) -> str:
    """One statement of another text, mostly."""
    statements: list[str] = re.split(r"\n(?=[a-z])", random.choice(others))
    return random.choice(statements)


def _characters(random: Random, text: str, _others: Sequence[str]) -> str:
    start = random.randint(0, len(text))
    end = start + random.choice((0, 0, 1, 1, 2, 5))
    between: str = random.choice(("", *'{}[]",:->/*\\ \n\t@=aZ09_.é\r', *PIECES))
    return text[:start] + between + text[end:]


def _tokens(random: Random, text: str, others: Sequence[str]) -> str:
    tokens = _TOKEN.findall(text) or [text]
    index = random.randrange(len(tokens))
    change = random.randrange(6)
    if change == 0:
        del tokens[index]
    elif change == 1:
        tokens[index] = random.choice(PIECES)
    elif change == 2:
        tokens[index:index] = [" ", random.choice(PIECES), " "]
    elif change == 3:
        tokens.insert(index, random.choice(tokens))
    elif change == 4:
        other = random.randrange(len(tokens))
        tokens[index], tokens[other] = tokens[other], tokens[index]
    else:
        tokens.insert(index, random.choice(_TOKEN.findall(_statements(random, others)) or [""]))
    return "".join(tokens)


def _lines(random: Random, text: str, others: Sequence[str]) -> str:
    lines = text.split("\n")
    index = random.randrange(len(lines))
    change = random.randrange(5)
    if change == 0:
        del lines[index]
    elif change == 1:
        lines.insert(index, random.choice(lines))
    elif change == 2:
        lines.insert(index, _statements(random, others))
    elif change == 3:
        lines[index] += random.choice((" // c", "/* c */", ",", " {", " }", ' "x"', "\\", "\r"))
    else:
        lines[index] = random.choice(("", " ", "\t", "  ")) + lines[index].strip()
    return "\n".join(lines)
