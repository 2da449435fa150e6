"""Examine a whole store: every file, every digest, and everything that one thing says of another."""

from onefold.tools.store.fsck.examine import Examination, examine

__all__ = ["Examination", "examine"]
