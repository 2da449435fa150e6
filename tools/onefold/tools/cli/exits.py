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
    """The arguments make no sense, alone or together; the text says why, as the rest of a sentence."""

    def __init__(self, reason: str, program: str = "") -> None:
        """`program` is the command whose help says more, where that is known."""
        super().__init__(reason)
        self.program = program
