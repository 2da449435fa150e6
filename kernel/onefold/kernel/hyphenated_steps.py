"""The famous mistake: `steps.my-step.output` subtracts `step.output` from `steps.my`."""

from __future__ import annotations

from onefold.kernel.ir.expression import Binary, Call, Index, Literal, Name, Select, Unary
from onefold.kernel.ir.walk import nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from onefold.kernel.ir.expression import Expression
    from onefold.kernel.ir.walk import NodePath


def hyphenated_steps(expression: Expression) -> Iterator[tuple[NodePath, tuple[str, ...]]]:
    """For every subtraction that may be meant as a step id with hyphens, the ids it may be, the longest first.

    With them comes where the step is named up to the first hyphen. Whether one of the ids is a step is for the
    caller to say; a step has nothing that could be subtracted from.

    >>> first = Binary("-", Select(Name("steps"), "unit"), Name("test"))
    >>> list(hyphenated_steps(Binary("-", first, Select(Name("2"), "output"))))
    [((0, 0), ('unit-test-2', 'unit-test'))]
    """
    told: set[int] = set()
    for node, each in nodes(expression):
        if not isinstance(each, Binary) or each.operator != "-" or id(each) in told:
            continue
        word = _first_word(each.right)
        below, words = _words_at_end(each.left, told) if word else ((), [])
        if words:
            words.append(word)
            yield (*node, 0, *below), tuple("-".join(words[:count]) for count in range(len(words), 1, -1))


def _first_word(expression: Expression) -> str:
    """The word that an expression begins with, when it begins with one."""
    while True:
        match expression:
            case Select(operand) | Index(operand) | Binary("*" | "/" | "%", operand):
                expression = operand
            case Call(target=target) if target is not None:
                expression = target
            case _:
                return _word(expression)


def _words_at_end(expression: Expression, told: set[int]) -> tuple[NodePath, list[str]]:
    """The parts of a hyphenated step id that an expression ends with, and where the first of them is.

    Subtractions they are made of are `told`.
    """
    node: list[int] = []
    after: list[str] = []
    while True:
        match expression:
            case Select(Name("steps"), field):
                return tuple(node), [field, *reversed(after)]
            case Binary("-", left, right) if word := _word(right):
                told.add(id(expression))
                after.append(word)
                node.append(0)
                expression = left
            case Binary(right=inner) if not after:
                node.append(1)
                expression = inner
            case Unary(operand=inner) if not after:
                node.append(0)
                expression = inner
            case _:
                return (), []


def _word(expression: Expression) -> str:
    match expression:
        case Name(name):
            return name
        case Literal(value) if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        case _:
            return ""
