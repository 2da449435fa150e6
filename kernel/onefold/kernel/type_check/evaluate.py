"""Work out what every part of a predicate can be, from the inside out."""

from __future__ import annotations

from onefold.kernel.classes import evolve
from onefold.kernel.diagnostics import Place
from onefold.kernel.functions import partial
from onefold.kernel.ir.expression import (
    COMPREHENSIONS,
    Binary,
    Call,
    Index,
    ListDisplay,
    Name,
    Select,
)
from onefold.kernel.ir.walk import children
from onefold.kernel.references import PREDICATE_ROOTS, selected_key
from onefold.kernel.schema_types import ANY_ITEM, UNKNOWN, Possible
from onefold.kernel.schema_types.possible import of_kinds, some
from onefold.kernel.type_check.equality import membership
from onefold.kernel.type_check.fields import member
from onefold.kernel.type_check.needs import BOOLEAN, HOLDERS, NUMBER, STRING, impossible, need
from onefold.kernel.type_check.operand import Operand
from onefold.kernel.type_check.operations import faults, result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Final, TypeAlias

    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.expression import (
        Expression,
    )
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.ir.walk import NodePath
    from onefold.kernel.schema_types.possible import Path
    from onefold.kernel.type_check.fields import FieldFault
    from onefold.kernel.type_check.references import ReferenceTypes

    # What the variables of `all` and `exists` stand for: a path, or what can be said without one.
    _Scope: TypeAlias = Mapping[str, "Path | Possible"]
    _Fault: TypeAlias = "Finding | FieldFault"

_A_STRING: Final = of_kinds(STRING)


def evaluate(types: ReferenceTypes, path: IrPath, expression: Expression) -> list[_Fault]:
    """What can never work in the predicate at `path`, and what is probably misspelt."""
    evaluation = _Evaluation(types, path)
    evaluation.enter((), expression, {})
    while evaluation.waiting:
        evaluation.waiting.pop()()
    evaluation.faults.extend(need(evaluation.done, BOOLEAN, "a predicate"))
    return evaluation.faults


class _Evaluation:
    """The state of one walk: what is still to do, the last one first, and the operands that are done."""

    def __init__(self, types: ReferenceTypes, path: IrPath) -> None:
        self.types = types
        self.path = path
        self.waiting: list[Callable[[], None]] = []
        self.done: list[Operand] = []
        self.faults: list[_Fault] = []

    def enter(self, node: NodePath, expression: Expression, scope: _Scope) -> None:
        """Plan what an expression is made of, and then the expression itself."""
        told = len(self.faults)
        match expression:
            case Call(function, target, (Name(variable), test)) if function in COMPREHENSIONS and target is not None:
                self.waiting.append(partial(self.leave, node, expression, scope, 2, told))
                self.waiting.append(partial(self.enter_test, node, variable, test, scope))
                self.waiting.append(partial(self.enter, (*node, 0), target, scope))
            case _:
                inner = children(expression)
                self.waiting.append(partial(self.leave, node, expression, scope, len(inner), told))
                for index in reversed(range(len(inner))):
                    self.waiting.append(partial(self.enter, (*node, index), inner[index], scope))

    def enter_test(self, node: NodePath, variable: str, test: Expression, scope: _Scope) -> None:
        """Plan the condition of `all` or `exists`, whose target is done."""
        self.enter((*node, 2), test, {**scope, variable: self.item(self.done[-1])})

    def leave(self, node: NodePath, expression: Expression, scope: _Scope, count: int, told: int) -> None:
        """Judge an expression whose `count` operands are done; `told` faults were known before them."""
        first = len(self.done) - count
        operands = self.done[first:]
        found = self.judge(node, expression, scope, operands)
        # What comes of a mistake is anything: one mistake is told once.
        self.done[first:] = [found if len(self.faults) == told else evolve(found, found=UNKNOWN, path=None)]

    def judge(self, node: NodePath, expression: Expression, scope: _Scope, operands: Sequence[Operand]) -> Operand:
        """The expression with what it can be."""
        place = Place(self.path, node=node)
        match expression:
            case Name(name):
                return self.named(expression, place, scope.get(name, (name,) if name in PREDICATE_ROOTS else UNKNOWN))
            case Select() | Index():
                return self.selected(expression, place, operands)
            case Binary("in"):
                left, right = operands
                item = self.item(right)
                items = self.types.at(item) if isinstance(item, tuple) else None
                wrong = list(membership(place, left, right, items))
            case _:
                wrong = list(faults(expression, place, operands))
        self.faults.extend(wrong)
        written = tuple(operands) if isinstance(expression, ListDisplay) else None
        return Operand(expression, place, result(expression, operands), items=written)

    def named(self, expression: Expression, place: Place, meaning: Path | Possible) -> Operand:
        """A root or a variable, or what a path leads to."""
        if isinstance(meaning, Possible):
            return Operand(expression, place, meaning)
        found = self.types.at(meaning)
        return Operand(expression, place, found, meaning) if found.kinds else Operand(expression, place, UNKNOWN)

    def item(self, target: Operand) -> Path | Possible:
        """What the items of a list, or the keys of a mapping, are."""
        holders = target.found.kinds & HOLDERS
        if holders == {"mapping"}:
            return _A_STRING
        if target.items:
            return some([each.found for each in target.items])
        return UNKNOWN if target.path is None or "mapping" in holders else (*target.path, ANY_ITEM)

    def selected(self, expression: Expression, place: Place, operands: Sequence[Operand]) -> Operand:
        """A field or an item."""
        unknown = Operand(expression, place, UNKNOWN)
        owner, key = operands[0], selected_key(expression)
        if key is None:
            return self.indexed(unknown, *operands)
        if owner.path is None:
            taker = f"`.{key}`" if isinstance(key, str) else f"`[{key}]`"
            self.faults.extend(need(operands[:1], frozenset({"mapping" if isinstance(key, str) else "list"}), taker))
            return unknown
        found, fault = member(self.types, owner.path, key, partial(Place, self.path, "key", node=place.node))
        if fault is not None:
            self.faults.append(fault)
        return self.named(expression, place, (*owner.path, key)) if found.kinds else unknown

    def indexed(self, whole: Operand, owner: Operand, index: Operand) -> Operand:
        """What an index that is worked out asks for."""
        item = "list" in owner.found.kinds and bool(index.found.kinds & NUMBER)
        field = "mapping" in owner.found.kinds and bool(index.found.kinds & STRING)
        if item and not field and owner.path is not None:
            return self.named(whole.expression, whole.place, (*owner.path, ANY_ITEM))
        if not item and not field:
            wrong = [*need([owner], HOLDERS, "an index"), *need([index], NUMBER | STRING, "`[…]`")]
            problem = f"is {owner.is_what}, but its index is {index.is_what}"
            self.faults.extend(wrong or [impossible(whole.place, owner.shown, problem)])
        return whole
