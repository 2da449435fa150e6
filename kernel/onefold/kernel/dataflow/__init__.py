"""What steps read of each other: every reference to a step, when it is read, and whether that can go well.

`faults(flow)` judges all references of a workflow once; each rule about the data flow tells one kind of fault,
by `words` and `detour`.
"""

from __future__ import annotations

from onefold.kernel.dataflow.fault import Fault, faults
from onefold.kernel.dataflow.lookup import Lookup, lookups

__all__ = ["Fault", "Lookup", "faults", "lookups"]
