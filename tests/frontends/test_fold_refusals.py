"""What is not fold: each text is refused with one finding, whose span is marked in the text by `«` and `»`."""

from __future__ import annotations

import pytest
from readings import read_text

from onefold.frontends.fold import FRONTEND
from onefold.kernel.diagnostics import Finding

HEAD = "fold 1 "


def refused(marked: str) -> Finding:
    """The only finding of a text; it points at what is marked."""
    start = marked.index("«")
    end = marked.index("»") - 1
    text = marked.replace("«", "").replace("»", "")
    (finding,) = read_text(FRONTEND, text).findings
    assert finding.place.span is not None
    assert (finding.place.span.start, finding.place.span.end) == (start, end)
    return finding


SYNTAX = [
    # A file begins with `fold 1`.
    ("«workflow» w", "`fold 1` was expected, not `workflow`"),
    ("«folding» 1", "`fold 1` was expected, not `folding`"),
    ('«"fold"» 1', '`fold 1` was expected, not `"fold"`'),
    ("«fold» -> a", "`fold 1` was expected, not `fold`"),
    ("fold«»", "a value was expected, not the end of the file"),
    # Words, comments, characters that are neither.
    (HEAD + "workflow w «#» c", "a statement was expected, not `#`"),
    (HEAD + "workflow w «/*» c", "the comment that begins here has no closing `*/`"),
    (HEAD + "workflow «\x00»", "a workflow id was expected, not the character U+0000"),
    (HEAD + "workflow w«\xa0»", "a statement was expected, not the character U+00A0"),
    (HEAD + "workflow w,«,»", "a statement was expected, not `,`"),
    (HEAD + "workflow {«»", "a field or `}` was expected, not the end of the file"),
    # Statements that fold spells in its own way.
    (HEAD + "«steps» { a 1 }", "`steps` is no statement"),
    (HEAD + "«transitions» []", "`transitions` is no statement"),
    (HEAD + "«onefold» 1", "`onefold` is no statement"),
    (HEAD + "start a «->» b", "a statement was expected, not `->`"),
    # Steps.
    (HEAD + "model «{» }", "a step id was expected, not `{`"),
    (HEAD + "tool t = «{» }", "an id was expected, not `{`"),
    (HEAD + "tool t = x @ «{» }", "a version was expected, not `{`"),
    (HEAD + "model m {«»", "a field or `}` was expected, not the end of the file"),
    (HEAD + "model m { effort high,«,» }", "a field or `}` was expected, not `,`"),
    (HEAD + "model m { «,» }", "a field or `}` was expected, not `,`"),
    (HEAD + "model m { effort«:» high }", "a value was expected, not `:`"),
    (HEAD + "model m { timeout 30«+»1 }", "a field or `}` was expected, not `+`"),
    (HEAD + "model m { retry 3 { jitter true «5» } }", "a field or `}` was expected, not `5`"),
    (HEAD + "budget { wall_time «30steps» 50 }", "`30steps` is neither a number nor a duration"),
    (HEAD + "parallel p { join quorum «}»", "a number was expected, not `}`"),
    (HEAD + "parallel p { join «{» quorum: 2 } }", "a value was expected, not `{`"),
    (HEAD + "parallel p { branches [a «b»] }", "`,` or `]` was expected, not `b`"),
    (HEAD + "parallel p { branches [«,»] }", "a value or `]` was expected, not `,`"),
    (HEAD + "parallel p { branches [a,«,»] }", "a value or `]` was expected, not `,`"),
    (HEAD + "parallel p { branches [a«»", "`,` or `]` was expected, not the end of the file"),
    (HEAD + "model m { tools { allow«:» [a] } }", "a list of globs was expected, not `:`"),
    (HEAD + "model m { tools [a «b»] }", "`,` or `]` was expected, not `b`"),
    # Texts are always quoted.
    (HEAD + "description «hello»", "a text in double quotes was expected, not `hello`"),
    (HEAD + "description «30s»", "a text in double quotes was expected, not `30s`"),
    (HEAD + "model m { prompt «hi» }", "a text in double quotes was expected, not `hi`"),
    (HEAD + "model m { prompt «'»hi' }", "a text in double quotes was expected, not `'`"),
    (HEAD + "model m { prompt «“»hi” }", None),
    (HEAD + "model m { prompt file «a.md» }", "a text in double quotes was expected, not `a.md`"),
    (HEAD + 'model m { prompt «{» file: "x" } }', "a text in double quotes was expected, not `{`"),
    (HEAD + "rubric { polite «Is» it polite? }", "a text in double quotes was expected, not `Is`"),
    (HEAD + "rubric { polite «hello» }", "a text in double quotes was expected, not `hello`"),
    (HEAD + "rubric { polite weight 2 «}»", "a text in double quotes was expected, not `}`"),
    (HEAD + "rubric { 5 «}»", "a text in double quotes was expected, not `}`"),
    (HEAD + 'model m { prompt «"hi »\n}', 'the text that begins here has no closing `"` on its line'),
    (HEAD + 'model m { prompt «"hi\\»\n" }', 'the text that begins here has no closing `"` on its line'),
    (HEAD + 'description "a«\t»b"', "the control character U+0009 stands raw in a text"),
    (HEAD + 'description "a«\\q»b"', "`\\q` is no escape"),
    (HEAD + 'description "a«\\{{» b }}"', "`\\{{` is no escape"),
    (HEAD + 'description "«\\u12»g4"', "`\\u12` lacks some of its four hexadecimal digits"),
    (HEAD + 'meta {"«\\\'»": 1}', "`\\'` is no escape"),
    # JSON.
    (HEAD + "inputs «x»", "a JSON value was expected, not `x`"),
    (HEAD + "inputs {a: «x»}", "a JSON value was expected, not `x`"),
    (HEAD + "inputs {a: «True»}", "a JSON value was expected, not `True`"),
    (HEAD + "inputs {a: «30s»}", "a JSON value was expected, not `30s`"),
    (HEAD + "inputs {a: «1__0»}", "a JSON value was expected, not `1__0`"),
    (HEAD + "inputs {a: «01»}", "a JSON value was expected, not `01`"),
    (HEAD + "inputs {a: «+1»}", "a JSON value was expected, not `+1`"),
    (HEAD + "inputs {a: «.5»}", "a JSON value was expected, not `.5`"),
    (HEAD + "inputs {a «1»}", "`:` was expected, not `1`"),
    (HEAD + "inputs {a: 1 «b»: 2}", "`,` or `}` was expected, not `b`"),
    (HEAD + "inputs {«,»}", "a key or `}` was expected, not `,`"),
    (HEAD + "inputs {a: 1,«,»}", "a key or `}` was expected, not `,`"),
    (HEAD + "inputs {«é»: 1}", "a key or `}` was expected, not `é`"),
    (HEAD + "inputs {a«.»b: 1}", "`:` was expected, not `.`"),
    (HEAD + "inputs [1 «2»]", "`,` or `]` was expected, not `2`"),
    (HEAD + "inputs {a: [1«}»", "`,` or `]` was expected, not `}`"),
    (HEAD + "inputs {a: 1«»", "`,` or `}` was expected, not the end of the file"),
    # Chains.
    (HEAD + "a -> «->» b", "a step id was expected, not `->`"),
    (HEAD + "a ->«»", "a step id was expected, not the end of the file"),
    (HEAD + "a -> b -> c «on» x", "`on` may follow a chain of one arrow only"),
    (HEAD + "a -> b -> c «when» x priority 1", "`when` may follow a chain of one arrow only"),
    (HEAD + "a -> b on x «->» c", None),
    (HEAD + "a -> b when x «->» c", None),
    (HEAD + "a «-»-> b", None),
]


@pytest.mark.parametrize(("marked", "message"), [each for each in SYNTAX if each[1] is not None])
def test_what_is_no_fold_is_a_syntax_error_that_says_what_was_expected(marked: str, message: str) -> None:
    finding = refused(marked)
    assert finding.code == "syntax-error"
    assert finding.arguments == {"format": "fold", "message": message}


@pytest.mark.parametrize("marked", [each[0] for each in SYNTAX if each[1] is None])
def test_what_is_no_fold_is_a_syntax_error(marked: str) -> None:
    finding = refused(marked)
    assert finding.code == "syntax-error"
    assert not set("_$") & set(str(finding.arguments["message"]))


OTHER = [
    ("«»", "empty-document"),
    ("«» // only a comment\n /* and */ ", "empty-document"),
    (HEAD + 'meta {a: "«\\ud83d»"}', "lone-surrogate"),
    (HEAD + 'meta {"«\\udc00»": 1}', "lone-surrogate"),
    (HEAD + 'description "«\\ude00»\\ud83d"', "lone-surrogate"),
    (HEAD + "meta {«1»: 2}", "non-string-key"),
    (HEAD + "meta {«true»: 2}", "non-string-key"),
    (HEAD + "meta {a: {«null»: 2}}", "non-string-key"),
    (HEAD + "meta {a: «NaN»}", "not-finite-number"),
    (HEAD + "meta [«Infinity»]", "not-finite-number"),
    (HEAD + "meta [«-Infinity»]", "not-finite-number"),
    (HEAD + "meta [«1e400»]", "not-finite-number"),
    (HEAD + "meta [«-" + "9" * 5000 + "»]", "not-finite-number"),
    (HEAD + "budget { tokens «9007199254740993» }", "inexact-integer"),
    (HEAD + "budget { tokens «1_000_000_000_000_000_000» }", "inexact-integer"),
    (HEAD + "meta [«1e16»]", "inexact-integer"),
    (HEAD + "conditional c { on a && «}»", "predicate-syntax"),
    (HEAD + "conditional c { on (a «then» b }", "predicate-syntax"),
    (HEAD + "conditional c { on a /* b */ == /* c */ «]» }", "predicate-syntax"),
    (HEAD + "conditional c { on a == «'x }»", "predicate-syntax"),
    (HEAD + "conditional c { on a.«»", "predicate-syntax"),
    (HEAD + "conditional c { on a == «1_000» }", "predicate-syntax"),
    (HEAD + "a -> b when «,» c -> d", "predicate-syntax"),
    # What is nearly a qualifier of the chain before it, and a word where the number of attempts is due.
    (HEAD + "a -> b «whne» true", "unknown-field"),
    (HEAD + "a -> b «whne» steps.a.output.x > 1 model m {}", "unknown-field"),
    (HEAD + "a -> b «onn» failure when true", "unknown-field"),
    (HEAD + "a -> b «priorty» 3", "unknown-field"),
    (HEAD + "model m { retry «three» }", "wrong-type"),
    (HEAD + "model m { retry «three» timeout 5s }", "wrong-type"),
    (HEAD + "model m { effort low retry «three» effort high }", "wrong-type"),
]


@pytest.mark.parametrize(("marked", "code"), OTHER)
def test_what_has_a_code_of_its_own_is_refused_with_that(marked: str, code: str) -> None:
    assert refused(marked).code == code


DUPLICATES = [
    ("workflow", HEAD + "‹workflow› a «workflow» b"),
    ("fold", "‹fold› 1 «fold» 1"),
    ("description", HEAD + '‹description› "" start a «description» "x"'),
    ("a", HEAD + "model ‹a› {} tool «a» = b"),
    ("a", HEAD + 'model ‹"a"› {} tool «a» = b'),
    ("kind", HEAD + "‹model› a { «kind» tool }"),
    ("tool", HEAD + "tool a ‹=› b { «tool» c }"),
    ("version", HEAD + "subworkflow a = b ‹@› c { «version» d }"),
    ("effort", HEAD + "model a { ‹effort› high «effort» low }"),
    ("colour", HEAD + "model a { ‹colour› 1 «colour» 2 }"),
    ("attempts", HEAD + "model a { retry ‹3› { «attempts» 3 } }"),
    ("on", HEAD + "model a { retry { ‹on› [] «on» [] } }"),
    ("allow", HEAD + "model a { tools { ‹allow› [] «allow» [] } }"),
    ("tokens", HEAD + "budget { ‹tokens› 1 «tokens» 2 }"),
    ("pass", HEAD + 'rubric ‹pass› 1 «pass» 1 { a "x" }'),
    ("a", HEAD + 'rubric { ‹a› "x" «a» weight 2 "y" }'),
    ("weight", HEAD + 'rubric { a ‹weight› 1 «weight» 2 "x" }'),
    ("on", HEAD + "a -> b ‹on› x «on» y"),
    ("when", HEAD + "a -> b ‹when› x «when» y"),
    ("priority", HEAD + "a -> b ‹priority› 1 on x «priority» 2"),
    ("a", HEAD + "meta {‹a›: 1, «a»: 1}"),
    ("a", HEAD + 'meta {b: [{‹"\\u0061"›: 1, «a»: 1}]}'),
    ("b", HEAD + "colour {‹b› 1 «b» 1}"),
]


@pytest.mark.parametrize(("key", "marked"), DUPLICATES)
def test_what_is_written_twice_is_reported_with_both_places(key: str, marked: str) -> None:
    first = marked.replace("«", "").replace("»", "")
    second = marked.replace("‹", "").replace("›", "")
    finding = refused(second)
    assert (finding.code, finding.arguments) == ("duplicate-key", {"key": key})
    (related,) = finding.related
    assert related.place.span is not None
    assert (related.place.span.start, related.place.span.end) == (first.index("‹"), first.index("›") - 1)


def test_all_that_is_written_twice_is_reported() -> None:
    reading = read_text(FRONTEND, HEAD + "workflow a workflow b model s { effort low effort high } meta {a: 1, a: 2}")
    assert [finding.arguments["key"] for finding in reading.findings] == ["effort", "a", "workflow"]


def test_an_unclosed_bracket_is_shown_with_the_end_of_the_file() -> None:
    finding = refused(HEAD + "model m { tools [a«»")
    (related,) = finding.related
    assert related.place.span is not None
    assert related.place.span.text == "["


HELPS = [
    (HEAD + 'description "«\\{{»"', "`\\\\{{`"),
    (HEAD + 'description "«\\d»"', "`\\\\`"),
    (HEAD + "«steps» 1", "`model ID { … }`"),
    (HEAD + "model m { effort«:» high }", "without `:`"),
]


@pytest.mark.parametrize(("marked", "part"), HELPS)
def test_a_cure_is_told_where_one_is_known(marked: str, part: str) -> None:
    finding = refused(marked)
    assert finding.help is not None
    assert part in finding.help
