"""Walking, printing and normalizing expressions."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onefold.frontends.frontend import Limits
from onefold.frontends.predicate import parse
from onefold.kernel.expression_text import expression_text
from onefold.kernel.ir import expression as ir
from onefold.kernel.ir.expression import (
    FUNCTIONS,
    Binary,
    Call,
    Chain,
    Choice,
    Expression,
    Index,
    ListDisplay,
    Literal,
    MapDisplay,
    Name,
    Select,
    Unary,
)
from onefold.kernel.ir.nodes import Conditional, Model, Predicate, PromptTemplate, Transition, WorkflowDef
from onefold.kernel.ir.walk import children, rewrite, walk
from onefold.kernel.passes.normalize_predicates import normalize_expression, normalize_predicates
from onefold.kernel.values import is_inexact

LIMITS = Limits()


def read(text: str) -> Expression:
    parsed = parse(text, LIMITS)
    assert parsed.expression is not None, parsed.faults
    return parsed.expression


def canonical(text: str) -> str:
    return expression_text(normalize_expression(read(text)))


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        # Each operator with the next looser one on either side, in parentheses that are needed and in others.
        ("(a?b:c)?(d?e:f):(g?h:i)", "(a ? b : c) ? (d ? e : f) : g ? h : i"),
        ("(a||b)?(c||d):(e||f)", "a || b ? c || d : e || f"),
        ("(a?b:c)||(d?e:f)", "(a ? b : c) || (d ? e : f)"),
        ("(a||b)&&(c||d)", "(a || b) && (c || d)"),
        ("(a&&b)||(c&&d)", "a && b || c && d"),
        ("(a&&b)==(c&&d)", "(a && b) == (c && d)"),
        ("(a==b)&&(c==d)", "a == b && c == d"),
        ("(a==b)+(c==d)", "(a == b) + (c == d)"),
        ("(a+b)==(c+d)", "a + b == c + d"),
        ("(a+b)*(c+d)", "(a + b) * (c + d)"),
        ("(a*b)+(c*d)", "a * b + c * d"),
        ("-(a*b)", "-(a * b)"),
        ("(-a)*(-b)", "-a * -b"),
        ("(-a).b", "(-a).b"),
        ("-(a.b)", "-a.b"),
        # Left to right, and not the other way.
        ("(a==b)==c", "a == b == c"),
        ("a==(b==c)", "a == (b == c)"),
        ("(a<b)in c", "a < b in c"),
        ("a<(b in c)", "a < (b in c)"),
        ("(a-b)-c", "a - b - c"),
        ("a-(b-c)", "a - (b - c)"),
        ("a+(b+c)", "a + (b + c)"),
        ("(a/b)*c", "a / b * c"),
        ("a/(b*c)", "a / (b * c)"),
        ("a%(b%c)", "a % (b % c)"),
        ("a?b:(c?d:e)", "a ? b : c ? d : e"),
        # A run of one sign needs no parentheses, a mixture does.
        ("!(!(a))", "!!a"),
        ("-(-(a))", "--a"),
        ("!(-a)", "!(-a)"),
        ("-(!a)", "-(!a)"),
        ("!(-1)", "!-1"),
        ("!(--1)", "!(--1)"),
        ("!(a.b)", "!a.b"),
        ("(!a).b", "(!a).b"),
        ("a-(-b)", "a - -b"),
        ("a-(-1)", "a - -1"),
        ("(-1).a", "(-1).a"),
        ("(-1)[a]", "(-1)[a]"),
        ("-(1)", "-1"),
        ("-0", "0"),
        ("a - -0.0", "a - 0"),
        # Chains are flat.
        ("(a&&b)&&(c&&(d&&e))", "a && b && c && d && e"),
        ("a||((b||c)&&d)||(e||f)", "a || (b || c) && d || e || f"),
        # Fields and indexes.
        ('a["b"]', "a.b"),
        ("a['b c']", 'a["b c"]'),
        ('a["if"].b', 'a["if"].b'),
        ("a.if.b", 'a["if"].b'),
        ('a["in"]', 'a["in"]'),
        ('a["true"]', 'a["true"]'),
        ('a["é"]', 'a["é"]'),
        ('a[""]', 'a[""]'),
        ('a["b\\n"]', 'a["b\\n"]'),
        ('steps["unit-test"].output', 'steps["unit-test"].output'),
        ("a[b]", "a[b]"),
        ("a[0]", "a[0]"),
        ("(a.b)[c?d:e]", "a.b[c ? d : e]"),
        ("(a+b).c", "(a + b).c"),
        ("[a].b", "[a].b"),
        ("{a:b}.c", "{a: b}.c"),
        ("'a'.size()", '"a".size()'),
        ("has(a['b'])", "has(a.b)"),
        ("has(a.if)", 'has(a["if"])'),
        # Displays and calls.
        ("[a,b?c:d,]", "[a, b ? c : d]"),
        ("[ ]", "[]"),
        ("{ 'a':b||c , d:e }", '{"a": b || c, d: e}'),
        ("{}", "{}"),
        ("size( [ ] )", "size([])"),
        ("(a||b).all(c,c||d)", "(a || b).all(c, c || d)"),
        # Literals.
        ("null", "null"),
        ("true", "true"),
        ("1.0", "1"),
        ("1e0", "1"),
        ("007", "7"),
        ("1e21", "1e+21"),
        ("1000000000000000000000000", "1e+24"),
        ("0.000001", "0.000001"),
        ("1e-7", "1e-7"),
        ("123.4560", "123.456"),
        ("9007199254740991", "9007199254740991"),
        ("1 .a", "1.a"),
        ("1.5.a", "1.5.a"),
        ("'it\\'s'", '"it\'s"'),
        (r"'\a\x7f\u2028\t/\U0001f600'", '"\\u0007\x7f\u2028\\t/\U0001f600"'),
        ("'''a\nb'''", '"a\\nb"'),
        (r"r'\d+'", r'"\\d+"'),
    ],
)
def test_the_canonical_text(text: str, printed: str) -> None:
    assert canonical(text) == printed
    assert canonical(printed) == printed


@pytest.mark.parametrize(
    ("expression", "printed"),
    [
        (Chain("&&", (Name("a"), Chain("&&", (Name("b"), Name("c"))))), "a && b && c"),
        (Chain("||", (Chain("||", (Name("a"), Name("b"))), Name("c"))), "a || b || c"),
        (Index(Name("a"), Literal("b")), "a.b"),
        (Select(Name("a"), "b c"), 'a["b c"]'),
        (Literal(-1), "-1"),
        (Literal(-0.0), "0"),
        (Unary("!", Literal(-1)), "!-1"),
        (Unary("!", Unary("-", Literal(-1))), "!(--1)"),
        (Unary("!", Unary("-", Literal(True))), "!(-true)"),
        (Select(Literal(-1), "a"), "(-1).a"),
    ],
)
def test_a_tree_that_is_not_normalized_is_printed_too(expression: Expression, printed: str) -> None:
    assert expression_text(expression) == printed
    assert repr(normalize_expression(read(printed))) == repr(normalize_expression(expression))


SAME = [
    ("a&&b", " ( a )\n&& // and\n(b)"),
    ("a == 'x'", 'a == """x"""'),
    ("a == 1", "a == 1.0"),
    ("a.b", "a['b']"),
    ("a && b && c", "a && (b && c)"),
    ("(a || b) || c", "a || (b || c)"),
    ("a < -1", "a < -(1.0)"),
    ("a == 0", "a == -0.0"),
    ("'\\u0041'", "'A'"),
    ("a.if", 'a["if"]'),
    ("[a]", "[a,]"),
]
DIFFERENT = [
    ("a && b", "b && a"),
    ("a == b", "b == a"),
    ("a + (b + c)", "a + b + c"),
    ("a == 1", "a == true"),
    ("a == 1", "a == '1'"),
    ("a == 0", "a == false"),
    ("a == null", "a == 'null'"),
    ("!a", "!!!a"),
    ("a[0]", "a['0']"),
    ("a.b", "a[b]"),
    ("a == 'x'", "a == 'x '"),
    ("a == 'é'", "a == 'e\u0301'"),
    ("a == 0.1", "a == 0.10000000000000002"),
    ("a.size()", "size(a)"),
    ("a && (b || c)", "a && b || c"),
    ("[[a], b]", "[[a, b]]"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_another_spelling_gives_the_same_text(one: str, other: str) -> None:
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_another_meaning_gives_another_text(one: str, other: str) -> None:
    assert canonical(one) != canonical(other)


_NAMES = st.sampled_from(["a", "b", "inputs", "steps"])
_KEYS = st.sampled_from(
    ["a", "output", "if", "as", "in", "true", "my-step", "é", "", "a b", '"', "\n", "_1"]
) | st.text(st.characters(exclude_categories=["Cs"]), max_size=3)
_NUMBERS = (st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)).filter(
    lambda number: not is_inexact(number)
)
_LITERALS = st.builds(Literal, st.none() | st.booleans() | _NUMBERS | st.sampled_from([0, -0.0, -1, 10**21]) | _KEYS)


def _composed(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    operators = st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in", "+", "-", "*", "/", "%"])
    return st.one_of(
        st.builds(Select, inner, _KEYS),
        st.builds(Index, inner, inner | _LITERALS),
        st.builds(Unary, st.sampled_from(["!", "-"]), inner),
        st.builds(Binary, operators, inner, inner),
        st.builds(Chain, st.sampled_from(["&&", "||"]), st.lists(inner, min_size=2, max_size=3).map(tuple)),
        st.builds(Choice, inner, inner, inner),
        st.builds(ListDisplay, st.lists(inner, max_size=3).map(tuple)),
        st.builds(MapDisplay, st.lists(st.tuples(inner, inner), max_size=2).map(tuple)),
        st.builds(Call, st.sampled_from(["size"]), st.none(), st.tuples(inner)),
        st.builds(Call, st.sampled_from(["contains", "matches"]), inner, st.tuples(inner)),
        st.builds(Call, st.sampled_from(["all", "exists"]), inner, st.tuples(_NAMES.map(Name), inner)),
        st.builds(Call, st.just("has"), st.none(), st.tuples(st.builds(Select, inner, _KEYS))),
    )


# Every tree there can be, not only those that a text or a normalized text gives.
EXPRESSIONS: st.SearchStrategy[Expression] = st.recursive(_LITERALS | _NAMES.map(Name), _composed, max_leaves=12)


@given(EXPRESSIONS)
def test_a_printed_expression_is_read_as_the_normalized_one(expression: Expression) -> None:
    normal = normalize_expression(expression)
    # Python's == takes 1 for True and 1.0, so what is compared is what the values say of themselves.
    assert repr(read(expression_text(normal))) == repr(normal)
    assert repr(normalize_expression(read(expression_text(expression)))) == repr(normal)


@given(EXPRESSIONS)
def test_normalizing_twice_changes_nothing(expression: Expression) -> None:
    normal = normalize_expression(expression)
    assert normalize_expression(normal) is normal


@given(EXPRESSIONS)
def test_no_pair_of_parentheses_can_be_left_out(expression: Expression) -> None:
    normal = normalize_expression(expression)
    text = expression_text(normal)
    for start, end in _pairs(text):
        shorter = f"{text[:start]} {text[start + 1 : end]} {text[end + 1 :]}"
        parsed = parse(shorter, LIMITS).expression
        assert parsed is None or repr(normalize_expression(parsed)) != repr(normal)


def _pairs(text: str) -> list[tuple[int, int]]:
    """Where parentheses open and close that are not those of a call, strings aside."""
    pairs, opened, quoted, escaped = [], [], False, False
    for index, character in enumerate(text):
        if quoted:
            quoted = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            quoted = True
        elif character == "(":
            opened.append(index)
        elif character == ")":
            start = opened.pop()
            if not (start and (text[start - 1].isalnum() or text[start - 1] == "_")):
                pairs.append((start, index))
    return pairs


@given(EXPRESSIONS)
def test_a_rewrite_that_changes_nothing_keeps_the_expression(expression: Expression) -> None:
    assert rewrite(expression, lambda each: each) is expression


@given(EXPRESSIONS)
def test_a_rewrite_sees_every_subexpression_once_and_the_innermost_first(expression: Expression) -> None:
    seen: list[Expression] = []

    def note(each: Expression) -> Expression:
        assert all(any(child is earlier for earlier in seen) for child in children(each))
        seen.append(each)
        return each

    rewrite(expression, note)
    assert sorted(map(id, seen)) == sorted(map(id, walk(expression)))


def test_a_rewrite_changes_what_is_around_it() -> None:
    def renamed(each: Expression) -> Expression:
        return Name("q") if each == Name("y") else each

    text = 'has(q.b) && [q, {q: 1}][-q] == (q ? q : "a").size() || q in q.all(b, q)'
    assert expression_text(rewrite(read(text.replace("q", "y")), renamed)) == text


def test_walking_goes_from_left_to_right_and_from_the_outside_in() -> None:
    names = [
        each.name for each in walk(read("a.x + b[c] in [d, {e: f}] && g.all(h, i ? j : k)")) if isinstance(each, Name)
    ]
    assert names == list("abcdefghijk")


def test_every_kind_of_expression_can_be_walked_and_printed() -> None:
    kinds = {each for each in vars(ir).values() if isinstance(each, type) and attrs.has(each)}
    text = "[null, {a: -b.c[d]}, e && f, g == h, i ? size(j) : k]"
    assert {type(each) for each in walk(read(text))} == kinds
    assert expression_text(read(text)) == text


def test_every_function_can_be_printed_and_read() -> None:
    for name, (alone, on_target) in FUNCTIONS.items():
        for target, counts in ((None, alone), (Name("a"), on_target)):
            for count in counts:
                argument = Select(Name("b"), "c") if name == "has" else Name("b")
                call = Call(name, target, (argument,) * count)
                assert read(expression_text(call)) == call


def test_nothing_here_recurses() -> None:
    # Far deeper than any text that is read; only Python's own comparing and printing would recurse.
    deep: Expression = Name("a")
    for _ in range(20_000):
        deep = Unary("!", Select(Binary("+", deep, Literal(1.0)), "if"))
    normal = normalize_expression(deep)
    assert sum(1 for _ in walk(normal)) == 20_000 * 5 + 1
    assert expression_text(normal).startswith("!(!(")
    while children(normal):
        # Let go of one level at a time, as deep a value cannot be compared.
        normal = children(normal)[0]
    assert normal == Name("a")


def _workflow(condition: Expression, when: Expression) -> WorkflowDef:
    gate = Conditional(on=Predicate(condition), then="work")
    work = Model(prompt=PromptTemplate("hi"))
    edge = Transition(origin="work", target="gate", when=Predicate(when))
    return WorkflowDef(onefold=1, workflow="w", steps={"gate": gate, "work": work}, transitions=(edge,))


def test_the_pass_normalizes_conditions_of_steps_and_of_transitions() -> None:
    before = _workflow(read("a['b'] && (c && d)"), read("a == 1.0"))
    after = normalize_predicates(before)
    assert repr(after) == repr(_workflow(read("a.b && c && d"), read("a == 1")))
    assert normalize_predicates(after) is after


def test_the_pass_gives_back_a_workflow_that_is_normal_already() -> None:
    workflow = _workflow(read("a.b && c"), read("a == 1"))
    assert normalize_predicates(workflow) is workflow
