"""How messages speak of what something can be."""

from __future__ import annotations

from onefold.kernel.ir.expression import Literal
from onefold.kernel.words import enumerated, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from onefold.kernel.schema_types import Possible
    from onefold.kernel.schema_types.possible import Constant, Kind

_ARTICLES: Final[dict[Kind, str]] = {
    "null": "null",
    "boolean": "a boolean",
    "number": "a number",
    "string": "a string",
    "list": "a list",
    "mapping": "a mapping",
}
_MOST_LISTED: Final = 6


def kinds_text(kinds: Iterable[Kind], *, whole: bool = False) -> str:
    """The kinds with their articles; where all numbers are `whole`, as integers.

    >>> kinds_text({"string", "null", "number"})
    'null, a number or a string'
    """
    wanted = set(kinds)
    articles = {**_ARTICLES, "number": "an integer"} if whole else _ARTICLES
    words = [word for kind, word in articles.items() if kind in wanted]
    return enumerated(words)


def possible_text(found: Possible) -> str:
    """What something can be: its only values where they are few, else its kinds."""
    constants = found.constants
    if constants is None or len(constants) > _MOST_LISTED or any(kind in ("list", "mapping") for kind, _ in constants):
        return kinds_text(found.kinds, whole=found.whole)
    return listed(sorted(map(constant_text, constants)))


def constant_text(constant: Constant) -> str:
    """A single value as a predicate spells it; lists and mappings by their kind."""
    from onefold.kernel.expression_text import expression_text  # Only what is shown has to be spelled.

    kind, value = constant
    return _ARTICLES[kind] if kind in ("list", "mapping") else expression_text(Literal(value))
