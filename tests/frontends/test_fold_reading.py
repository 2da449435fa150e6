"""What the fold language says, sentence by sentence: texts that are read, and the value they give."""

from __future__ import annotations

import pytest
from fold_bodies import step, value
from readings import read_text

from onefold.frontends.fold import FRONTEND

WORDS_APART = [
    ("workflow\tw\r\n\n start a", {"workflow": "w", "start": "a"}),
    ("workflow/**/w//c\nstart/* x ** / */a", {"workflow": "w", "start": "a"}),
    ("// \u2028 workflow x\rworkflow w", {"workflow": "w"}),
    ('/* // */ workflow w /* " */ // /*\nstart a // end', {"workflow": "w", "start": "a"}),
    ('workflow w description"d"start a', {"workflow": "w", "description": "d", "start": "a"}),
]


@pytest.mark.parametrize(("body", "expected"), WORDS_APART)
def test_white_space_and_comments_separate_words_and_mean_nothing_else(body: str, expected: object) -> None:
    assert value(body) == expected


@pytest.mark.parametrize("text", ["fold 1", "\n// c\nfold /* c */ 1\n", "fold 1,", "fold\n1"])
def test_a_file_begins_with_the_version(text: str) -> None:
    assert read_text(FRONTEND, text).value == {"onefold": 1}


COMMAS = [
    ("workflow w, start a,", {"workflow": "w", "start": "a"}),
    ("a -> b, c -> d,", {"transitions": [{"from": "a", "to": "b"}, {"from": "c", "to": "d"}]}),
    ("a -> b when x, c -> d", {"transitions": [{"from": "a", "to": "b", "when": "x"}, {"from": "c", "to": "d"}]}),
    ("budget { tokens 1, steps 2, }", {"budget": {"tokens": 1, "steps": 2}}),
    ('rubric { a "x", b "y", }', {"rubric": {"criteria": {"a": {"check": "x"}, "b": {"check": "y"}}}}),
    ("inputs {a: [1, 2,], b: {},}", {"inputs": {"a": [1, 2], "b": {}}}),
    (
        "model s { outcomes [a, b,] effort low, }",
        {"steps": {"s": {"kind": "model", "outcomes": ["a", "b"], "effort": "low"}}},
    ),
    ("parallel s { branches [] }", {"steps": {"s": {"kind": "parallel", "branches": []}}}),
]


@pytest.mark.parametrize(("body", "expected"), COMMAS)
def test_commas_are_optional_after_statements_and_fields_and_may_trail_in_lists(body: str, expected: object) -> None:
    assert value(body) == expected


STATEMENTS = [
    ("workflow a/b:c.d-e", {"workflow": "a/b:c.d-e"}),
    ('description ""', {"description": ""}),
    ("start s", {"start": "s"}),
    ("inputs {}", {"inputs": {}}),
    ("outputs true", {"outputs": True}),
    ("outputs null", {"outputs": None}),
    ("meta {a: 1}", {"meta": {"a": 1}}),
    ("budget {}", {"budget": {}}),
    ('rubric { a weight 0.5 "x" }', {"rubric": {"criteria": {"a": {"weight": 0.5, "check": "x"}}}}),
    ("rubric pass 1 {}", {"rubric": {"pass": 1, "criteria": {}}}),
    ("model m", {"steps": {"m": {"kind": "model"}}}),
    ("model m {}", {"steps": {"m": {"kind": "model"}}}),
    ("tool t = a.b", {"steps": {"t": {"kind": "tool", "tool": "a.b"}}}),
    ("tool t { tool a.b }", {"steps": {"t": {"kind": "tool", "tool": "a.b"}}}),
    ("subworkflow s = a/b", {"steps": {"s": {"kind": "subworkflow", "workflow": "a/b"}}}),
    ("subworkflow s = w@main", {"steps": {"s": {"kind": "subworkflow", "workflow": "w", "version": "main"}}}),
    (
        f"subworkflow s = w @ blake3:{'0a' * 32} {{ with {{}} }}",
        {"steps": {"s": {"kind": "subworkflow", "workflow": "w", "version": f"blake3:{'0a' * 32}", "with": {}}}},
    ),
]


@pytest.mark.parametrize(("body", "expected"), STATEMENTS)
def test_statements(body: str, expected: object) -> None:
    assert value(body) == expected


FIELDS = [
    ("retry", {"retry": {}}),
    ("retry 3", {"retry": {"attempts": 3}}),
    ("retry { backoff none }", {"retry": {"backoff": "none"}}),
    (
        "retry 3 { initial 1s, max PT2M jitter true on [failure] }",
        {"retry": {"attempts": 3, "initial": "1s", "max": "PT2M", "jitter": True, "on": ["failure"]}},
    ),
    ("retry { attempts 2 jitter false }", {"retry": {"attempts": 2, "jitter": False}}),
    ("retry timeout 1m", {"retry": {}, "timeout": "1m"}),
    ("join all", {"join": "all"}),
    ("join quorum 2", {"join": {"quorum": 2}}),
    ('join "quorum"', {"join": "quorum"}),
    ('prompt file "a b.md"', {"prompt": {"file": "a b.md"}}),
    ('system file "a" prompt "file"', {"system": {"file": "a"}, "prompt": "file"}),
    ("on x.y > 1 then a otherwise b", {"on": "x.y > 1", "then": "a", "otherwise": "b"}),
    ("tools [a, b.*]", {"tools": ["a", "b.*"]}),
    ("tools { deny [*] allow [] }", {"tools": {"deny": ["*"], "allow": []}}),
    ("verify [a, b {}, c { x: [1] }]", {"verify": ["a", {"use": "b", "with": {}}, {"use": "c", "with": {"x": [1]}}]}),
    ("verify []", {"verify": []}),
    ("args {} output true meta {}", {"args": {}, "output": True, "meta": {}}),
    ("timeout 1h30m effort high model gpt-5", {"timeout": "1h30m", "effort": "high", "model": "gpt-5"}),
]


@pytest.mark.parametrize(("body", "expected"), FIELDS)
def test_fields_of_steps(body: str, expected: object) -> None:
    assert step(body) == expected


PREDICATES = [
    ("a then b", "a", "b"),
    ("a && b then c", "a && b", "c"),
    ("a in b then in", "a in b", "in"),
    ("a - b then c", "a - b", "c"),
    ("a-b then c-d", "a-b", "c-d"),
    ("(a) then b", "(a)", "b"),
    ("a[0].b(c) then d", "a[0].b(c)", "d"),
    ("then then then", "then", "then"),
    ("a ? b : c then d", "a ? b : c", "d"),
    ("'x' == \"y\" then d", "'x' == \"y\"", "d"),
    ("has(steps.a.output) then d", "has(steps.a.output)", "d"),
    ('"""a\n // b""" == c then d', '"""a\n // b""" == c', "d"),
    ("{a: [1, 2,]}.a == [] then d", "{a: [1, 2,]}.a == []", "d"),
    ("a, then b", "a", "b"),
]


@pytest.mark.parametrize(("body", "predicate", "then"), PREDICATES)
def test_a_predicate_ends_where_a_word_follows_that_is_no_operator(body: str, predicate: str, then: str) -> None:
    assert step(f"on {body}", "conditional") == {"on": predicate, "then": then}


COMMENTED = [
    ("a /* c */ == // d\n b /* e */ then", "a         ==      \n b"),
    ("a == '/* no */' + \"//\" /* c */ && /**/ b then", "a == '/* no */' + \"//\"         &&      b"),
]


@pytest.mark.parametrize(("body", "predicate"), COMMENTED)
def test_white_space_stands_for_the_comments_of_a_predicate(body: str, predicate: str) -> None:
    read = step(f"on {body} x", "conditional")["on"]
    assert read.split() == predicate.split()
    assert len(read) == len(body[: body.rindex(predicate[-1]) + 1])


CHAINS = [
    ("a -> b on x when y priority 1", {"from": "a", "to": "b", "on": "x", "when": "y", "priority": 1}),
    ("a -> b priority 1 when y on x", {"from": "a", "to": "b", "on": "x", "when": "y", "priority": 1}),
    ("a -> b when y - 1 > 0 on x", {"from": "a", "to": "b", "on": "x", "when": "y - 1 > 0"}),
    ("a -> on on on", {"from": "a", "to": "on", "on": "on"}),
    ("a -> b on priority priority 2", {"from": "a", "to": "b", "on": "priority", "priority": 2}),
]


@pytest.mark.parametrize(("body", "expected"), CHAINS)
def test_what_follows_a_chain_of_one_arrow(body: str, expected: object) -> None:
    assert value(body) == {"transitions": [expected]}


JSON = [
    ("{a: 1, $b: 2, _c-d: 3, e$1-: 4}", {"a": 1, "$b": 2, "_c-d": 3, "e$1-": 4}),
    ('{"a b": 1, "": 2, "true": 3}', {"a b": 1, "": 2, "true": 3}),
    ("{a: true, b: false, c: null}", {"a": True, "b": False, "c": None}),
    ("{trueish: 1, nulls: 2}", {"trueish": 1, "nulls": 2}),
    ('{a: """\n  x\n  """, b: [ "y" ]}', {"a": "x\n", "b": ["y"]}),
    ('{"\\u0061": "\\ud83d\\ude00\\n"}', {"a": "😀\n"}),
    ("{a /* c */ : // d\n 1}", {"a": 1}),
    ("[1, [2, [3,],],]", [1, [2, [3]]]),
    ('"x"', "x"),
]


@pytest.mark.parametrize(("body", "expected"), JSON)
def test_json(body: str, expected: object) -> None:
    assert value(f"meta {body}") == {"meta": expected}
    assert step(f"args {body} with {body}") == {"args": expected, "with": expected}


READ_TO_BE_REPORTED = [
    ('agent review { prompt "x" }', {"steps": {"review": {"kind": "agent", "prompt": "x"}}}),
    ("agent review = x", {"steps": {"review": {"kind": "agent", "tool": "x"}}}),
    ("model m = x @ y", {"steps": {"m": {"kind": "model", "tool": "x", "version": "y"}}}),
    ("colour blue", {"colour": "blue"}),
    (
        'colour "blue" shade {a: 1} tone {b 1 c [x, y {z: 1}]} hue 3 dye []',
        {
            "colour": "blue",
            "shade": {"a": 1},
            "tone": {"b": 1, "c": ["x", {"use": "y", "with": {"z": 1}}]},
            "hue": 3,
            "dye": [],
        },
    ),
    ("prompt x", {"prompt": "x"}),
    ("a -> b, when x", {"transitions": [{"from": "a", "to": "b"}], "when": "x"}),
    ("workflow [a] start 3 description 5", {"workflow": ["a"], "start": 3, "description": 5}),
    ("fold_ 1", {"fold_": 1}),
    ("workflow a.-b..c start é", {"workflow": "a.-b..c", "start": "é"}),
    (
        "model a.b { then [x] branches y } a.b -> с -> 3",
        {
            "steps": {"a.b": {"kind": "model", "then": ["x"], "branches": "y"}},
            "transitions": [{"from": "a.b", "to": "с"}, {"from": "с", "to": 3}],
        },
    ),
    (
        "model 1st {} 1st -> 2 -> [b]",
        {"steps": {"1st": {"kind": "model"}}, "transitions": [{"from": "1st", "to": 2}, {"from": 2, "to": ["b"]}]},
    ),
    ("a -> b on [x] priority high", {"transitions": [{"from": "a", "to": "b", "on": ["x"], "priority": "high"}]}),
    ("budget 5 rubric []", {"budget": 5, "rubric": []}),
    ("budget { colour 1 cost [] on x }", {"budget": {"colour": 1, "cost": [], "on": "x"}}),
    (
        'rubric pass high { a wieght 2 "x" b weight [1] 5 }',
        {"rubric": {"pass": "high", "criteria": {"a": {"wieght": 2, "check": "x"}, "b": {"weight": [1], "check": 5}}}},
    ),
    (
        "model m { retry 3x { jitter yes colour 1 } join 3 effort [a] timeout 3 outcomes x verify v }",
        {
            "steps": {
                "m": {
                    "kind": "model",
                    "retry": {"attempts": "3x", "jitter": "yes", "colour": 1},
                    "join": 3,
                    "effort": ["a"],
                    "timeout": 3,
                    "outcomes": "x",
                    "verify": "v",
                }
            }
        },
    ),
    (
        'model m { join quorum two tools github.* prompt [x] system 3 args [1] meta 5 output "x" }',
        {
            "steps": {
                "m": {
                    "kind": "model",
                    "join": {"quorum": "two"},
                    "tools": "github.*",
                    "prompt": ["x"],
                    "system": 3,
                    "args": [1],
                    "meta": 5,
                    "output": "x",
                }
            }
        },
    ),
    (
        "model m { tools { alow [a.*, b/*] deny x* colour {a: 1} } tols [a.*] }",
        {
            "steps": {
                "m": {
                    "kind": "model",
                    "tools": {"alow": ["a.*", "b/*"], "deny": "x*", "colour": {"a": 1}},
                    "tols": ["a.*"],
                }
            }
        },
    ),
    (
        "model a- { timeout +5s effort .5s verify { use k } } budget { cost -2.50 USD }",
        {
            "steps": {
                "a-": {"kind": "model", "timeout": "+5s", "effort": ".5s", "verify": {"use": "k"}},
            },
            "budget": {"cost": "-2.50 USD"},
        },
    ),
    (
        "model m { verify [{ with: {} }] } budget { cost 2_000 USD cost2 x }",
        {
            "steps": {"m": {"kind": "model", "verify": [{"with": {}}]}},
            "budget": {"cost": "2_000 USD", "cost2": "x"},
        },
    ),
    ("budget { cost .5 USD }", {"budget": {"cost": ".5 USD"}}),
    (
        "tool t = x { workflow y cost 2 USD on z model {a 1} }",
        {"steps": {"t": {"kind": "tool", "tool": "x", "workflow": "y", "cost": "2 USD", "on": "z", "model": {"a": 1}}}},
    ),
]


@pytest.mark.parametrize(("body", "expected"), READ_TO_BE_REPORTED)
def test_what_another_format_would_report_is_read(body: str, expected: object) -> None:
    assert value(body) == expected
