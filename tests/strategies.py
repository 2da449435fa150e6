"""Hypothesis strategies for random workflows, made from the IR's declarations."""

from __future__ import annotations

import string
from functools import cache
from typing import TYPE_CHECKING

from hypothesis import strategies as st
from mending import mended
from sound_predicates import sound_predicates

from onefold.kernel.ir import declare, nodes
from onefold.kernel.ir.declare import declarations
from onefold.kernel.ir.expression import (
    FUNCTIONS,
    RESERVED_NAMES,
    Binary,
    Call,
    Chain,
    Choice,
    Index,
    ListDisplay,
    Literal,
    MapDisplay,
    Name,
    Select,
    Unary,
)
from onefold.kernel.ir.nodes import (
    ArgTemplate,
    Duration,
    JoinPolicy,
    Money,
    Predicate,
    PromptTemplate,
    VersionSelector,
    WorkflowDef,
)
from onefold.kernel.values import LARGEST_EXACT_INTEGER, is_inexact

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.expression import (
        Expression,
    )
    from onefold.kernel.values import JsonValue

# Characters that formats treat in a way of their own, more often than chance would have them.
_NASTY = "\n\t\r \"'\\#:-{}[]|>!&*%@`,?=~$0123456789eE+.\x00\x07\x1b\x7f\x85\u2028\u2029\ufeff\u200b\u202e\U0001f600é"


# To build a strategy costs more than to draw from it: each is built once.
@cache
def texts(minimum: int = 0) -> st.SearchStrategy[str]:
    """Any text of Unicode scalar values, rich in characters that some format treats in its own way."""
    characters = st.one_of(
        st.sampled_from(string.ascii_letters), st.sampled_from(_NASTY), st.characters(exclude_categories=["Cs"])
    )
    words = st.sampled_from(["yes", "no", "on", "null", "~", "1_000", "2024-01-01", "0o10", "1:30", "  x", "x ", '"""'])
    lines = st.lists(st.text(characters, max_size=12) | words, max_size=5).map("\n".join)
    return st.one_of(st.text(characters, min_size=minimum, max_size=30), lines).filter(
        lambda text: len(text) >= minimum
    )


@cache
def templates(minimum: int = 0) -> st.SearchStrategy[str]:
    """Template texts: any text without stray braces, sometimes with a reference."""
    plain = texts(minimum).map(lambda text: text.replace("{{", "{ {"))
    with_reference = st.tuples(plain, st.sampled_from(["{{ inputs.x }}", "{{workflow.id}}", "\\{{ x"]), plain)
    joined = with_reference.map(lambda parts: " ".join(parts).replace("{{{", "{{ {").replace("\\\\", "\\ "))
    return plain | joined


@cache
def numbers() -> st.SearchStrategy[int | float]:
    """Numbers that have a canonical form."""
    integers = st.integers(-LARGEST_EXACT_INTEGER, LARGEST_EXACT_INTEGER)
    floats = st.floats(allow_nan=False, allow_infinity=False).filter(lambda number: not is_inexact(number))
    return integers | floats


@cache
def json_values(text: st.SearchStrategy[str], *, null: bool = True) -> st.SearchStrategy[JsonValue]:
    """Any JSON value whose strings come from `text`."""
    leaves: st.SearchStrategy[Any] = st.booleans() | numbers() | text
    if null:
        leaves |= st.none()
    return st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts(), inner, max_size=3), max_leaves=8
    )


@cache
def schemas() -> st.SearchStrategy[dict[str, JsonValue]]:
    """Valid JSON Schemas with the sets that canonicalization sorts."""
    names = st.sampled_from(["a", "b", "c", "required", "type"])
    types = st.sampled_from(["string", "number", "object", "array", "null", "boolean"])
    leaf: st.SearchStrategy[Any] = st.fixed_dictionaries(
        {}, optional={"type": types | st.lists(types, min_size=1, unique=True), "enum": st.lists(names, min_size=1)}
    )

    def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.fixed_dictionaries(
            {"type": st.just("object")},
            optional={
                "properties": st.dictionaries(names, inner, max_size=3),
                "required": st.lists(names, unique=True),
                "dependentRequired": st.dictionaries(names, st.lists(names, unique=True), max_size=2),
                "allOf": st.lists(inner, min_size=1, max_size=2),
                "items": inner | st.booleans(),
                "default": st.just({"required": ["b", "a"]}),
            },
        )

    return st.recursive(leaf, nested, max_leaves=5).map(lambda schema: {**schema, "type": "object"})


@cache
def identifiers(separators: str) -> st.SearchStrategy[str]:
    """Well-formed ids."""
    head = st.sampled_from(["a", "b_1", "_x", "Step", "gpt", "true", "null", "on", "tool", "fold", "y", "N"])
    tail = st.lists(st.tuples(st.sampled_from(separators), st.sampled_from(["a", "1", "02", "_", "x9"])), max_size=2)
    return st.builds(lambda first, rest: first + "".join(map("".join, rest)), head, tail)


@cache
def expressions() -> st.SearchStrategy[Expression]:
    """Predicates of the known subset, as trees."""
    field = st.sampled_from(["a", "output", "score", "if", "in", "true"])
    roots: st.SearchStrategy[Expression] = st.builds(Select, st.just(Name("inputs")), st.sampled_from(["a", "b"]))
    literals = st.builds(Literal, st.none() | st.booleans() | numbers().map(_unsigned) | texts())
    return st.recursive(literals | roots, lambda inner: _composed(inner, field), max_leaves=8)


def _unsigned(number: float) -> int | float:
    """A literal has no sign of its own; a whole one is an integer."""
    number = abs(number)
    return int(number) if number == int(number) and number <= LARGEST_EXACT_INTEGER else number


def _composed(inner: st.SearchStrategy[Any], field: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    plain = field.filter(lambda name: name not in RESERVED_NAMES)
    index = inner | field.filter(lambda name: name in RESERVED_NAMES).map(Literal)
    binary = st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in", "+", "-", "*", "/", "%"])
    unary = st.sampled_from(["!", "-"])
    return st.one_of(
        st.builds(Select, inner, plain),
        st.builds(Index, inner, index).filter(lambda each: not _is_selection(each)),
        st.builds(Unary, unary, inner),
        st.builds(Binary, binary, inner, inner),
        st.builds(Choice, inner, inner, inner),
        st.builds(ListDisplay, st.lists(inner, max_size=3).map(tuple)),
        st.builds(MapDisplay, st.lists(st.tuples(inner, inner), max_size=2).map(tuple)),
        st.builds(_chain, st.sampled_from(["&&", "||"]), st.lists(inner, min_size=2, max_size=3)),
        st.sampled_from(sorted(FUNCTIONS)).flatmap(lambda name: _calls(name, inner)),
    )


def _is_selection(index: Index) -> bool:
    """Whether the canonical form writes it with a dot."""
    key = index.index.value if isinstance(index.index, Literal) else None
    return isinstance(key, str) and key.isascii() and key.isidentifier() and key not in RESERVED_NAMES


def _chain(operator: Any, operands: list[Expression]) -> Chain:
    flat: list[Expression] = []
    for operand in operands:
        same = isinstance(operand, Chain) and operand.operator == operator
        flat.extend(operand.operands if isinstance(operand, Chain) and same else [operand])
    return Chain(operator, tuple(flat))


def _calls(name: str, inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    if name == "has":
        return st.builds(lambda operand: Call("has", None, (Select(operand, "a"),)), inner)
    if name in ("all", "exists"):
        return st.builds(lambda target, test: Call(name, target, (Name("v"), test)), inner, inner)
    without, with_target = FUNCTIONS[name]
    free = [st.builds(lambda *each: Call(name, None, each), *[inner] * count) for count in without]
    bound = [
        st.builds(lambda target, *each: Call(name, target, each), inner, *[inner] * count) for count in with_target
    ]
    return st.one_of(free + bound)


@st.composite
def workflows(draw: st.DrawFn, *, null: bool = True) -> WorkflowDef:
    """Random valid workflows; with `null=False` without a null in arguments and schemas."""
    steps = draw(st.lists(identifiers("-"), min_size=2, max_size=5, unique=True))
    outcomes = draw(st.lists(identifiers("-").filter(_is_free_outcome), max_size=2, unique=True))
    make = _Maker(draw, steps, outcomes, null)
    fields = {each.attribute: make.field(each) for each in declarations(WorkflowDef)}
    kinds = [draw(st.sampled_from(sorted(nodes.STEP_KINDS))) for _ in steps]
    fields["steps"] = {name: make.record(nodes.STEP_KINDS[kind]) for name, kind in zip(steps, kinds, strict=True)}
    fields["onefold"] = 1
    return mended(draw, WorkflowDef(**fields), make.strategy(declare.Expression()))


def _is_free_outcome(name: str) -> bool:
    return name not in nodes.STANDARD_OUTCOMES


class _Maker:
    """Draws values by shape, with the steps and outcomes of one workflow at hand."""

    def __init__(self, draw: st.DrawFn, steps: list[str], outcomes: list[str], null: bool) -> None:
        self.draw, self.steps, self.outcomes, self.null = draw, steps, outcomes, null

    def record(self, kind: type[Any]) -> Any:
        return kind(**{each.attribute: self.field(each) for each in declarations(kind)})

    def field(self, declaration: declare.Declaration) -> Any:
        if declaration.name == "outcomes":
            # Every step may end with every custom outcome, so that every reference to one is good.
            return tuple(self.outcomes)
        if not declaration.required and self.draw(st.booleans()):
            return declaration.default
        return self.value(declaration.shape)

    def value(self, shape: Shape) -> Any:
        match shape:
            case declare.Record(type=kind):
                return self.record(kind)
            case declare.Variant():
                return None  # Steps are drawn by `workflows`.
            case declare.Ordered(item=item):
                return tuple(self.value(item) for _ in range(self.draw(st.integers(0, 2))))
            case declare.Unordered(item=item, minimum=minimum):
                return self.unordered(item, minimum)
            case declare.Keyed(key=key, item=item):
                names = self.draw(st.lists(self.strategy(key), min_size=1, max_size=3, unique=True))
                return {name: self.value(item) for name in names}
        return self.draw(self.strategy(shape))

    def unordered(self, item: Shape, minimum: int) -> tuple[Any, ...]:
        if isinstance(item, declare.Record):
            return ()  # Transitions are drawn apart: they must not tie, and lead to every step.
        return tuple(self.draw(st.lists(self.strategy(item), min_size=minimum, max_size=3, unique=True)))

    def strategy(self, shape: Shape) -> st.SearchStrategy[Any]:
        match shape:
            case declare.Identifier(refers="step"):
                return st.sampled_from(self.steps)
            case declare.Identifier(refers="outcome"):
                return st.sampled_from(["failure", "timeout", *self.outcomes])
            case declare.Identifier(separators=separators):
                return identifiers(separators)
            case declare.Integer(minimum=minimum, maximum=maximum):
                return st.integers(minimum, LARGEST_EXACT_INTEGER if maximum is None else maximum)
            case declare.Number(maximum=1):
                return st.sampled_from([0, 0.5, 1, 1.0, 1e-7])
            case declare.Choice(words=words):
                return st.sampled_from(words)
            case declare.Text(empty=empty):
                return texts(0 if empty else 1)
            case declare.Template(empty=empty):
                return _prompts(0 if empty else 1)
            case declare.DurationText(minimum=minimum):
                return st.integers(minimum, LARGEST_EXACT_INTEGER).map(Duration)
            case declare.Arguments():
                return _arguments(self.null)
        return _BY_SHAPE[type(shape)]()


@cache
def _arguments(null: bool) -> st.SearchStrategy[ArgTemplate]:
    return st.dictionaries(texts(), json_values(templates(), null=null), max_size=3).map(ArgTemplate)


@cache
def _predicates() -> st.SearchStrategy[Predicate]:
    return st.builds(Predicate, sound_predicates(texts(), numbers().map(_unsigned)))


@cache
def _prompts(minimum: int) -> st.SearchStrategy[PromptTemplate]:
    return templates(minimum).map(PromptTemplate)


_BY_SHAPE: Mapping[type, Callable[[], st.SearchStrategy[Any]]] = {
    declare.Boolean: st.booleans,
    declare.Number: lambda: st.sampled_from([0.5, 1, 2.0, 1e21, 1e-7]),
    declare.Glob: lambda: st.sampled_from(["*", "fs/*", "github.read_*", "a:b-c", "//*", "-x", "0"]),
    declare.MoneyText: lambda: st.builds(
        Money, st.sampled_from(["2.50", "0.10", "1", "007.00", "123456789012345"]), st.sampled_from(["USD", "EUR"])
    ),
    declare.Expression: _predicates,
    declare.Schema: schemas,
    declare.Selector: lambda: (st.just("latest") | identifiers("-") | st.just(f"blake3:{'0a' * 32}")).map(
        VersionSelector
    ),
    declare.Join: lambda: st.sampled_from(
        [JoinPolicy("all"), JoinPolicy("any"), JoinPolicy("quorum", 2), JoinPolicy("quorum", 1)]
    ),
}
