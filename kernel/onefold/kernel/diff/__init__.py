"""The semantic difference of two canonical workflows: what changed in what they mean.

`compare(old, new)` gives a `Difference`; `apply(difference, old)` gives the new canonical document back. How a field
is compared follows from how it is declared (a set, a keyed map, an ordered list, a record, a text), so a field added
to the IR is compared without a line here.
"""

from __future__ import annotations

from onefold.kernel.diff.apply import DoesNotApply, apply
from onefold.kernel.diff.classes import CLASSES, Class
from onefold.kernel.diff.compare import compare
from onefold.kernel.diff.difference import Difference, EdgeChange, Entry, Side
from onefold.kernel.diff.fingerprint import fingerprint
from onefold.kernel.diff.merge import Conflict, merge
from onefold.kernel.diff.structure import Change, structural_changes
from onefold.kernel.diff.summary import summary
from onefold.kernel.diff.wire import from_json, to_json
from onefold.kernel.diff.words import Piece, word_difference

__all__ = [
    "CLASSES",
    "Change",
    "Class",
    "Conflict",
    "Difference",
    "DoesNotApply",
    "EdgeChange",
    "Entry",
    "Piece",
    "Side",
    "apply",
    "compare",
    "fingerprint",
    "from_json",
    "merge",
    "structural_changes",
    "summary",
    "to_json",
    "word_difference",
]
