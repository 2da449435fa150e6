"""Parse the text of a predicate."""

from __future__ import annotations

from onefold.frontends.predicate import quick
from onefold.frontends.predicate.build import build
from onefold.frontends.predicate.fault import Fault
from onefold.kernel.classes import define, frozen
from onefold.kernel.functions import lru_cache
from onefold.kernel.ir.expression import RESERVED_NAMES
from onefold.kernel.typed import cast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from lark import Token, Tree

    from onefold.frontends.frontend import Limits
    from onefold.kernel.ir.expression import Expression

GRAMMAR: Final = "predicate"
# Longer ones are seldom alike, and would stay in memory when nobody has them any more.
_LONGEST_REMEMBERED: Final = 1_000


@frozen
class Parsed:
    """An expression, or at least one fault, never both."""

    expression: Expression | None
    faults: tuple[Fault, ...] = ()


def parse(text: str, limits: Limits) -> Parsed:
    """The expression that `text` spells, as it was written: no two spellings are made equal here.

    Never raises on a bad text. A text that is no expression has one fault; otherwise all faults are told, in the
    order of their places. The cost is linear in the length of the text, and the result is no deeper than
    `build.LARGEST_DEPTH`, however long a chain of `&&` or `||` is.
    """
    parsed = _remembered if len(text) <= _LONGEST_REMEMBERED else _parsed
    return parsed(text, limits.predicate_depth)


def _parsed(text: str, most_brackets: int) -> Parsed:
    # The nodes of `quick` are to `build` what Lark's are.
    tree = cast("Tree[Token] | None", quick.parse(text, most_brackets)) or _parse_with_lark(text, most_brackets)
    if isinstance(tree, Fault):
        return Parsed(None, (tree,))
    expression, faults = build(tree)
    return Parsed(None, faults) if faults else Parsed(expression)


# The conditions of one workflow are often alike.
_remembered: Final = lru_cache(maxsize=256)(_parsed)


def _parse_with_lark(text: str, most_brackets: int) -> Tree[Token] | Fault:
    from onefold.frontends.lark_parser import Unexpected, parse  # It takes longer to import than a file to check.
    from onefold.frontends.predicate.expectation import syntax_error

    try:
        tree = parse(GRAMMAR, text, watch=_Brackets(most_brackets).see)
    except _TooDeep as error:
        arguments: Mapping[str, str | int] = {"limit": most_brackets, "what": "brackets"}
        return Fault("predicate-too-deep", error.start, error.end, arguments)
    return syntax_error(text, tree) if isinstance(tree, Unexpected) else tree


class _TooDeep(Exception):  # noqa: N818 - it ends a parse, and is no fault of the program
    """The range of the bracket that is one too many."""

    def __init__(self, start: int, end: int) -> None:
        super().__init__(start, end)
        self.start = start
        self.end = end


@define
class _Brackets:
    """Counts the brackets that are open.

    A reserved word after a dot counts as one more for itself: the canonical text writes `x.as` as `x["as"]`, and
    must not be deeper than what it stands for.
    """

    limit: int
    depth: int = 0
    after_dot: bool = False

    def see(self, token: Token) -> None:
        """Take note of the next token."""
        kind = token.type
        if kind in ("LPAR", "LSQB", "LBRACE"):
            self.depth += 1
            self.check(token, self.depth)
        elif kind in ("RPAR", "RSQB", "RBRACE"):
            self.depth -= 1
        elif self.after_dot and token in RESERVED_NAMES:
            self.check(token, self.depth + 1)
        self.after_dot = kind == "DOT"

    def check(self, token: Token, depth: int) -> None:
        """Stop where `depth` is beyond the limit."""
        if depth > self.limit:
            raise _TooDeep(token.start_pos or 0, token.end_pos or 0)
