"""What conditions prove: the paths that are surely there where a guard has been passed.

`has(P)` is true exactly when all of `P` is there, and false, never a fault, when a part of it is not. So where it
is true, `P` and everything on the way to it is there. `steps.ID.outcome == "success"`, or one of the step's own
outcomes, proves as much for `steps.ID.output`. What a guard proves once stays true: a step that has run has run, and
between the guard and what it guards the step does not run again.
"""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.flow.dominators import find_dominators
from onefold.kernel.functions import cached_property
from onefold.kernel.ir.expression import Binary, Call, Chain, Choice, Index, Literal, Name, Select, Unary
from onefold.kernel.ir.nodes import Conditional
from onefold.kernel.ir.walk import children

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Set
    from typing import Final

    from onefold.kernel.flow import Edge, Flow
    from onefold.kernel.flow.dominators import Dominators
    from onefold.kernel.ir.expression import Expression
    from onefold.kernel.ir.walk import NodePath
    from onefold.kernel.template import TemplatePath

_BAD: Final = ("failure", "timeout")


def proven(expression: Expression, *, holds: bool) -> Iterator[TemplatePath]:
    """The paths that are there when an expression is true, or with `holds=False` when it is false.

    >>> asked = Call("has", None, (Select(Select(Name("steps"), "a"), "output"),))
    >>> list(proven(Chain("&&", (asked, Name("x"))), holds=True))
    [('steps', 'a', 'output')]
    >>> list(proven(Chain("||", (Unary("!", asked), Name("x"))), holds=False))
    [('steps', 'a', 'output')]
    """
    waiting = [(expression, holds)]
    while waiting:
        each, wanted = waiting.pop()
        match each:
            case Chain("&&", operands) if wanted:
                waiting.extend((operand, True) for operand in reversed(operands))
            case Chain("||", operands) if not wanted:
                waiting.extend((operand, False) for operand in reversed(operands))
            case Unary("!", operand):
                waiting.append((operand, not wanted))
            case Call("has", None, (argument,)) if wanted:
                yield from _there(argument)
            case Binary("==", left, right) if wanted:
                yield from _good_end(left, right)
            case Binary("!=", left, right) if not wanted:
                yield from _good_end(left, right)


def _there(argument: Expression) -> Iterator[TemplatePath]:
    path = _path(argument)
    if path is not None:
        yield path


def _good_end(left: Expression, right: Expression) -> Iterator[TemplatePath]:
    """The output that is there when a step's outcome equals a literal."""
    for asked, outcome in ((left, right), (right, left)):
        match _path(asked), outcome:
            case ("steps", step, "outcome"), Literal(str(word)) if word not in _BAD:
                yield ("steps", step, "output")


def _path(expression: Expression) -> TemplatePath | None:
    """The path that is selected, as far as it is written out; `None` for what is no path."""
    keys: list[str | int] = []
    while True:
        match expression:
            case Name(root):
                return (root, *reversed(keys))
            case Select(operand, field):
                keys.append(field)
            case Index(operand, Literal(str(key))):
                keys.append(key)
            case Index(operand):
                keys.clear()
            case _:
                return None
        expression = operand


class Guards:
    """What is proven at the places inside of one predicate, by the parts that are evaluated before them."""

    def __init__(self, expression: Expression) -> None:
        self._expression = expression
        # By the identity of a chain or choice: the first operand that proves each path for those after it.
        self._first: dict[tuple[int, bool], Mapping[TemplatePath, int]] = {}

    def proves(self, node: NodePath, path: TemplatePath) -> bool:
        """Whether `path` is there whenever the subexpression at `node` is evaluated, or is what `has` asks for."""
        current = self._expression
        for depth, index in enumerate(node):
            if self._guards(current, index, path) or _asks(current, node[depth:]):
                return True
            current = children(current)[index]
        return False

    def _guards(self, expression: Expression, index: int, path: TemplatePath) -> bool:
        match expression:
            case Chain(operator, operands):
                return self._proofs(expression, operands, holds=operator == "&&").get(path, index) < index
            case Choice(condition) if index > 0:
                return path in self._proofs(expression, (condition,), holds=index == 1)
            case _:
                return False

    def _proofs(self, owner: Expression, operands: Iterable[Expression], *, holds: bool) -> Mapping[TemplatePath, int]:
        found = self._first.get((id(owner), holds))
        if found is None:
            first: dict[TemplatePath, int] = {}
            for index, operand in enumerate(operands):
                for path in _with_prefixes(proven(operand, holds=holds)):
                    first.setdefault(path, index)
            found = self._first[id(owner), holds] = first
        return found


def _with_prefixes(paths: Iterable[TemplatePath]) -> Iterator[TemplatePath]:
    return (path[:length] for path in paths for length in range(2, len(path) + 1))


def _asks(call: Expression, below: NodePath) -> bool:
    """Whether what stands at `below` from a call is what `has` asks for, or what that is selected from."""
    if not isinstance(call, Call) or call.function != "has":
        return False
    current: Expression = call.arguments[0]
    for index in below[1:]:
        if index != 0 or not isinstance(current, Select | Index):
            return False
        current = current.operand
    return True


class EntryGuards:
    """What is proven when steps start, by the edges that lead to them.

    An edge guards its target when every other way into it leads back from the target itself, or is guarded as well;
    and it guards what can only be reached through the target.
    """

    def __init__(self, flow: Flow) -> None:
        self._flow = flow

    def proves(self, step: str, path: TemplatePath) -> bool:
        """Whether `path` is there whenever `step` starts. Asked for steps that can be reached."""
        guarded = self._guarded.get(path)
        return guarded is not None and guarded.hold(self._dominators.first[self._numbers[step]])

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {step: number for number, step in enumerate(self._flow.workflow.steps)}

    @cached_property
    def _dominators(self) -> Dominators:
        """Which steps are started on every way to others; branches are side tracks of their parallel step."""
        successors: list[list[int]] = [[] for _ in self._numbers]
        for step, number in self._numbers.items():
            for edge in self._flow.edges_into(step):
                successors[self._numbers[edge.origin]].append(number)
        assert self._flow.entry is not None  # noqa: S101 - without an entry no step can be reached, and nobody asks
        return find_dominators(successors, self._numbers[self._flow.entry])

    @cached_property
    def _guarded(self) -> Mapping[TemplatePath, _Intervals]:
        """For each path the parts of the dominator tree in which it is proven."""
        found: dict[TemplatePath, list[tuple[int, int]]] = {}
        for step, number in self._numbers.items():
            for path in self._proven_on_entry(step):
                interval = self._dominators.first[number], self._dominators.last[number]
                found.setdefault(path, []).append(interval)
        return {path: _intervals(each) for path, each in found.items()}

    def _proven_on_entry(self, step: str) -> Set[TemplatePath]:
        edges = self._flow.edges_into(step)
        proofs = [frozenset(_with_prefixes(_proven_by(self._flow, edge))) for edge in edges]
        if not any(proofs):
            return frozenset()
        number, dominates = self._numbers[step], self._dominators.dominates
        forward = [
            proof
            for edge, proof in zip(edges, proofs, strict=True)
            if not dominates(number, self._numbers[edge.origin])
        ]
        # Every way into the first step leads back from it, and it is entered without any.
        return frozenset.intersection(*forward) if forward else frozenset()


def _proven_by(flow: Flow, edge: Edge) -> Iterator[TemplatePath]:
    """What is there when an edge is taken."""
    origin = flow.workflow.steps[edge.origin]
    if edge.condition is not None:
        yield from proven(edge.condition.expression, holds=True)
    # What leads on from a conditional otherwise was chosen because its predicate is false.
    if isinstance(origin, Conditional) and (edge.kind == "otherwise" or edge.outcome == "success"):
        yield from proven(origin.on.expression, holds=False)


@frozen
class _Intervals:
    """Positions in a walk of a tree, as intervals apart from each other, in order."""

    firsts: list[int]
    lasts: list[int]

    def hold(self, position: int) -> bool:
        from _bisect import bisect_right  # the part in C; the module around it brings more, and few guards are asked

        index = bisect_right(self.firsts, position) - 1
        return index >= 0 and position <= self.lasts[index]


def _intervals(nested: list[tuple[int, int]]) -> _Intervals:
    """Of intervals that are nested or apart, the outermost."""
    firsts: list[int] = []
    lasts: list[int] = []
    for first, last in sorted(nested):
        if not lasts or first > lasts[-1]:
            firsts.append(first)
            lasts.append(last)
    return _Intervals(firsts, lasts)
