"""The quick parser of predicates gives the tree that Lark gives, or leaves the text to it."""

from __future__ import annotations

from typing import Any

import pytest
from conformance import cases
from golden_cases import accept_cases, compiled, inputs
from hypothesis import given
from hypothesis import strategies as st
from strategies import expressions

from onefold.frontends import lark_parser
from onefold.frontends.frontend import Limits
from onefold.frontends.lark_parser import Unexpected
from onefold.frontends.predicate import parse, quick
from onefold.kernel.expression_text import expression_text
from onefold.kernel.ir.expression import Expression
from onefold.kernel.references import predicates

DEPTH = Limits().predicate_depth
# Where a text turns from one reading to another.
PIECES = [
    "a", "in", "true", "null", "r", "x.", ".in", ".5", "1", "1.5", "1e3", "0x1F", "1u", "''", '"b"', '"""c"""', "r'd'",
    "b'e'", "'\\''", "//", "/", " ", "\n", "\f", "(", ")", "[", "]", "{", "}", ",", ":", "?", "!", "-", "=", "==", "&&",
    "||", "&", "<", "<=", "has(", ".all(v, ", "é", "\\", "%",
]  # fmt: skip


def dump(node: Any) -> Any:
    if isinstance(node, str):
        token: Any = node
        return str(node), token.type, token.start_pos, token.end_pos
    return str(node.data), [dump(child) for child in node.children]


def agrees(text: str) -> bool:
    """Whether the quick parser takes a text; what it takes is what Lark takes, with the same tree."""
    tree = quick.parse(text, DEPTH)
    if tree is None:
        return False
    reference = lark_parser.parse("predicate", text)
    assert not isinstance(reference, Unexpected), text
    assert dump(tree) == dump(reference), text
    return True


@given(expressions())
def test_every_printed_expression_is_taken(expression: Expression) -> None:
    assert agrees(expression_text(expression))


@given(expressions(), st.sampled_from(["", " then", ", x", "}", " // c", "/* c */", ' "x"', " é"]))
def test_a_predicate_ends_where_nothing_goes_on_with_it(expression: Expression, behind: str) -> None:
    text = expression_text(expression)
    assert quick.end(f"on {text}{behind}", 3) == 3 + len(text)
    # Its tree is kept, and is the one of the text alone.
    assert agrees(text)


def test_a_tree_that_is_kept_does_not_get_around_the_limit_on_brackets() -> None:
    assert quick.end("on (x) then", 3) == 6
    assert quick.parse("(x)", DEPTH) is not None
    assert quick.parse("(x)", 0) is None


@pytest.mark.parametrize(("length", "is_kept"), [(900, True), (1100, False)])
def test_what_takes_much_room_is_not_kept_for_later(length: int, is_kept: bool) -> None:
    text = f"inputs.{'x' * length}"
    assert quick.end(text, 0) == len(text)
    assert quick.is_known(text) == is_kept


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_no_text_is_read_otherwise(text: str) -> None:
    agrees(text)


def test_no_case_of_the_public_suite_is_read_otherwise() -> None:
    taken = [agrees(case["expr"]) for case in cases("cel/cases.json") if isinstance(case.get("expr"), str)]
    assert sum(taken) > 100


def test_the_predicates_of_the_goldens_are_taken() -> None:
    found = [
        expression_text(expression)
        for case in accept_cases()
        for _, expression in predicates(compiled(inputs(case)[0]).ir)
    ]
    assert found
    assert all(map(agrees, found))


@pytest.mark.parametrize(
    "text", ["(" * 65 + "a" + ")" * 65, "[" * 64 + "x.as" + "]" * 64, "a b", "", "a.", "x ==", "1 +"]
)
def test_what_is_at_fault_is_left_to_lark(text: str) -> None:
    assert quick.parse(text, DEPTH) is None
    assert parse(text, Limits()).faults


def test_the_list_of_a_repetition_grows_in_place() -> None:
    gathering = quick.Rule(3, "_star", "", passes=False, kept=[0, 2])
    gathered: list[Any] = [quick.Token("a")]
    added = quick.Token("b")
    assert quick._value(gathering, [gathered, quick.Token(","), added]) is gathered
    assert gathered == ["a", "b"]


@pytest.mark.parametrize("text", ["[,]", "{,}", "[1,,]", "f(,)"])
def test_a_comma_alone(text: str) -> None:
    agrees(text)
