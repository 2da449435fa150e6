"""Whether a text is worth a closer look, seen without the Unicode database: nearly none is."""

from __future__ import annotations

from onefold.kernel import patterns
from onefold.kernel.functions import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Final

CONTROL: Final = bytes([*range(9), 11, 12, *range(14, 32), 127])
"""The control characters of ASCII but TAB and line ends."""
# Characters of other scripts than Latin, and letters in other shapes; not the punctuation and symbols between them.
_OTHER: Final = "\u0370-\u1dff\u1f00-\u1fff\u2100-\u218f\u2c00-\u2dff\u3040-\uffff\U00010000-\U0010ffff"


def may_hold_invisible(text: str) -> bool:
    """Whether there may be an invisible character."""
    if text.isascii():
        return len(text.encode().translate(None, CONTROL)) < len(text)
    return unseen().search(text) is not None


def may_hold_bidirectional(text: str) -> bool:
    """Whether there is a bidirectional control."""
    return not text.isascii() and turning().search(text) is not None


def may_mix_scripts(text: str) -> bool:
    """Whether an ASCII letter and a letter of another script may stand in one word."""
    return not text.isascii() and _mixed().search(text) is not None


@cache
def unseen() -> re.Pattern[str]:
    """Control characters but TAB and line ends, and what Unicode says to draw as nothing, but what turns text."""
    return patterns.compile(
        "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2028\u2029"
        "\u2060-\u2065\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
        "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    )


@cache
def turning() -> re.Pattern[str]:
    """What turns the direction of text."""
    return patterns.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@cache
def _mixed() -> re.Pattern[str]:
    between = "[0-9\xaa-\u036f\u1e00-\u1eff]*+"
    return patterns.compile(f"[A-Za-z]{between}[{_OTHER}]|[{_OTHER}]{between}[A-Za-z]")
