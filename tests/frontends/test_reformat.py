"""Layouts by example: what stays as its author wrote it, what does not, and where comments go."""

from __future__ import annotations

import pytest
from readings import LIMITS

from onefold.frontends.registry import FRONTENDS, named
from onefold.kernel.source import Source

# A format, a text, and its layout; one that is `None` has that layout already.
YAML: list[tuple[str, str | None]] = [
    # Quotes and words.
    ("a: 'x'\n\"b\": \"y z\"\nc: 'no'\nd: 'a: \"b\"'\n", 'a: x\nb: y z\nc: "no"\nd: \'a: "b"\'\n'),
    ("e: True\nf: ~\ng:\n", "e: true\nf: null\ng: null\n"),
    ("a: 0x1F\nb: 1e3\nc: 010\nd: -0.0\n", None),
    ("a: ! x\nb: !!str 5\nc: !!int '5'\n", 'a: x\nb: !!str "5"\nc: !!int "5"\n'),
    ("a: !<tag:yaml.org,2002:str> z\n", "a: !!str z\n"),
    # Anchors, aliases and merge keys.
    ("a: &x  {b: 1}\nc: *x\nd: {<<: *x, e: [*x , *x]}\n", "a: &x {b: 1}\nc: *x\nd: {<<: *x, e: [*x, *x]}\n"),
    ("a: &x\n    b: &k z\nc:\n    <<: [*x]\n    *k : 2\n", "a: &x\n  b: &k z\n\nc:\n  <<: [*x]\n  *k : 2\n"),
    ("a:\n- &x\n  b: 1\n- *x\n", "a:\n  - &x\n    b: 1\n  - *x\n"),
    # Blocks stay blocks; quoted lines become one where that is exact.
    ("p: |\n      one\n        two\n", "p: |\n  one\n    two\n"),
    ("p: >-\n     one\n     two\n\n     three\n", "p: >-\n  one\n  two\n\n  three\n"),
    ("p: |+\n  one\n\n\nq: 1\n", None),
    ("p: |\n  one\n    \n  two\n", None),
    ("p: |1\n  one\n", "p: |2\n   one\n"),
    ('p: "one\\ntwo\\n"\n', "p: |\n  one\n  two\n"),
    ("p: one\n   two\n", "p: one two\n"),
    ("p: |-\n  one\n", "p: one\n"),
    ('p: "one\\r\\ntwo"\n', None),
    # Brackets stay where they fit.
    ("a: [ 1,2 ,{b:  3} ]\nc: []\nd: {   }\n", "a: [1, 2, {b: 3}]\nc: []\nd: {}\n"),
    ("a: [1, # one\n  2]\n", "a:\n  - 1  # one\n  - 2\n"),
    (f"a: {{b: {'x' * 100}, c: [d]}}\n", f"a:\n  b: {'x' * 100}\n  c: [d]\n"),
    ('a: ["x, y", "{b}", c]\n', None),
    ("{a: 1, b: 2}\n", "a: 1\nb: 2\n"),
    # Empty lines.
    ("a: 1\n\n\nb: 2\nc:\n  d: 1\n\n  e: 2\nf: 3\n", "a: 1\nb: 2\n\nc:\n  d: 1\n  e: 2\n\nf: 3\n"),
    ("steps:\n  a: {x: 1}\n  b: {x: 1}\n  c:\n    x: 1\n", "steps:\n  a: {x: 1}\n  b: {x: 1}\n\n  c:\n    x: 1\n"),
    # Comments.
    ("# top\na: 1 # one\n# two\nb: 2\n# end", "# top\na: 1  # one\n\n# two\nb: 2\n# end\n"),
    (
        "a: # list\n- 1\n# before two\n- 2\n# after the list\nb: 3\n",
        "a:  # list\n  - 1\n  # before two\n  - 2\n\n# after the list\nb: 3\n",
    ),
    ("a:\n  - b: 1\n    # inner\n  # outer\nc: 2\n", "a:\n  - b: 1\n    # inner\n  # outer\n\nc: 2\n"),
    ("a: # why\n  b\nc: | # text\n  d\n", "# why\na: b\n\nc: |  # text\n  d\n"),
    ("%YAML 1.2 # v\n--- # s\na: 1\n...\n# e\n", "# v\n%YAML 1.2\n---  # s\na: 1\n# e\n"),
    (f"a:\n  - {{b: {'x' * 100}, c: d}} # long\n", f"a:\n  # long\n  - b: {'x' * 100}\n    c: d\n"),
    ("# top\n{a: 1, b: 2} # one\n# end\n", "# top\n# one\na: 1\nb: 2\n# end\n"),
    # A comment after a block of text speaks of what follows.
    ("p: |\n  one\n# two\nq: 1\n", "p: |\n  one\n\n# two\nq: 1\n"),
    ("p: >-\n  one\n\n# end", "p: >-\n  one\n# end\n"),
    ("p: |-\n  one\n# two\nq: 1\n", "p: one\n\n# two\nq: 1\n"),
    ("p: |+\n  one\n\n# two\nq: 1\n", None),
    ("p: | # head\n  one\n# two\nq: 1\n", "p: |  # head\n  one\n\n# two\nq: 1\n"),
    (
        "steps:\n  a:\n    p: |\n      one\n  # two\n  # three\n  b:\n    p: >\n      x\n\n    # q\n    q: 1\n",
        "steps:\n  a:\n    p: |\n      one\n\n  # two\n  # three\n  b:\n    p: >\n      x\n    # q\n    q: 1\n",
    ),
    ("a:\n  - |\n    one\n    two\n  # three\n  - b\n", None),
    ('a:\n  p: "a\\nb"\n  # after\nq: 1\n', "a:\n  p: |-\n    a\n    b\n  # after\n\nq: 1\n"),
    ('a: {p: "a\\nb" # after\n  }\n', "a:\n  p: |-  # after\n    a\n    b\n"),
]
TOML = [
    ("a='x'\n'b' = \"y\"\n c.'d' . e =1_000\n", 'a = "x"\nb = "y"\nc.d.e = 1_000\n'),
    ('a = "say \\"hi\\""\n', "a = 'say \"hi\"'\n"),
    ("a = '''\none\ntwo'''\n", 'a = """\none\ntwo"""\n'),
    ('a = "one\\ntwo\\n"\n', 'a = """\none\ntwo\n"""\n'),
    ('a = """one \\\n   two"""\n', 'a = """one \\\ntwo"""\n'),
    ("a = [1,2,]\nb=[ ]\nc = {d=1,e.f=2}\n", "a = [1, 2]\nb = []\nc = { d = 1, e.f = 2 }\n"),
    ("a = [{b=1}]\n", "a = [\n  { b = 1 },\n]\n"),
    (f"a = ['{'x' * 50}','{'y' * 50}']\n", f'a = [\n  "{"x" * 50}",\n  "{"y" * 50}",\n]\n'),
    ("a=1\n\n\nb=2\n[ c ]\nd=3\n[[e]]\n", "a = 1\nb = 2\n\n[c]\nd = 3\n\n[[e]]\n"),
    (
        (
            "# top\n\na=1#one\n# two\n[b]   # three\nc = [ # four\n  1, # five\n  # six\n  2\n"
            "  # seven\n] # eight\n# end\n"
        ),
        (
            "# top\na = 1  #one\n\n# two\n[b]  # three\nc = [  # four\n  1,  # five\n  # six\n  2,\n"
            "  # seven\n]  # eight\n# end\n"
        ),
    ),
    ("a = {b=1, # one\n c=[2]}\n", "a = {\n  b = 1,  # one\n  c = [2],\n}\n"),
    ("a = [1, 2 # two\n]\n", "a = [\n  1,\n  2,  # two\n]\n"),
    # Braces are broken like brackets: when they are long, or hold a text of several lines.
    (
        f"a = {{ b = '{'x' * 60}',\n c = {{ d = ['{'y' * 60}', '{'z' * 60}'] }}, e = 1 }}\n",
        (
            f'a = {{\n  b = "{"x" * 60}",\n  c = {{\n    d = [\n      "{"y" * 60}",\n'
            f'      "{"z" * 60}",\n    ],\n  }},\n  e = 1,\n}}\n'
        ),
    ),
    ('a = { b = "x\\ny", c = 1 }\n', 'a = {\n  b = """\nx\ny""",\n  c = 1,\n}\n'),
    ('a = { b = """x\ny""", c = 1 }\n', 'a = {\n  b = """\nx\ny""",\n  c = 1,\n}\n'),
    # What followed one line stands above the lines that come of it; what followed the last of several stays.
    ("a = [{b=1}] # one\n", "# one\na = [\n  { b = 1 },\n]\n"),
    ("a = [\n{b=1}\n] # one\n", "a = [\n  { b = 1 },\n]  # one\n"),
    ("a = 'x' # one\nb = \"x\\ny\" # two\n", 'a = "x"  # one\nb = """\nx\ny"""  # two\n'),
]
JSON = [
    (
        '{"a":[1.0,2e3,[],{}],"\\u0062\\/":null}',
        '{\n  "a": [\n    1.0,\n    2e3,\n    [],\n    {}\n  ],\n  "b/": null\n}\n',
    ),
]
FOLD = [
    ('fold 1 workflow "w", description "d"\nstart a', 'fold 1\nworkflow w\n\ndescription "d"\n\nstart a\n'),
    (
        "fold 1\nworkflow w\na->b->c\na -> b  when x>=1&&!y priority 2",
        "fold 1\nworkflow w\n\na -> b -> c\na -> b when x >= 1 && !y priority 2\n",
    ),
    (
        'fold 1\nworkflow w\ntool a="t.x" @ "stable"{timeout "30s",}\nmodel b{}\nmodel c { prompt "x" effort high }',
        (
            "fold 1\nworkflow w\n\ntool a = t.x @ stable { timeout 30s }\nmodel b\n\nmodel c {\n"
            '  prompt "x"\n  effort high\n}\n'
        ),
    ),
    (
        'fold 1\nworkflow w\nbudget{cost "2.50 USD" tokens 1_000}\nrubric pass 0.5{a weight 2 "x" "b" "y"}',
        (
            "fold 1\nworkflow w\n\nbudget { cost 2.50 USD  tokens 1_000 }\n\nrubric pass 0.5 {\n"
            '  a weight 2 "x"\n  b "y"\n}\n'
        ),
    ),
    (
        'fold 1\nworkflow w\ntool a = t { args {"k":1.50,\n"a b":["x",],} retry 3{on["failure"]} }',
        'fold 1\nworkflow w\n\ntool a = t {\n  args { k: 1.50, "a b": ["x"] }\n  retry 3 { on [failure] }\n}\n',
    ),
    (
        'fold 1\nworkflow w\nmodel a { prompt """\n one \\\n two\n """ }',
        'fold 1\nworkflow w\n\nmodel a {\n  prompt """\n    one \\\n    two\n    """\n}\n',
    ),
    (
        'fold 1\nworkflow w\nmodel a { prompt "one\\ntwo" }',
        'fold 1\nworkflow w\n\nmodel a {\n  prompt """\n    one\n    two"""\n}\n',
    ),
    (
        'fold 1\nworkflow w\nmodel a { prompt file "p.md" tools ["x.*", fs/*] }',
        'fold 1\nworkflow w\n\nmodel a {\n  prompt file "p.md"\n  tools [x.*, "fs/*"]\n}\n',
    ),
    (
        f"fold 1\nworkflow w\nconditional a {{ on {'x' * 60}<1&&{'y' * 60}  > 2 then b }}",
        f"fold 1\nworkflow w\n\nconditional a {{\n  on {'x' * 60} < 1\n    && {'y' * 60} > 2\n  then b\n}}\n",
    ),
    (
        (
            "// top\nfold 1 // one\nworkflow w\n/* two\n   lines */ model a { // three\n"
            ' prompt "x" // four\n // five\n}\n// end'
        ),
        (
            "// top\nfold 1  // one\nworkflow w\n\n/* two\n   lines */\nmodel a {  // three\n"
            '  prompt "x"  // four\n  // five\n}\n// end\n'
        ),
    ),
    (
        "fold 1\nworkflow w\ntool a = t { args { k: 1, // one\n l: [2 /* two */, 3] } timeout /* why */ 5m }",
        (
            "fold 1\nworkflow w\n\ntool a = t {\n  args {\n    k: 1,  // one\n    l: [\n"
            "      2,  /* two */\n      3,\n    ],\n  }\n  /* why */\n  timeout 5m\n}\n"
        ),
    ),
    (
        'fold 1\nworkflow w\nmodel a { prompt "x" effort high } // one\nmodel b {\nprompt "x" effort low\n} // two',
        (
            'fold 1\nworkflow w\n\n// one\nmodel a {\n  prompt "x"\n  effort high\n}\n\n'
            'model b {\n  prompt "x"\n  effort low\n}  // two\n'
        ),
    ),
    (
        "fold 1\nworkflow w\ntool a = t {\nargs { k: [1 /* in */] } // one\n}",
        "fold 1\nworkflow w\n\ntool a = t {\n  // one\n  args {\n    k: [\n      1,  /* in */\n    ],\n  }\n}\n",
    ),
    (
        'fold 1\nworkflow w\nmodel a {\nprompt "x\\ny" // one\n}',
        'fold 1\nworkflow w\n\nmodel a {\n  prompt """\n    x\n    y"""  // one\n}\n',
    ),
    # Money with comments in it, and several comments behind one thing.
    (
        "fold 1\nworkflow w\nbudget { cost 2.50 /* cap */ USD }",
        "fold 1\nworkflow w\n\nbudget {\n  /* cap */\n  cost 2.50 USD\n}\n",
    ),
    (
        "fold 1\nworkflow w\nbudget { cost 2.50// USD 3\nEUR }",
        "fold 1\nworkflow w\n\nbudget {\n  // USD 3\n  cost 2.50 EUR\n}\n",
    ),
    (
        (
            'fold 1\nworkflow w /* mid */ // eol\ndescription "d" /* a */, /* b */ // c\n'
            "budget { tokens 10 /* at */ // eol\n steps 5 }"
        ),
        (
            'fold 1\nworkflow w  /* mid */ // eol\n\ndescription "d"  /* a */ /* b */ // c\n'
            "budget {\n  tokens 10  /* at */ // eol\n  steps 5\n}\n"
        ),
    ),
    (
        "fold 1\nworkflow w /* one */ /* two\nlines */ // three\nstart a",
        "fold 1\nworkflow w  /* one */\n\n/* two\n   lines */\n// three\nstart a\n",
    ),
    (
        "fold 1\nworkflow w\nconditional a { on x /* one */ > 1 then b }",
        "fold 1\nworkflow w\n\nconditional a {\n  /* one */\n  on x > 1\n  then b\n}\n",
    ),
]
CASES: list[tuple[str, str, str | None]] = [
    *(("yaml", *case) for case in YAML),
    *(("toml", *case) for case in TOML),
    *(("json", *case) for case in JSON),
    *(("fold", *case) for case in FOLD),
]


def reformatted(format_name: str, text: str) -> str:
    frontend = named(FRONTENDS, format_name)
    assert frontend is not None
    assert frontend.reformat is not None
    return frontend.reformat(Source("test", text), LIMITS)


@pytest.mark.parametrize(("format_name", "text", "expected"), CASES)
def test_a_text_has_one_layout(format_name: str, text: str, expected: str | None) -> None:
    expected = text if expected is None else expected
    assert reformatted(format_name, text) == expected
    assert reformatted(format_name, expected) == expected
    assert reformatted(format_name, text.replace("\n", "\r\n")) == expected


def test_deep_documents_are_laid_out() -> None:
    depth = LIMITS.depth - 2
    for format_name, text in (
        ("json", '{"a":' + "[" * depth + "]" * depth + "}"),
        ("yaml", "a: " + "[" * depth + "]" * depth + "\n"),
        ("yaml", "a:\n  " + "- " * depth + "b\n"),
        ("toml", "a = " + "[" * depth + "]" * depth + "\n"),
        ("fold", "fold 1\nworkflow w\nmeta { a: " + "[" * (depth - 1) + "]" * (depth - 1) + " }"),
    ):
        once = reformatted(format_name, text)
        assert reformatted(format_name, once) == once
