"""Work out what every part of a predicate can be, from the inside out."""

from __future__ import annotations

from onefold.kernel.diagnostics import Place
from onefold.kernel.functions import partial
from onefold.kernel.ir.expression import (
    COMPREHENSIONS,
    Binary,
    Call,
    Index,
    ListDisplay,
    Literal,
    Name,
    Select,
)
from onefold.kernel.ir.walk import children
from onefold.kernel.references import PREDICATE_ROOTS, selected_key
from onefold.kernel.schema_types import ANY_ITEM, UNKNOWN, Possible
from onefold.kernel.schema_types.possible import of_kinds, of_value, some
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
            case Literal(value):
                self.done.append(Operand(expression, self.path, node, of_value(value)))
            case Select() | Index() if (path := self.declared(expression, scope)) is not None:
                self.done.append(Operand(expression, self.path, node, self.types.at(path), path))
            case Call(function, target, (Name(variable), test)) if function in COMPREHENSIONS and target is not None:
                self.waiting.append(partial(self.leave, node, expression, scope, 2, told))
                self.waiting.append(partial(self.enter_test, node, variable, test, scope))
                self.waiting.append(partial(self.enter, (*node, 0), target, scope))
            case _:
                inner = children(expression)
                self.waiting.append(partial(self.leave, node, expression, scope, len(inner), told))
                for index in reversed(range(len(inner))):
                    self.waiting.append(partial(self.enter, (*node, index), inner[index], scope))

    def declared(self, expression: Expression, scope: _Scope) -> Path | None:
        """The path of a reference with which nothing can be wrong, so that its parts need not be judged."""
        keys: list[str | int] = []
        while isinstance(expression, Select | Index) and (key := selected_key(expression)) is not None:
            keys.append(key)
            expression = expression.operand
        if not isinstance(expression, Name) or expression.name in scope:
            return None
        path = (expression.name, *reversed(keys))
        return path if self.types.is_surely_declared(path) else None

    def enter_test(self, node: NodePath, variable: str, test: Expression, scope: _Scope) -> None:
        """Plan the condition of `all` or `exists`, whose target is done."""
        self.enter((*node, 2), test, {**scope, variable: self.item(self.done[-1])})

    def leave(self, node: NodePath, expression: Expression, scope: _Scope, count: int, told: int) -> None:
        """Judge an expression whose `count` operands are done; `told` faults were known before them."""
        first = len(self.done) - count
        operands = self.done[first:]
        found = self.judge(Operand(expression, self.path, node, UNKNOWN), scope, operands)
        # What comes of a mistake is anything: one mistake is told once.
        self.done[first:] = [found if len(self.faults) == told else found.known(UNKNOWN, None, found.items)]

    def judge(self, whole: Operand, scope: _Scope, operands: Sequence[Operand]) -> Operand:
        """An expression with what it can be; `whole` says nothing of that yet."""
        expression = whole.expression
        match expression:
            case Name(name):
                return self.named(whole, scope.get(name, (name,) if name in PREDICATE_ROOTS else UNKNOWN))
            case Select() | Index():
                return self.selected(whole, operands)
            case Binary("in"):
                left, right = operands
                item = self.item(right)
                items = self.types.at(item) if isinstance(item, tuple) else None
                self.faults.extend(membership(whole, left, right, items))
            case _:
                self.faults.extend(faults(whole, operands))
        written = tuple(operands) if isinstance(expression, ListDisplay) else None
        return whole.known(result(expression, operands), items=written)

    def named(self, whole: Operand, meaning: Path | Possible) -> Operand:
        """A root or a variable, or what a path leads to."""
        if isinstance(meaning, Possible):
            return whole.known(meaning)
        found = self.types.at(meaning)
        return whole.known(found, meaning) if found.kinds else whole

    def item(self, target: Operand) -> Path | Possible:
        """What the items of a list, or the keys of a mapping, are."""
        holders = target.found.kinds & HOLDERS
        if holders == {"mapping"}:
            return _A_STRING
        if target.items:
            return some([each.found for each in target.items])
        return UNKNOWN if target.path is None or "mapping" in holders else (*target.path, ANY_ITEM)

    def selected(self, whole: Operand, operands: Sequence[Operand]) -> Operand:
        """A field or an item."""
        owner, key = operands[0], selected_key(whole.expression)
        if key is None:
            return self.indexed(whole, *operands)
        if owner.path is None:
            taker = f"`.{key}`" if isinstance(key, str) else f"`[{key}]`"
            self.faults.extend(need(operands[:1], frozenset({"mapping" if isinstance(key, str) else "list"}), taker))
            return whole
        found, fault = member(self.types, owner.path, key, partial(Place, self.path, "key", node=whole.node))
        if fault is not None:
            self.faults.append(fault)
        return self.named(whole, (*owner.path, key)) if found.kinds else whole

    def indexed(self, whole: Operand, owner: Operand, index: Operand) -> Operand:
        """What an index that is worked out asks for."""
        item = "list" in owner.found.kinds and bool(index.found.kinds & NUMBER)
        field = "mapping" in owner.found.kinds and bool(index.found.kinds & STRING)
        if item and not field and owner.path is not None:
            return self.named(whole, (*owner.path, ANY_ITEM))
        if not item and not field:
            wrong = [*need([owner], HOLDERS, "an index"), *need([index], NUMBER | STRING, "`[…]`")]
            problem = f"is {owner.is_what}, but its index is {index.is_what}"
            self.faults.extend(wrong or [impossible(whole.place, owner.shown, problem)])
        return whole
