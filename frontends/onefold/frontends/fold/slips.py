"""Words that the grammar takes for something else than was meant: they stand where a name may begin."""

from __future__ import annotations

from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.ir.declare import declarations
from onefold.kernel.ir.nodes import STEP_KINDS, WorkflowDef
from onefold.kernel.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.source import Span

_QUALIFIERS: Final = ("on", "when", "priority")
_STATEMENTS: Final = frozenset({"fold", *_QUALIFIERS, *(each.name for each in declarations(WorkflowDef)), *STEP_KINDS})
_STEP_FIELDS: Final = frozenset(each.name for kind in STEP_KINDS.values() for each in declarations(kind))


def misspelt_qualifier(span: Span) -> Finding | None:
    """What is wrong with a name right after a chain that is no statement's, but nearly a qualifier's."""
    help_line = None if span.text in _STATEMENTS else meant(span.text, _QUALIFIERS)
    if help_line is None:
        return None
    arguments = {"field": span.text, "owner": "an entry of `transitions`"}
    return Finding("unknown-field", Place(span=span), arguments, help=help_line)


def word_for_attempts(span: Span) -> Finding | None:
    """What is wrong with a name right after `retry` that is none of a step's fields: a number was due."""
    if span.text in _STEP_FIELDS:
        return None
    arguments = {"subject": "`attempts`", "expected": "a whole number", "found": "a string"}
    return Finding("wrong-type", Place(span=span), arguments)
