"""Operands of a kind that an operator or function cannot take."""

from __future__ import annotations

from onefold.kernel.diagnostics import Finding
from onefold.kernel.type_check.words import kinds_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Final

    from onefold.kernel.diagnostics import Place
    from onefold.kernel.schema_types.possible import Kind
    from onefold.kernel.type_check.operand import Operand

BOOLEAN: Final[frozenset[Kind]] = frozenset({"boolean"})
NUMBER: Final[frozenset[Kind]] = frozenset({"number"})
STRING: Final[frozenset[Kind]] = frozenset({"string"})
HOLDERS: Final[frozenset[Kind]] = frozenset({"list", "mapping"})


def need(
    operands: Sequence[Operand], kinds: frozenset[Kind], taker: str, help_line: str | None = None
) -> Iterator[Finding]:
    """A finding for every operand that is never of one of the kinds that `taker` takes."""
    for each in operands:
        if not each.found.kinds & kinds:
            problem = f"is {each.is_what}, but {taker} needs {kinds_text(kinds)}"
            yield impossible(each.place, each.shown, problem, help_line)


def impossible(place: Place, shown: str, problem: str, help_line: str | None = None) -> Finding:
    """An operation that cannot be done; `problem` goes on a sentence that begins with the operand."""
    return Finding("impossible-operation", place, {"operand": shown, "problem": problem}, help=help_line)
