"""Where the parts of a predicate stand in its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from strategies import expressions

from onefold.frontends.frontend import Limits
from onefold.frontends.predicate import parse
from onefold.frontends.predicate.ranges import ranges
from onefold.kernel.expression_text import expression_text
from onefold.kernel.ir.expression import Index, Literal, Select
from onefold.kernel.ir.walk import nodes

if TYPE_CHECKING:
    from onefold.kernel.ir.expression import Expression
    from onefold.kernel.ir.walk import NodePath

PARTS = [
    ("a + b * c", (), "a + b * c"),
    ("a + b * c", (1,), "b * c"),
    ("((a) + b) * c", (0,), "(a) + b"),
    ("((a) + b) * c", (), "((a) + b) * c"),
    ("((a) + b) * c", (0, 0), "a"),
    ("(a) && (b)", (), "(a) && (b)"),
    ("(a) && (b)", (1,), "b"),
    ("(a).contains((b))", (), "(a).contains((b))"),
    ("size( (a) )", (), "size( (a) )"),
    ("size( (a) )", (0,), "a"),
    ("x.all(v, (v) > 1)", (2,), "(v) > 1"),
    ("x.all(v, (v) > 1)", (0,), "x"),
    ("a ? (b) : [c, d]", (2, 1), "d"),
    ("{'k': v, \"l\": (w)}", (3,), "w"),
    ("-1 < x", (0,), "-1"),
    ("-1 < x", (0, 0), "1"),
    ("!-1", (0, 0), "-1"),
    ("-(x)", (), "-(x)"),
    ("-(x)", (0,), "x"),
    ("  a\n &&\n  b // c", (), "a\n &&\n  b"),
]


@pytest.mark.parametrize(("text", "node", "part"), PARTS)
def test_a_subexpression_stands_where_it_was_written(text: str, node: NodePath, part: str) -> None:
    found = ranges(text)
    assert found is not None
    start, end = found.whole(node)
    assert text[start:end] == part


@pytest.mark.parametrize(
    ("text", "node", "part"),
    [
        ("steps.a.output", (), "output"),
        ("steps.a.output", (0,), "a"),
        ("steps . a\n.output", (0,), "a"),
        ('steps["a-b"].x', (0,), '["a-b"]'),
        ("(x)[ y[0] ]", (), "[ y[0] ]"),
        ("(x)[ y[0] ]", (1,), "[0]"),
        ("a + b", (), "a + b"),
    ],
)
def test_what_is_selected_stands_after_what_it_is_selected_from(text: str, node: NodePath, part: str) -> None:
    found = ranges(text)
    assert found is not None
    start, end = found.name(node)
    assert text[start:end] == part


@pytest.mark.parametrize("text", ["", "a +", "(a", "a)", "x.lower()", '"\\q"', "1e999"])
def test_a_text_with_a_fault_has_no_places(text: str) -> None:
    assert ranges(text) is None


@given(expressions())
def test_every_part_read_alone_is_the_subexpression(expression: Expression) -> None:
    text = expression_text(expression)
    parsed = parse(text, Limits()).expression
    found = ranges(text)
    assert parsed is not None
    assert found is not None
    for node, each in nodes(parsed):
        start, end = found.whole(node)
        part = parse(text[start:end], Limits()).expression
        assert part == each or "!-" in text
        if isinstance(each, Select):
            start, end = found.name(node)
            assert text[start:end] == each.field
        elif isinstance(each, Index) and isinstance(each.index, Literal):
            start, end = found.name(node)
            assert text[start] == "["
            assert text[end - 1] == "]"
