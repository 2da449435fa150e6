"""Nodes of a predicate: the part of CEL that onefold knows.

Every number is a double, so `1` and `1.0` are one literal. Comparison and arithmetic keep their operand order:
it is semantic. How an expression was spelled (white space, parentheses, quotes) leaves no trace.
"""

from __future__ import annotations

from onefold.kernel.classes import field, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal as OneOf
    from typing import TypeAlias, TypeGuard


@frozen
class Literal:
    """`null`, a boolean, a number or a string."""

    value: bool | int | float | str | None = field(eq=lambda value: (isinstance(value, bool), value))
    """`True` and `1` are two literals, although Python calls them equal."""


@frozen
class ListDisplay:
    """`[a, b]`."""

    items: tuple[Expression, ...]


@frozen
class MapDisplay:
    """`{k: v}`."""

    entries: tuple[tuple[Expression, Expression], ...]


@frozen
class Name:
    """A root (`inputs`, `steps`) or the variable of `all` and `exists`."""

    name: str


@frozen
class Select:
    """`operand.field`."""

    operand: Expression
    field: str


@frozen
class Index:
    """`operand[index]`."""

    operand: Expression
    index: Expression


@frozen
class Call:
    """A function: `size(x)` has no target, `x.startsWith(y)` has one.

    `has(x.y)`, `x.all(v, p)` and `x.exists(v, p)` are calls too; `expression.MACROS` names them.
    """

    function: str
    target: Expression | None
    arguments: tuple[Expression, ...]


@frozen
class Unary:
    """`!x` or `-x`."""

    operator: OneOf["!", "-"]
    operand: Expression


@frozen
class Binary:
    """Comparison, membership and arithmetic."""

    operator: OneOf["==", "!=", "<", "<=", ">", ">=", "in", "+", "-", "*", "/", "%"]
    left: Expression
    right: Expression


@frozen
class Chain:
    """`a && b && c` or `a || b || c`: two or more operands."""

    operator: OneOf["&&", "||"]
    operands: tuple[Expression, ...]


@frozen
class Choice:
    """`condition ? then : otherwise`."""

    condition: Expression
    then: Expression
    otherwise: Expression


Expression: TypeAlias = (
    Literal | ListDisplay | MapDisplay | Name | Select | Index | Call | Unary | Binary | Chain | Choice
)

COMPREHENSIONS = frozenset({"all", "exists"})
# Functions and the numbers of arguments they take, without a target and with one.
FUNCTIONS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "has": ((1,), ()),
    "size": ((1,), (0,)),
    "contains": ((), (1,)),
    "startsWith": ((), (1,)),
    "endsWith": ((), (1,)),
    "matches": ((2,), (1,)),
    "all": ((), (2,)),
    "exists": ((), (2,)),
}
# Words that CEL keeps for itself: no name, and no field after a dot is printed with one of the first group.
RESERVED = frozenset({"false", "in", "null", "true"})
RESERVED_NAMES = RESERVED | frozenset(
    {
        "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let",
        "loop", "package", "namespace", "return", "var", "void", "while",
    }
)  # fmt: skip


def is_number(value: bool | float | str | None) -> TypeGuard[float]:
    """Whether the value of a literal is a number; booleans are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)
