"""Reading predicates: the public CEL suite, what is said about a fault and where, and texts meant to do harm."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import conformance
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from onefold.frontends.frontend import Limits
from onefold.frontends.predicate import Fault, Parsed, parse
from onefold.frontends.predicate.build import LARGEST_DEPTH
from onefold.kernel.expression_text import expression_text
from onefold.kernel.ir import expression as ir
from onefold.kernel.ir.expression import Expression
from onefold.kernel.ir.walk import walk

LIMITS = Limits()
CEL = "cel/cases.json"

# What the standard's text says that this language leaves out, found by looking for it and not by parsing.
QUOTED = r"""(?:[rR]?(?:\"""[\s\S]*?\"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))"""
FOREIGN = {
    "bytes": r"\b[bB][rR]?Q",
    "unsigned": r"\b(?:0x[0-9a-fA-F]+|[0-9]+)[uU]\b",
    "hexadecimal": r"\b0x[0-9a-fA-F]+\b",
    "message": r"(?!in\b)\b[A-Za-z_][\w.]*\s*\{",
    "leading dot": r"(?:^|[(,\[=:&|<>+*/%!\-?]|\bin)\s*\.[A-Za-z_]",
    "back-tick": r"`",
    "optional": r"\.\?|\[\?|[{,\[]\s*\?",
}
# Functions and macros of the standard and its extensions that this language does not have.
KNOWN = {"has", "size", "contains", "startsWith", "endsWith", "matches", "all", "exists"}


def _bare(expression: str) -> str:
    """The expression without comments and with every string literal replaced, so that only syntax is left."""
    without_strings = re.sub(rf"(\b[bB][rR]?)?{QUOTED}", lambda match: "bQ" if match[1] else " Q ", expression)
    return re.sub(r"//[^\n]*", "", without_strings)


def _left_out(expression: str) -> set[str]:
    bare = _bare(expression)
    found = {name for name, pattern in FOREIGN.items() if re.search(pattern, bare)}
    calls = set(re.findall(r"([A-Za-z_]\w*)\s*\(", bare))
    if calls - KNOWN - {"in"}:
        found.add("function")
    if re.search(r"\b(all|exists)\s*\(\s*\w+\s*,\s*\w+\s*,", bare):
        found.add("two-variable macro")
    if any(len(digits) > 15 for digits in re.findall(r"[0-9.]+", bare)):
        found.add("number")
    return found


@pytest.mark.parametrize("case", conformance.parameters(CEL))
def test_cel_suite(case: dict[str, Any]) -> None:
    text = case["expr"]
    left_out = _left_out(text)
    parsed = parse(text, LIMITS)
    if not left_out:
        assert parsed.faults == ()
    elif "number" not in left_out:
        assert parsed.faults
    assert all(0 <= fault.start <= fault.end <= len(text) for fault in parsed.faults)


def test_much_of_the_cel_suite_is_read() -> None:
    kinds = Counter(bool(_left_out(case["expr"])) for case in conformance.cases(CEL))
    assert kinds[False] > 400
    assert kinds[True] > 1000


def _literal_cases() -> list[Any]:
    return [
        case
        for case in conformance.parameters(CEL)
        if not case.values[0] or ("string_value" in str(case.values[0]["expect"]) and _is_string(case.values[0]))
    ]


def _is_string(case: dict[str, Any]) -> bool:
    return case["file"] in ("parse", "basic") and bool(re.fullmatch(QUOTED, case["expr"]))


@pytest.mark.parametrize("case", _literal_cases())
def test_strings_of_the_cel_suite_have_their_values(case: dict[str, Any]) -> None:
    assert value(case["expr"]) == case["expect"]["want"]["string_value"]


def value(text: str) -> object:
    expression = read(text)
    assert isinstance(expression, ir.Literal)
    return expression.value


def read(text: str) -> Expression:
    parsed = parse(text, LIMITS)
    assert parsed.faults == ()
    assert parsed.expression is not None
    return parsed.expression


def only_fault(text: str) -> Fault:
    parsed = parse(text, LIMITS)
    assert parsed.expression is None
    (fault,) = parsed.faults
    return fault


A, B, C, D = (ir.Name(name) for name in "abcd")
ONE = ir.Literal(1)


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("a", A),
        ("(a)", A),
        ("null", ir.Literal(None)),
        ("a && b && c", ir.Chain("&&", (A, B, C))),
        ("(a && b) && c", ir.Chain("&&", (ir.Chain("&&", (A, B)), C))),
        ("a || b && c", ir.Chain("||", (A, ir.Chain("&&", (B, C))))),
        ("a ? b : c ? d : a", ir.Choice(A, B, ir.Choice(C, D, A))),
        ("a == b == c", ir.Binary("==", ir.Binary("==", A, B), C)),
        ("a - b - c", ir.Binary("-", ir.Binary("-", A, B), C)),
        ("a + b * c", ir.Binary("+", A, ir.Binary("*", B, C))),
        ("a in [b, c,]", ir.Binary("in", A, ir.ListDisplay((B, C)))),
        ("a in{}", ir.Binary("in", A, ir.MapDisplay(()))),
        ("{a: b, c: d}", ir.MapDisplay(((A, B), (C, D)))),
        ("[,]", ir.ListDisplay(())),
        ("!!a", ir.Unary("!", ir.Unary("!", A))),
        ("-1", ir.Unary("-", ONE)),
        ("!-1", ir.Unary("!", ir.Unary("-", ONE))),
        ("a--1", ir.Binary("-", A, ir.Unary("-", ONE))),
        ("-a.b", ir.Unary("-", ir.Select(A, "b"))),
        ("a.b[c].d", ir.Select(ir.Index(ir.Select(A, "b"), C), "d")),
        ("a.as", ir.Select(A, "as")),
        ('a["b"]', ir.Index(A, ir.Literal("b"))),
        ("size(a)", ir.Call("size", None, (A,))),
        ("a.size()", ir.Call("size", A, ())),
        ("a.all(b, c)", ir.Call("all", A, (B, C))),
        ("has(a.b)", ir.Call("has", None, (ir.Select(A, "b"),))),
        ('has(a["b-c"])', ir.Call("has", None, (ir.Index(A, ir.Literal("b-c")),))),
        ("truest.inner", ir.Select(ir.Name("truest"), "inner")),
        ("a // b\n\t&&\f\r\n c // d", ir.Chain("&&", (A, C))),
    ],
)
def test_an_expression_is_read_as_it_is_written(text: str, expression: Expression) -> None:
    assert read(text) == expression


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("010", 10), ("1.50", 1.5), (".5", 0.5), ("1e3", 1000.0), ("2E-2", 0.02), ("1e21", 1e21)],
)
def test_a_number_is_a_double(text: str, number: float) -> None:
    assert value(text) == number


@pytest.mark.parametrize(
    ("text", "string"),
    [
        (r"'\a\b\f\n\r\t\v\\\'\"\`\?'", "\a\b\f\n\r\t\v\\'\"`?"),
        (r'"\x41\X42\103\u0044\U00000045"', "ABCDE"),
        (r"'\ud83d\ude00 \U0001F600'", "\U0001f600 \U0001f600"),
        (r"r'\n\'", "\\n\\"),
        ("'''a'b''c\\''''", "a'b''c'"),
        ('""" ""x """', ' ""x '),
        ("'''a\r\nb\rc\nd'''", "a\nb\nc\nd"),
        ("r'''a\r\nb'''", "a\nb"),
        (r"'''\r\n'''", "\r\n"),
        ("'\u2028\x85'", "\u2028\x85"),
        ("''", ""),
        ('""""""', ""),
    ],
)
def test_a_string_is_its_text(text: str, string: str) -> None:
    assert value(text) == string


# ⟨ and ⟩ mark the place of the fault.
@pytest.mark.parametrize(
    ("marked", "message", "help_line"),
    [
        ("a ⟨=⟩ b", "an operator or the end was expected, not `=`", "write `==` to compare"),
        ("a ⟨&⟩ b", "an operator or the end was expected, not `&`", "write `&&`"),
        ("a ⟨and⟩ b", "an operator or the end was expected, not `and`", "write `&&`"),
        ("not ⟨a⟩", "an operator or the end was expected, not `a`", None),
        ("a &&⟨⟩", "it ends where a value was expected", None),
        ("a &&⟨⟩ \n", "it ends where a value was expected", None),
        ("a && ⟨)⟩", "a value was expected, not `)`", None),
        ("(a⟨⟩", "it ends where an operator or `)` was expected", None),
        ("(a ⟨]⟩", "an operator or `)` was expected, not `]`", None),
        ("[a, b⟨⟩", "it ends where an operator, `,` or `]` was expected", None),
        ("{a⟨}⟩", "an operator or `:` was expected, not `}`", None),
        ("a ? b⟨⟩", "it ends where an operator or `:` was expected", None),
        ("a.⟨5⟩", "the name of a field was expected, not `5`", None),
        ("a.⟨⟩", "it ends where the name of a field was expected", None),
        ("⟨⟩", "it is empty", None),
        ("⟨ \n⟩", "it is empty", None),
        ("// nothing⟨⟩", "it ends where a value was expected", None),
        ("a == ⟨'b⟩", "the string that begins here has no closing `'` on its line", None),
        ("a == ⟨'b⟩\n && c", "the string that begins here has no closing `'` on its line", None),
        ('a == r⟨"b⟩', 'the string that begins here has no closing `"` on its line', None),
        ("a == ⟨'''b\n c⟩", "the string that begins here has no closing `'''`", None),
        ("⟨1abc⟩", "`1abc` is not a number", None),
        ("a < ⟨1_000⟩", "`1_000` is not a number", "numbers in predicates have no `_`"),
        ("a < ⟨30s⟩", "`30s` is not a number", None),
        ("⟨é⟩", "a value was expected, not `é`", None),
        ("a == ⟨“⟩b”", "a value was expected, not `“`", "strings stand in straight quotes"),
        ("a.⟨`⟩b`", "the name of a field was expected", 'write `["…"]`'),
        ("!-⟨a⟩", "a number was expected, not `a`", "parentheses"),
        ("-⟨!⟩a", "a value was expected, not `!`", "parentheses"),
        ("⟨{⟩{ a }} == 1", None, "a predicate is not a template"),
        ("steps.my-⟨2nd⟩ == 1", "`2nd` is not a number", 'write `steps["my-2nd"]`'),
        ("⟨0x1F⟩ == a", "`0x1F` is a hexadecimal number", "decimal"),
        ("a == ⟨3u⟩", "`3u` is an unsigned number", "leave out the `u`"),
        ("a == ⟨b'x'⟩", "`b'x'` is a bytes literal", "leave out the `b`"),
        ("⟨as⟩ == 1", "`as` is a reserved word and cannot be a name", None),
        ("a.⟨in⟩ == 1", "`in` cannot stand after a dot", 'write `["in"]` instead of `.in`'),
        (r"a == 'x⟨\q⟩'", r"`\q` is not an escape", r"write `\\`"),
        (r"a == '⟨\u12⟩'", r"`\u12` is not an escape", None),
        (r"a == '⟨\400⟩'", r"`\400` is not an escape", None),
        ("'''a⟨\\\n⟩'''", "a backslash at the end of a line is not an escape", None),
        (r"'⟨\U00110000⟩'", r"`\U00110000` is beyond the last character, U+10FFFF", None),
        ("has(⟨a⟩)", "`has` asks for a field", None),
        ("has(⟨size(a.b)⟩)", "`has` asks for a field", None),
        ("has(⟨a[0]⟩)", "`has` asks for a field", None),
        ("a.all(⟨b.c⟩, d)", "the first argument of `all` names the item", "list.all(item, condition)"),
        ("a.exists(⟨[{}]⟩, d)", "the first argument of `exists` names the item", None),
    ],
)
def test_a_syntax_fault_is_told_at_its_place(marked: str, message: str | None, help_line: str | None) -> None:
    text = marked.replace("⟨", "").replace("⟩", "")
    fault = only_fault(text)
    assert fault.code == "predicate-syntax"
    if message is not None:
        start = marked.index("⟨")
        assert (fault.start, fault.end) == (start, marked.index("⟩") - 1)
        assert message in str(fault.arguments["message"])
    assert help_line is None or help_line in (fault.help or "")


@pytest.mark.parametrize(
    ("marked", "problem", "help_line"),
    [
        ("⟨startwith⟩(a)", "is not known in predicates", "did you mean `startsWith`?"),
        ("a.⟨upper⟩()", "is not known in predicates", None),
        ("a.⟨exists_one⟩(b, c)", "is not known in predicates", "did you mean `exists`?"),
        ("⟨startsWith⟩(a, b)", "is called on a value", "write `x.startsWith(y)`"),
        ("a.⟨has⟩(b.c)", "is not called on a value", "has("),
        ("⟨size⟩()", "takes 1 argument here, not 0", "size(x)"),
        ("a.⟨size⟩(b)", "takes no arguments here, not 1", "size(x)"),
        ("a.⟨all⟩(b)", "takes 2 arguments here, not 1", "list.all(item, condition)"),
        ("a.⟨all⟩(b, c, d)", "takes 2 arguments here, not 3", None),
    ],
)
def test_an_unknown_or_misused_function_is_told_at_its_name(marked: str, problem: str, help_line: str | None) -> None:
    fault = only_fault(marked.replace("⟨", "").replace("⟩", ""))
    assert fault.code == "unknown-function"
    assert (fault.start, fault.end) == (marked.index("⟨"), marked.index("⟩") - 1)
    assert fault.arguments["problem"] == problem
    assert help_line is None or help_line in (fault.help or "")


@pytest.mark.parametrize(
    ("text", "code", "start", "end"),
    [
        ("a < 9007199254740992", "inexact-integer", 4, 20),
        ("-1e20", "inexact-integer", 1, 5),
        ("1e400", "not-finite-number", 0, 5),
        ("9" * 5000, "not-finite-number", 0, 5000),
        (r"a == '\ud83d!'", "lone-surrogate", 6, 12),
        (r"a == '\ude00\ud83d\ude00'", "lone-surrogate", 6, 12),
    ],
)
def test_what_canonical_bytes_cannot_hold_is_refused(text: str, code: str, start: int, end: int) -> None:
    fault = only_fault(text)
    assert (fault.code, fault.start, fault.end) == (code, start, end)


def test_all_faults_of_a_readable_predicate_are_told_in_order() -> None:
    parsed = parse(r"f(g(a), '\q\ud800') && as == 3u", LIMITS)
    assert [fault.start for fault in parsed.faults] == [0, 2, 9, 11, 23, 29]


def nested(depth: int) -> str:
    return "[" * depth + "a" + "]" * depth


def test_brackets_are_counted() -> None:
    assert parse(nested(64), LIMITS).expression
    fault = only_fault(nested(65))
    arguments = {"limit": 64, "what": "brackets"}
    assert (fault.code, fault.start, fault.end, fault.arguments) == ("predicate-too-deep", 64, 65, arguments)
    assert parse("(" * 64 + "a" + ")" * 64 + " && [[a]]", LIMITS).expression
    assert parse(nested(2), Limits(predicate_depth=2)).expression
    assert parse(nested(3), Limits(predicate_depth=2)).faults


def test_the_canonical_text_is_within_the_limit_of_brackets_too() -> None:
    # `a.as` is printed as `a["as"]`, so it counts as the bracket it becomes.
    text = "a[" * 63 + "b.as" + "]" * 63
    canonical = expression_text(read(text))
    assert canonical.endswith('["as"]' + "]" * 63)
    assert parse(canonical, LIMITS).expression
    fault = only_fault("a[" * 64 + "b.as" + "]" * 64)
    assert (fault.code, fault.start, fault.end) == ("predicate-too-deep", 130, 132)


@pytest.mark.parametrize(
    "text",
    [
        "!" * LARGEST_DEPTH + "a",
        "-" * LARGEST_DEPTH + "a",
        "+".join(["a"] * (LARGEST_DEPTH + 1)),
        "a" + ".b" * LARGEST_DEPTH,
        "a" + "[b]" * LARGEST_DEPTH,
        "a ? b : " * LARGEST_DEPTH + "c",
    ],
)
def test_nesting_without_brackets_is_bounded(text: str) -> None:
    fault = only_fault(text)
    assert fault.code == "predicate-too-deep"
    assert fault.arguments == {"limit": LARGEST_DEPTH, "what": "operators"}


@pytest.mark.parametrize(
    "text",
    [
        "!" * (LARGEST_DEPTH - 1) + "a",
        "+".join(["a"] * LARGEST_DEPTH),
        "a ? b : " * (LARGEST_DEPTH - 1) + "c",
        " && ".join(["a"] * 20_000),
        " || ".join(["a && b"] * 10_000),
        "[" + ", ".join(["a"] * 20_000) + "]",
    ],
)
def test_python_can_compare_hash_and_print_whatever_is_read(text: str) -> None:
    first, second = read(text), read(text)
    assert first == second
    assert hash(first) == hash(second)
    assert repr(first) == repr(second)
    assert expression_text(first) == expression_text(second)
    assert sum(1 for _ in walk(first)) > LARGEST_DEPTH // 2


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000,
        "-" * 50_000 + "a",
        "a?" * 20_000,
        "a+" * 20_000 + "a",
        "'" + "\\" * 100_000,
        '"""' + '\\"' * 50_000,
        "''" * 50_000,
        '"""' * 50_001,
        "/" * 100_000,
        "1" * 100_000 + "x",
        "0." + "9" * 100_000,
        "steps.a" + "-b" * 30_000 + " =",
        "steps." * 20_000 + "=",
        "\\" * 100_000,
        "{{" * 50_000,
    ],
)
def test_a_text_meant_to_do_harm_is_refused_or_read(text: str) -> None:
    parsed = parse(text, LIMITS)
    assert (parsed.expression is None) == bool(parsed.faults)


_SPELLINGS = r"""
a b steps inputs . [ ] ( ) { } , : ? ! - + * / % && || == != < <= > >= in true null 1 2.5 1e3 0x1 3u 'x' "y"
'''z''' r'\' b'q' \ ' " has( size( .all( // as é & | = ` {{ }} 9007199254740993
"""
_PIECES = st.sampled_from([*_SPELLINGS.split(), "\n", "\r\n", "\u2028", "\x00"])


@given(
    st.lists(_PIECES, max_size=12).map(" ".join) | st.lists(_PIECES, max_size=12).map("".join) | st.text(max_size=20)
)
@example("'\\")
@example("a.b.")
def test_any_text_is_read_or_has_faults_inside_it(text: str) -> None:
    parsed = parse(text, LIMITS)
    assert (parsed.expression is None) == bool(parsed.faults)
    for fault in parsed.faults:
        assert 0 <= fault.start <= fault.end <= len(text)
        assert fault.start < fault.end or fault.end == len(text.rstrip(" \t\f\r\n"))


def test_a_parse_holds_an_expression_or_faults() -> None:
    assert parse("a", LIMITS) == Parsed(A)
