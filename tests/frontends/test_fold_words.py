"""Words, names, numbers and globs of fold: where they end, and what they mean where."""

from __future__ import annotations

import pytest
from fold_bodies import step, value

KEYWORDS = [
    "fold",
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
    "pass",
    "weight",
    "true",
    "false",
    "null",
    "in",
    "then",
    "otherwise",
    "allow",
    "deny",
    "attempts",
    "kind",
    "steps",
    "transitions",
    "onefold",
    "criteria",
    "check",
]


@pytest.mark.parametrize("word", KEYWORDS)
def test_no_word_is_reserved(word: str) -> None:
    body = f"workflow {word} start {word} model {word} {{ effort {word} model {word} }}"
    expected = {"workflow": word, "start": word, "steps": {word: {"kind": "model", "effort": word, "model": word}}}
    assert value(body) == expected
    assert value(f'rubric {{ {word} "x" b "y" {word}-x weight 2 "z" }}')["rubric"]["criteria"].keys() == {
        word,
        "b",
        f"{word}-x",
    }
    assert step(f"outcomes [{word}, x] timeout {word}") == {"outcomes": [word, "x"], "timeout": word}
    assert step(f"tools [{word}] verify [{word}, {word} {{}}]") == {
        "tools": [word],
        "verify": [word, {"use": word, "with": {}}],
    }


@pytest.mark.parametrize("word", KEYWORDS)
def test_a_word_directly_before_an_arrow_is_never_a_keyword(word: str) -> None:
    chained = [{"from": "a", "to": word}, {"from": word, "to": word}, {"from": word, "to": "b"}]
    assert value(f"a -> {word} {word} -> {word} {word} /* c */ // d\n -> b") == {"transitions": chained}
    after_predicate = [{"from": "a", "to": "b", "when": "x"}, {"from": word, "to": "c"}]
    assert value(f"a -> b when x {word}->c") == {"transitions": after_predicate}
    assert value(f'description "x" {word} -> a')["transitions"] == [{"from": word, "to": "a"}]
    assert value(f"a -> b on {word} when x")["transitions"] == [{"from": "a", "to": "b", "on": word, "when": "x"}]


def test_any_such_string_may_be_quoted() -> None:
    quoted = """
    workflow "w" start "a"
    model "a" { effort "high" timeout "1m" tools ["x.*"] verify ["v" { a: "b" }] outcomes ["o"] retry 1 { on ["o"] } }
    subworkflow "s" = "w.x" @ "main"
    "a" -> "s" on "o" "s" -> "a"
    rubric { "c" "x" }
    budget { cost "1 USD" wall_time "1h" }
    """
    assert value(quoted) == value(quoted.replace('"x"', "'x'").replace('"b"', "'b'").replace('"', "").replace("'", '"'))


WORD_ENDS = [
    ("effort highverify", {"effort": "highverify"}),
    ("timeout 30steps", {"timeout": "30steps"}),
    ("effort high-verify", {"effort": "high-verify"}),
    ("timeout 1.5h", {"timeout": "1.5h"}),
    ("promptx 1 prompt_y 2 prompt-z 3 prompté 4", {"promptx": 1, "prompt_y": 2, "prompt-z": 3, "prompté": 4}),
    ("retryx 3", {"retryx": 3}),
    ("on-call 1", {"on-call": 1}),
]


@pytest.mark.parametrize(("body", "expected"), WORD_ENDS)
def test_a_word_ends_only_where_it_cannot_go_on(body: str, expected: object) -> None:
    assert step(body) == expected


ARROWS = [
    ("fetch-a->b", [("fetch-a", "b")]),
    ("a->b-c->d", [("a", "b-c"), ("b-c", "d")]),
    ("a-1->_b", [("a-1", "_b")]),
    ("a/**/->/**/b", [("a", "b")]),
    ('"a"->"b"', [("a", "b")]),
    ("a -> a", [("a", "a")]),
]


@pytest.mark.parametrize(("body", "expected"), ARROWS)
def test_a_hyphen_belongs_to_an_id_and_an_arrow_does_not(body: str, expected: list[tuple[str, str]]) -> None:
    assert [(each["from"], each["to"]) for each in value(body)["transitions"]] == expected


GLOBS = [
    ("[a*, *, *.b, a.*.c, a-*, a:b/c]", ["a*", "*", "*.b", "a.*.c", "a-*", "a:b/c"]),
    ("[fs/*, a//b, a/*/b]", ["fs/*", "a//b", "a/*/b"]),
    ("[a /* c */, /* c */ b // d\n]", ["a", "b"]),
    ('["fs/*", 3, 1.2]', ["fs/*", "3", "1.2"]),
]


@pytest.mark.parametrize(("body", "expected"), GLOBS)
def test_bare_globs(body: str, expected: object) -> None:
    assert step(f"tools {body}") == {"tools": expected}
    assert step(f"tools {{ allow {body} deny {body} }}") == {"tools": {"allow": expected, "deny": expected}}


def test_a_comment_directly_after_a_glob_belongs_to_it() -> None:
    assert step("tools [a/*, b*/]") == {"tools": ["a/*", "b*/"]}
    # Elsewhere it is a comment.
    assert step("outcomes [a/*, b*/]") == {"outcomes": ["a"]}


NUMBERS = [
    ("0", 0),
    ("-0", 0),
    ("1_000", 1000),
    ("1_0.0_1", 10.01),
    ("-2.5", -2.5),
    ("1e3", 1000.0),
    ("1E+3", 1000.0),
    ("25e-1", 2.5),
    ("-1_0e-0_1", -1.0),
    ("9007199254740991", 2**53 - 1),
    ("1000000000000000000000", 10**21),
]


@pytest.mark.parametrize(("written", "expected"), NUMBERS)
def test_numbers_may_have_underscores_between_digits(written: str, expected: float) -> None:
    assert value(f"a -> b priority {written}")["transitions"][0]["priority"] == expected
    assert value(f"meta {{a: {written}, b: [{written}]}}") == {"meta": {"a": expected, "b": [expected]}}


NO_NUMBERS = ["01", "1_", "1__0", "1x", "1.2.3", "0x10", "1_000ms", "1e", "1-2", "30s"]


@pytest.mark.parametrize("written", NO_NUMBERS)
def test_what_only_begins_like_a_number_is_a_string(written: str) -> None:
    assert value(f"budget {{ tokens {written} }}") == {"budget": {"tokens": written}}


MONEY = [
    ("cost 2.50 USD", {"cost": "2.50 USD"}),
    ("cost 2 USD tokens 1", {"cost": "2 USD", "tokens": 1}),
    ("cost 2\n/* c */ USD", {"cost": "2 USD"}),
    ("cost 2.50 usd", {"cost": "2.50 usd"}),
    ("cost 2.50 tokens 1", {"cost": 2.5, "tokens": 1}),
    ("price 1 EUR", {"price": "1 EUR"}),
]


@pytest.mark.parametrize(("body", "expected"), MONEY)
def test_money_stands_bare(body: str, expected: object) -> None:
    assert value(f"budget {{ {body} }}") == {"budget": expected}
