"""What a planner is told when a run is planned again: the cycles before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.classes import frozen
from onefold.kernel.document import record_document
from onefold.kernel.identity.digests import digest_of
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared

if TYPE_CHECKING:
    from onefold.kernel.values import JsonObject, JsonValue


@frozen
class PriorCycle:
    """A cycle that ended."""

    cycle_number: int = declared("cycleNumber", declare.Integer(minimum=1), doc="Its number, from 1.")
    status: str = declared("status", declare.Text(empty=False), doc="How it ended.")
    output: JsonValue = declared("output", declare.Json(), default=None, doc="What it gave.")
    summary: str | None = declared("summary", declare.Text(), default=None, doc="What was said of it.")


@frozen
class OuterLoopDef:
    """The cycle that is planned, and those before."""

    cycle_number: int = declared("cycleNumber", declare.Integer(minimum=1), doc="Number of this cycle, from 1.")
    max_cycles: int = declared("maxCycles", declare.Integer(minimum=1), doc="How many cycles there may be.")
    is_final_cycle: bool | None = declared(
        "isFinalCycle",
        declare.Boolean(),
        default=None,
        doc="Whether there is none after it; when left out, whether it is the last there may be.",
    )
    prior_cycles: tuple[PriorCycle, ...] = declared(
        "priorCycles", declare.Ordered(declare.Record(PriorCycle)), default=(), doc="The cycles before, in order."
    )


def contradiction(loop: OuterLoopDef) -> str:
    """Why the cycles cannot have been as they are said to, as a clause; nothing where they can.

    Not every cycle before need be listed, and a cycle may be the final one early.
    """
    number, most = loop.cycle_number, loop.max_cycles
    if number > most:
        return f"cycle {number} cannot be one of at most {most}"
    if number == most and loop.is_final_cycle is False:
        return f"cycle {number} of at most {most} is the final one"
    before = 0
    for each in loop.prior_cycles:
        if each.cycle_number >= number:
            return f"cycle {each.cycle_number} cannot be before cycle {number}"
        if each.cycle_number <= before:
            again = "stands there twice" if each.cycle_number == before else f"stands behind cycle {before}"
            return f"cycle {each.cycle_number} {again}"
        before = each.cycle_number
    return ""


def outer_loop_hash(loop: OuterLoopDef | None) -> str | None:
    """The digest of the cycles before; `None` for a first plan, which nothing came before."""
    if loop is None or loop.cycle_number < 2:
        return None
    is_final = loop.cycle_number >= loop.max_cycles if loop.is_final_cycle is None else loop.is_final_cycle
    return digest_of(
        {
            "cycleNumber": loop.cycle_number,
            "maxCycles": loop.max_cycles,
            "isFinalCycle": is_final,
            "priorCycles": [_cycle_object(each) for each in loop.prior_cycles],
        }
    )


def _cycle_object(cycle: PriorCycle) -> JsonObject:
    # A cycle without an output says so: its null is a value.
    return {**record_document(cycle, defaults=True), "output": cycle.output}
