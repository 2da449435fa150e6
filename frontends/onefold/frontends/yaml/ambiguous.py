"""The refusal of texts that readers of YAML do not agree on."""

from __future__ import annotations

from onefold.frontends.refusal import Refused
from onefold.kernel.diagnostics import Finding, Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from onefold.kernel.source import Span


def ambiguous(span: Span, reason: str, help_line: str) -> Refused:
    """The refusal; `reason` is a clause in lower case without a full stop."""
    return Refused(Finding("ambiguous-yaml", Place(span=span), {"reason": reason}, help=help_line))
