"""Where the parts of a predicate stand in its text, found by parsing it again when a place must be shown."""

from __future__ import annotations

from onefold.frontends.lark_parser import Unexpected, parse
from onefold.frontends.predicate.build import build, extent
from onefold.frontends.predicate.parse import GRAMMAR
from onefold.kernel.classes import define, field, frozen
from onefold.kernel.functions import lru_cache
from onefold.kernel.ir.walk import children
from onefold.kernel.typed import cast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeAlias

    from lark import Token, Tree

    from onefold.kernel.ir.expression import Expression

    # Half-open, counted in characters.
    Range: TypeAlias = tuple[int, int]


_OPENING: Final = frozenset({"LPAR", "LSQB", "LBRACE"})
_CLOSING: Final = frozenset({"RPAR", "RSQB", "RBRACE"})


@frozen
class Ranges:
    """The places of the subexpressions of one text."""

    expression: Expression
    origins: dict[int, Tree[Token]]
    """The node of the grammar's tree that a subexpression was made of, by the identity of the subexpression."""
    brackets: tuple[Range, ...]
    """From every opening bracket to its closing one, both included."""
    _children: dict[int, tuple[Expression, ...]] = field(factory=dict, init=False, eq=False, repr=False)
    """Those of expressions that were passed on the way to others: a long list is not taken apart for each item."""

    def whole(self, node: tuple[int, ...]) -> Range:
        """The characters of the subexpression at `node`, a path of indexes among children.

        Parentheses around it do not belong to it. What has no place of its own stands where its parent stands.
        """
        return self._balanced(*extent(self._origin(node)))

    def name(self, node: tuple[int, ...]) -> Range:
        """The characters of the field that a selection at `node` selects, or of an index with its brackets."""
        origin = self._origin(node)
        if origin.data not in ("selection", "indexing"):
            return self.whole(node)
        last = cast("Token", origin.children[-1])
        start, end = last.start_pos or 0, last.end_pos or 0
        return (start, end) if origin.data == "selection" else next(each for each in self.brackets if each[1] == end)

    def _origin(self, node: tuple[int, ...]) -> Tree[Token]:
        current = self.expression
        origin = self.origins[id(current)]
        for index in node:
            known = self._children.get(id(current))
            if known is None:
                known = self._children[id(current)] = children(current)
            current = known[index]
            origin = self.origins.get(id(current), origin)
        return origin

    def _balanced(self, start: int, end: int) -> Range:
        """The range made so wide that no bracket in it has its partner outside."""
        first, last = start, end
        for opening, closing in self.brackets:
            if start < closing <= end:
                first = min(first, opening)
            if start <= opening < end:
                last = max(last, closing)
        return first, last


@lru_cache(maxsize=16)
def ranges(text: str) -> Ranges | None:
    """The places in the text of a predicate that was parsed without a fault before; `None` for any other text."""
    brackets = _Brackets([], [])
    tree = parse(GRAMMAR, text, watch=brackets.see)
    if isinstance(tree, Unexpected):
        return None
    origins: dict[int, Tree[Token]] = {}
    expression, faults = build(tree, origins)
    return None if faults else Ranges(expression, origins, tuple(brackets.closed))


@define
class _Brackets:
    open: list[int]
    closed: list[Range]

    def see(self, token: Token) -> None:
        if token.type in _OPENING:
            self.open.append(token.start_pos or 0)
        elif token.type in _CLOSING and self.open:
            self.closed.append((self.open.pop(), token.end_pos or 0))
