"""Print an expression as canonical CEL.

Fewest parentheses, one space around binary operators, strings in double quotes with JSON's escapes, numbers as
RFC 8785 has them, `x["k"]` as `x.k` where that is possible, chains of one `&&` or `||` flat.
"""

from __future__ import annotations

from onefold.kernel import patterns
from onefold.kernel.ir.expression import (
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
    is_number,
)
from onefold.kernel.jcs import format_number, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Final, TypeAlias

    from onefold.kernel.ir.expression import (
        Expression,
    )

    # A piece of text, or an expression with the loosest level it may have there without parentheses.
    _Piece: TypeAlias = "str | tuple[Expression, int]"

_IDENTIFIER: Final = patterns.compile(r"[A-Za-z_][A-Za-z0-9_]*", patterns.ASCII)

# How tightly an expression holds together, from the loosest. The levels are those of the standard's grammar.
_CHOICE, _DISJUNCTION, _CONJUNCTION, _RELATION, _ADDITION, _MULTIPLICATION, _UNARY, _MEMBER = range(8)
_BINARY: Final = {
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in"), _RELATION),
    **dict.fromkeys(("+", "-"), _ADDITION),
    **dict.fromkeys(("*", "/", "%"), _MULTIPLICATION),
}
_CHAIN: Final = {"||": _DISJUNCTION, "&&": _CONJUNCTION}


def expression_text(expression: Expression) -> str:
    """The text of an expression, which parses to the same expression.

    It is the canonical text of a normalized one: how `x["k"]` and nested chains are built makes no difference to
    the text, but `-0` is printed as it stands.

    >>> expression_text(Chain("&&", (Name("a"), Chain("&&", (Name("b"), Chain("||", (Name("c"), Name("d"))))))))
    'a && b && (c || d)'
    """
    return _text(expression, _CHOICE)


def expression_lines(expression: Expression) -> list[str]:
    """The same text cut before every operator of the chain that it is, if it is one.

    >>> expression_lines(Chain("&&", (Name("a"), Chain("&&", (Name("b"), Chain("||", (Name("c"), Name("d"))))))))
    ['a', '&& b', '&& (c || d)']
    """
    if not isinstance(expression, Chain):
        return [expression_text(expression)]
    first, *others = (_text(each, _CHAIN[expression.operator]) for each in _links(expression))
    return [first, *(f"{expression.operator} {each}" for each in others)]


def _links(chain: Chain) -> list[Expression]:
    """What a chain connects, through chains of its own kind in it."""
    found: list[Expression] = []
    waiting: list[Expression] = [chain]
    while waiting:
        link = waiting.pop()
        if isinstance(link, Chain) and link.operator == chain.operator:
            waiting.extend(reversed(link.operands))
        else:
            found.append(link)
    return found


def _text(expression: Expression, loosest: int) -> str:
    """The text of an expression, in parentheses where it holds together less than it must."""
    parts: list[str] = []
    waiting: list[_Piece] = [(expression, loosest)]
    while waiting:
        piece = waiting.pop()
        if isinstance(piece, str):
            parts.append(piece)
            continue
        inner, allowed = piece
        level, pieces = _pieces(inner)
        waiting.extend(reversed(pieces if level >= allowed else ("(", *pieces, ")")))
    return "".join(parts)


def is_field(name: str) -> bool:
    """Whether `x.name` may be written for `x["name"]`."""
    return name not in RESERVED_NAMES and _IDENTIFIER.fullmatch(name) is not None


def _pieces(expression: Expression) -> tuple[int, Sequence[_Piece]]:
    """The level of an expression, and what it is made of."""
    match expression:
        case Literal(value):
            return _literal(value)
        case Name(name):
            return _MEMBER, (name,)
        case Select(operand, field) | Index(operand, Literal(str(field))):
            return _MEMBER, ((operand, _MEMBER), f".{field}" if is_field(field) else f"[{quote(field)}]")
        case Index(operand, index):
            return _MEMBER, ((operand, _MEMBER), "[", (index, _CHOICE), "]")
        case Unary(operator, operand):
            return _UNARY, (operator, (operand, _operand_level(operator, operand)))
        case Binary(operator, left, right):
            level = _BINARY[operator]
            return level, ((left, level), f" {operator} ", (right, level + 1))
        case Chain(operator, operands):
            # A chain inside a chain of its own kind needs no parentheses: it is the same chain.
            level = _CHAIN[operator]
            return level, tuple(_separated([((each, level),) for each in operands], f" {operator} "))
        case _:
            return _pieces_in_brackets(expression)


def _pieces_in_brackets(expression: Expression) -> tuple[int, Sequence[_Piece]]:
    match expression:
        case Choice(condition, then, otherwise):
            first, second = (condition, _DISJUNCTION), (then, _DISJUNCTION)
            return _CHOICE, (first, " ? ", second, " : ", (otherwise, _CHOICE))
        case Call(function, None, arguments):
            return _MEMBER, (f"{function}(", *_listed(arguments), ")")
        case Call(function, target, arguments) if target is not None:
            return _MEMBER, ((target, _MEMBER), f".{function}(", *_listed(arguments), ")")
        case ListDisplay(items):
            return _MEMBER, ("[", *_listed(items), "]")
        case MapDisplay(entries):
            pairs: list[Sequence[_Piece]] = [((key, _CHOICE), ": ", (value, _CHOICE)) for key, value in entries]
            return _MEMBER, ("{", *_separated(pairs, ", "), "}")
        case _:
            raise TypeError(f"a {type(expression).__name__} is no expression")


def _literal(value: bool | float | str | None) -> tuple[int, Sequence[_Piece]]:
    if isinstance(value, str):
        return _MEMBER, (quote(value),)
    if value is None or isinstance(value, bool):
        return _MEMBER, ("null" if value is None else "true" if value else "false",)
    text = format_number(value)
    return (_UNARY if text.startswith("-") else _MEMBER), (text,)


def _operand_level(operator: str, operand: Expression) -> int:
    """A run of one operator stands without parentheses, a mixture does not, except before a negative number."""
    match operand:
        case Unary(same) if same == operator:
            return _UNARY
        case Unary("-", Literal(value)) if is_number(value) and value >= 0:
            return _UNARY
        case Literal(value) if is_number(value):
            return _UNARY
        case _:
            return _MEMBER


def _listed(items: Iterable[Expression]) -> Iterable[_Piece]:
    return _separated([((each, _CHOICE),) for each in items], ", ")


def _separated(groups: Iterable[Sequence[_Piece]], separator: str) -> Iterable[_Piece]:
    for index, group in enumerate(groups):
        if index:
            yield separator
        yield from group
