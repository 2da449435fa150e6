"""The parser runs Lark's tables: what it takes and where it stops is what Lark itself says of the grammar."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from onefold.frontends.fold.expectation import acceptable
from onefold.frontends.fold.parse import Parse
from onefold.frontends.fold.tables import tables
from onefold.frontends.frontend import Limits
from onefold.frontends.lark_parser import build
from onefold.frontends.tally import Tally
from onefold.kernel.source import Source

WORDS = [
    "workflow",
    "description",
    "start",
    "inputs",
    "outputs",
    "meta",
    "budget",
    "rubric",
    "model",
    "tool",
    "parallel",
    "conditional",
    "subworkflow",
    "on",
    "when",
    "priority",
    "prompt",
    "system",
    "file",
    "args",
    "with",
    "output",
    "tools",
    "verify",
    "retry",
    "join",
    "quorum",
    "jitter",
    "cost",
    "allow",
    "deny",
    "true",
    "in",
    "null",
    "a",
    "a-b",
    "a.b",
    "é",
    "1a",
]
FRAGMENTS = [
    *WORDS,
    "->",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "=",
    "@",
    "-",
    "(",
    ")",
    ".",
    "==",
    "&&",
    "*",
    "/",
    "!",
    "?",
    "fold 1",
    '"x"',
    '"',
    '"""\n  x\n  """',
    "1",
    "-1.5",
    "30s",
    "2.50 USD",
    "2 usd",
    "a*",
    "fs/*",
    "/*",
    "*/",
    "/* c */",
    "// d\n",
    "'x'",
    "a[0]",
    "x == 1",
    "model a {",
    "} model b",
    "a -> b",
    "when x",
    "{ a: 1 }",
    "{ a 1 }",
    "[a, b]",
    "rubric {",
    "#",
    'prompt "x"',
    "budget {",
    "tools {",
    "retry 3 {",
    "verify [",
    "on x then",
    "inputs {",
    "$",
    "\x00",
]


@cache
def parser() -> Lark:
    return build("fold")


def _by_lark(text: str) -> int | None:
    """Where Lark stops, or `None` where it reads the whole text."""
    try:
        parser().parse(text)
    except UnexpectedCharacters as error:
        return error.pos_in_stream
    except UnexpectedToken as error:
        return len(text) if error.token.type == "$END" else error.token.start_pos
    return None


def _by_tables(text: str) -> int | None:
    source, made = Source("test", text), tables()
    parse = Parse(source, made, Tally(source, Limits(), refuses_depth=False), [made.start])
    position = parse.advance(len(text) + 1)
    return None if parse.states[-1] == made.accept else position


@given(st.lists(st.tuples(st.sampled_from(FRAGMENTS), st.sampled_from([" ", " ", " ", "", "\n"])), max_size=14))
def test_both_read_the_same_texts_and_stop_at_the_same_places(fragments: list[tuple[str, str]]) -> None:
    text = "fold 1 " + "".join(fragment + gap for fragment, gap in fragments)
    assert _by_tables(text) == _by_lark(text)


SENTENCES = [
    "fold 1",
    'fold 1 workflow w description "x" a -> b on x when y > 1 priority 2 c -> d -> e',
    'fold 1 tool a = b @ c { retry 3 { jitter true on [x] } tools { allow [a*] } } rubric pass 1 { on weight 2 "x" }',
    'fold 1 conditional a { on has(x.y) && [1, 2][0] in {"a": b} ? c : d then e } in -> a',
    'fold 1 "a" -> b 3 -> c x "y" 3 -> d budget { cost 2 USD }',
    "fold 1 agent a { b c } agent d = e colour {f: 1} shade {g 1}",
]


@pytest.mark.parametrize("text", SENTENCES)
def test_whole_sentences_are_read_by_both(text: str) -> None:
    assert _by_lark(text) is None
    assert _by_tables(text) is None


@pytest.mark.parametrize("text", SENTENCES)
def test_what_is_called_acceptable_can_be_read(text: str) -> None:
    made = tables()
    source = Source("test", text)
    parse = Parse(source, made, Tally(source, Limits(), refuses_depth=False), [made.start])
    parse.advance(len(text))
    interactive: Any = parser().parse_interactive(text)
    interactive.exhaust_lexer()
    assert acceptable(made, parse.before(len(text))) == interactive.accepts()


def test_the_grammar_has_no_conflict_but_the_one_it_speaks_of(caplog: pytest.LogCaptureFixture) -> None:
    from lark import logger

    caplog.set_level("DEBUG", logger=logger.name)
    build("fold")
    conflicts = {record.message for record in caplog.records if "conflict" in record.message}
    words = {message.split("terminal ")[1].split(":")[0] for message in conflicts}
    # After a chain these words belong to it; elsewhere they are names.
    assert words == {"ON", "WHEN", "PRIORITY"}


def test_reading_needs_no_lark() -> None:
    code = """
import sys
from onefold.frontends.fold import FRONTEND
from onefold.frontends.frontend import Limits
from onefold.kernel.source import Source
reading = FRONTEND.read(Source("test", 'fold 1 workflow w model a { prompt "hi" }'), Limits())
assert not reading.findings and "lark" not in sys.modules
"""
    result = subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": ":".join(sys.path)}, capture_output=True)
    assert result.stderr == b""
