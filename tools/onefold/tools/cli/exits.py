"""Exit codes, and how a command ends early."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

DONE: Final = 0
"""Done; nothing to report."""
FINDINGS: Final = 1
"""Findings: an error diagnostic, a difference, a failed verification."""
UNABLE: Final = 2
"""The command could not do its work."""
INTERRUPTED: Final = 130


class UsageError(Exception):
    """The arguments make no sense together; the text says why, as the rest of a sentence."""
