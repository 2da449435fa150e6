"""How much what is said of a call lets pass, as far as the words for it are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from onefold.kernel.values import JsonObject, JsonValue

_STRICTEST: Final = (
    ("deny", "never", "forbid", "block"),
    ("require_approval", "ask", "approval", "confirm"),
    ("allow", "auto", "auto_approve"),
)
_RANKS: Final = {word: rank for rank, words in enumerate(_STRICTEST) for word in words}
_ACTIONS: Final = ("action", "effect", "decision")
_WORDS_FOR_PEOPLE: Final = ("reason", "description")
LAXEST: Final = len(_STRICTEST) - 1


def rank_of(said: JsonValue) -> int | None:
    """How much what is said of a tool lets pass, from 0 on; `None` where that is not known."""
    if isinstance(said, dict):
        ranks = [rank_of(said[name]) for name in _ACTIONS if name in said]
        # Of words that say different things a host may read any.
        known = [each for each in ranks if each is not None]
        return max(known) if known and len(known) == len(ranks) else None
    return _RANKS.get(said) if isinstance(said, str) else None


def conditions(said: JsonValue) -> JsonObject:
    """What is said of a tool beside whether it passes: it may then hold for some calls alone."""
    if not isinstance(said, dict):
        return {}
    return {name: each for name, each in said.items() if name not in (*_ACTIONS, *_WORDS_FOR_PEOPLE)}
