"""Words that workflow tools elsewhere have for what has another name here."""

from __future__ import annotations

from onefold.kernel.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Final

OWN_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "else": ("otherwise",),
    "condition": ("when", "on"),
    "if": ("when", "on"),
    "id": ("workflow", "use"),
    "name": ("workflow", "use"),
    "instructions": ("prompt",),
    "max_attempts": ("attempts",),
    "parameters": ("args", "with", "inputs"),
    "params": ("args", "with", "inputs"),
    "source": ("from",),
    "target": ("to",),
    "type": ("kind",),
    "uses": ("tool", "workflow"),
}
"""For each of their words the fields that may be meant, the first that there is."""
ORDER: Final = frozenset({"after", "depends_on", "edges", "needs", "next"})
"""Words for what follows on what."""


def foreign_word(name: str, known: Collection[str]) -> str | None:
    """A help line for an unknown field that has a name elsewhere, or is near to a known one; `None` for any other."""
    word = name.casefold().replace("-", "_")
    own = next((each for each in OWN_WORDS.get(word, ()) if each in known), None)
    if own is not None:
        return f"did you mean `{own}`?"
    if word in ORDER and ("outcomes" in known or "transitions" in known):
        return "what follows on what is said under `transitions`, in fold with arrows: `a -> b`"
    return meant(name, known)
