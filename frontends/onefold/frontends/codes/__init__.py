"""Codes of reading and lowering, one module each: its docstring is the page, `CODE` the identity.

They are loaded only when there is something to show.
"""

from __future__ import annotations

from typing import Final

# In the order of their ids. A module's name is the code's name with underscores.
NAMES: Final = (
    "not_utf8",
    "empty_document",
)
