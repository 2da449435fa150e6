"""Which characters a printer must not write raw, because people would not see them or would see another text."""

from __future__ import annotations

import re
from typing import Final

# Control characters, all that some reader takes for a line end, marks that turn the direction of text, and the
# byte order mark.
UNSAFE: Final = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
