"""Recorded ends of steps, which decide the branches of a run."""

from __future__ import annotations

from collections.abc import Mapping

from onefold.kernel.bundle.shapes import ANY, NO_ENTRIES, TEXT
from onefold.kernel.classes import frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.values import JsonValue


@frozen
class RecordedEnd:
    """How one visit of a node ended."""

    outcome: str = declared("outcome", declare.Text(empty=False), default="success", doc="How it ended.")
    output: JsonValue = declared("output", ANY, default=None, doc="What it gave.")


@frozen
class OutputsDef:
    """What the nodes of a run gave."""

    steps: Mapping[str, tuple[RecordedEnd, ...]] = declared(
        "steps",
        declare.Keyed(TEXT, declare.Ordered(declare.Record(RecordedEnd)), noun="step"),
        default=NO_ENTRIES,
        doc="By id of the node: how each visit ended; one alone needs no list.",
    )
    inputs: JsonValue = declared("inputs", ANY, default=None, doc="What the run was given.")


def with_lists(value: JsonValue) -> JsonValue:
    """The document of outputs with a list for every step, also where one visit stands alone."""
    steps = value.get("steps") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(steps, dict):
        return value
    return {**value, "steps": {name: [each] if isinstance(each, dict) else each for name, each in steps.items()}}
