"""What steps read of each other: every reference to a step, when it is read, and whether that can go well.

`faults(flow)` judges all references of a workflow once; each rule about the data flow tells one kind of fault.
"""

from __future__ import annotations

from onefold.kernel.dataflow.detour import Detours, Skip
from onefold.kernel.dataflow.fault import Fault, faults
from onefold.kernel.dataflow.lookup import Lookup, lookups
from onefold.kernel.dataflow.words import also_read, bad_ends, edge_words, optional_help

__all__ = [
    "Detours",
    "Fault",
    "Lookup",
    "Skip",
    "also_read",
    "bad_ends",
    "edge_words",
    "faults",
    "lookups",
    "optional_help",
]
