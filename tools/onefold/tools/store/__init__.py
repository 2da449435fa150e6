"""The version store: plain files that are written once and never again, safe with many processes and under git."""

from onefold.tools.store.faults import Damaged, Fault
from onefold.tools.store.revision import DEFAULT_CHANNEL, Revision
from onefold.tools.store.store import Note, Recorded, SeveralHeads, Store

__all__ = ["DEFAULT_CHANNEL", "Damaged", "Fault", "Note", "Recorded", "Revision", "SeveralHeads", "Store"]
