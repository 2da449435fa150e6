"""Build the IR of a predicate from the tree of its grammar."""

from __future__ import annotations

from onefold.frontends.predicate.call import call_faults
from onefold.frontends.predicate.fault import Fault, syntax_fault
from onefold.frontends.predicate.literal import foreign_fault, number_literal, raw_text, string_literal
from onefold.kernel.ir import expression as ir
from onefold.kernel.typed import cast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final, TypeAlias

    from lark import Token, Tree

    from onefold.kernel.ir.expression import Expression

    # Given a node, what was built of its children and where faults go: an expression, or a tuple of what stands for
    # several of them.
    _Maker: TypeAlias = Callable[["Tree[Token]", list[Any], list[Fault]], Any]

# Levels of the tree of an expression. What walks expressions is iterative, but comparing, hashing and printing
# values is left to Python, which recurses: this keeps it far from any limit. `&&` and `||` chains are one level.
LARGEST_DEPTH: Final = 200


def build(tree: Tree[Token], origins: dict[int, Tree[Token]] | None = None) -> tuple[Expression, tuple[Fault, ...]]:
    """The expression of a tree, and what is wrong in it; with faults, the expression is void.

    `origins` is filled with the node that each subexpression was made of, by the identity of the subexpression.
    """
    order = _children_first(tree)
    values: list[Any] = []
    depths: list[int] = []
    faults: list[Fault] = []
    for node, count in order:
        first = len(values) - count
        made = _MAKERS[node.data](node, values[first:], faults)
        depth = (max(depths[first:]) if count else 0) + (not isinstance(made, tuple))
        if depth > LARGEST_DEPTH:
            return ir.Literal(None), (*faults, _too_deep(node))
        if origins is not None:
            origins[id(made)] = node
        values[first:] = [made]
        depths[first:] = [depth]
    return values[0], tuple(sorted(faults, key=lambda fault: (fault.start, fault.end))) if faults else ()


def _children_first(tree: Tree[Token]) -> list[tuple[Tree[Token], int]]:
    """All nodes, each after its children, in the order of the text, and how many nodes are its children."""
    order: list[tuple[Tree[Token], int]] = []
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        below = [child for child in node.children if not isinstance(child, str)]
        order.append((node, len(below)))
        waiting += below
    order.reverse()
    return order


def extent(node: Tree[Token]) -> tuple[int, int]:
    """The characters from the first token of a node to its last, without parentheses that open or close there."""
    return _edge(node, 0).start_pos or 0, _edge(node, -1).end_pos or 0


def _edge(node: Tree[Token], index: int) -> Token:
    """The first token of a node, or with -1 the last."""
    edge: Any = node
    while not isinstance(edge, str):
        edge = edge.children[index]
    return cast("Token", edge)


def _too_deep(node: Tree[Token]) -> Fault:
    help_line = "join conditions with `&&` and `||`, which may be as long as you like"
    return Fault("predicate-too-deep", *extent(node), {"limit": LARGEST_DEPTH, "what": "operators"}, help_line)


def _word_fault(token: Token, message: str, help_line: str | None = None) -> Fault:
    return syntax_fault(token.start_pos or 0, token.end_pos or 0, message, help_line)


def _name(node: Tree[Token], _values: list[Any], faults: list[Fault]) -> Expression:
    token = _token(node, 0)
    if token in ir.RESERVED_NAMES:
        faults.append(_word_fault(token, f"`{token}` is a reserved word and cannot be a name"))
    return ir.Name(str(token))


def _selection(node: Tree[Token], values: list[Any], faults: list[Fault]) -> Expression:
    token = _token(node, 1)
    if token in ir.RESERVED:
        help_line = f'write `["{token}"]` instead of `.{token}`'
        faults.append(_word_fault(token, f"`{token}` cannot stand after a dot", help_line))
    return ir.Select(values[0], str(token))


def _function_call(node: Tree[Token], values: list[Any], faults: list[Fault]) -> Expression:
    return _call(node, _token(node, 0), None, values, faults)


def _method_call(node: Tree[Token], values: list[Any], faults: list[Fault]) -> Expression:
    return _call(node, _token(node, 1), values[0], values[1:], faults)


def _call(
    node: Tree[Token], name: Token, target: Expression | None, values: list[Any], faults: list[Fault]
) -> Expression:
    call = ir.Call(str(name), target, values[0] if values else ())
    arguments: Any = node.children[-2]
    faults.extend(call_faults(call, (name.start_pos or 0, name.end_pos or 0), lambda: extent(arguments.children[0])))
    return call


def _binary(node: Tree[Token], values: list[Any], _faults: list[Fault]) -> Expression:
    operator: Any = str(_token(node, 1))
    return ir.Binary(operator, values[0], values[1])


def _number(node: Tree[Token], _values: list[Any], faults: list[Fault]) -> Expression:
    return number_literal(_token(node, 0), faults)


def _negative_number(node: Tree[Token], _values: list[Any], faults: list[Fault]) -> Expression:
    return ir.Unary("-", number_literal(_token(node, 1), faults))


def _constant(node: Tree[Token], _values: list[Any], _faults: list[Fault]) -> Expression:
    return ir.Literal({"true": True, "false": False, "null": None}[_token(node, 0)])


def _foreign_literal(node: Tree[Token], _values: list[Any], faults: list[Fault]) -> Expression:
    faults.append(foreign_fault(_token(node, 0)))
    return ir.Literal(None)


def _token(node: Tree[Token], index: int) -> Token:
    return cast("Token", node.children[index])


_MAKERS: Final[dict[str, _Maker]] = {
    "choice": lambda _node, values, _faults: ir.Choice(*values),
    "disjunction": lambda _node, values, _faults: ir.Chain("||", tuple(values)),
    "conjunction": lambda _node, values, _faults: ir.Chain("&&", tuple(values)),
    "relation": _binary,
    "addition": _binary,
    "multiplication": _binary,
    "inversion": lambda _node, values, _faults: ir.Unary("!", values[0]),
    "negation": lambda _node, values, _faults: ir.Unary("-", values[0]),
    "negative_integer": _negative_number,
    "negative_float": _negative_number,
    "selection": _selection,
    "method_call": _method_call,
    "indexing": lambda _node, values, _faults: ir.Index(*values),
    "name": _name,
    "function_call": _function_call,
    "list_display": lambda _node, values, _faults: ir.ListDisplay(tuple(values)),
    "map_display": lambda _node, values, _faults: ir.MapDisplay(tuple(values)),
    "integer": _number,
    "float": _number,
    "string": lambda node, _values, faults: string_literal(_token(node, 0), faults),
    "raw_string": lambda node, _values, _faults: ir.Literal(raw_text(_token(node, 0))),
    "constant": _constant,
    "foreign_literal": _foreign_literal,
    "arguments": lambda _node, values, _faults: tuple(values),
    "entry": lambda _node, values, _faults: tuple(values),
}
