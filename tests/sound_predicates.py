"""Hypothesis strategies for predicates that could hold: every operator gets operands it works on."""

from __future__ import annotations

from typing import Any, TypeAlias

from hypothesis import strategies as st

from onefold.kernel.ir.expression import (
    Binary,
    Call,
    Chain,
    Choice,
    Expression,
    Index,
    ListDisplay,
    Literal,
    Name,
    Select,
    Unary,
)

Expressions: TypeAlias = st.SearchStrategy[Expression]

_INPUT = st.builds(Select, st.just(Name("inputs")), st.sampled_from(["a", "b"]))
_UNKNOWN = st.one_of(
    _INPUT,
    st.builds(Select, _INPUT, st.sampled_from(["output", "score"])),
    st.builds(Index, _INPUT, st.sampled_from([Literal(0), Literal("if"), Literal("a b")])),
)
"""What inputs hold, of which nothing is known."""


def sound_predicates(text: st.SearchStrategy[str], number: st.SearchStrategy[float]) -> Expressions:
    """Predicates over `inputs` alone whose literals are of `text` and `number`."""
    texts, numbers = _texts(text), _numbers(number)
    compared = st.one_of(
        st.builds(Binary, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), numbers, _UNKNOWN),
        st.builds(Binary, st.sampled_from(["==", "!="]), _UNKNOWN, texts | st.just(Literal(None))),
        st.builds(Binary, st.just("in"), _UNKNOWN, st.lists(texts, max_size=3).map(tuple).map(ListDisplay)),
        st.builds(
            lambda name, target, part: Call(name, target, (part,)),
            st.sampled_from(["contains", "startsWith", "endsWith", "matches"]), _UNKNOWN, text.map(Literal),
        ),
        st.builds(lambda each: Call("has", None, (Select(each, "a"),)), _UNKNOWN),
    )  # fmt: skip
    return st.recursive(compared | _UNKNOWN | st.booleans().map(Literal), _joined, max_leaves=6)


def _texts(text: st.SearchStrategy[str]) -> Expressions:
    literals = text.map(Literal)
    return literals | st.builds(Binary, st.just("+"), literals, _UNKNOWN)


def _numbers(number: st.SearchStrategy[float]) -> Expressions:
    sizes = st.builds(lambda each: Call("size", None, (each,)), _UNKNOWN)
    leaves = number.map(Literal) | sizes

    def computed(inner: Expressions) -> Expressions:
        return st.one_of(
            st.builds(Unary, st.just("-"), inner),
            st.builds(Binary, st.sampled_from("+-*/%"), inner, inner),
        )

    return st.recursive(leaves, computed, max_leaves=4)


def _joined(inner: Expressions) -> Expressions:
    return st.one_of(
        st.builds(Unary, st.just("!"), inner),
        st.builds(Choice, inner, inner, inner),
        st.builds(_chain, st.sampled_from(["&&", "||"]), st.lists(inner, min_size=2, max_size=3)),
        st.builds(
            lambda name, target, test: Call(name, target, (Name("v"), test)),
            st.sampled_from(["all", "exists"]), _UNKNOWN, inner,
        ),
    )  # fmt: skip


def _chain(operator: Any, operands: list[Expression]) -> Chain:
    """A flat chain, as the parser gives it."""
    flat: list[Expression] = []
    for each in operands:
        flat.extend(each.operands if isinstance(each, Chain) and each.operator == operator else [each])
    return Chain(operator, tuple(flat))
