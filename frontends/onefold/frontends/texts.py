"""Texts that stand in files of their own: what a resolver is asked and what it answers."""

from __future__ import annotations

from onefold.kernel.classes import Factory, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from onefold.kernel.source import Source

    # Given the path as written in a source, the file's text or why there is none. Only the outermost layer touches
    # files, so lowering is handed this function; without one a `file:` is an error.
    Resolver: TypeAlias = Callable[[str], "Source | Refusal"]


@frozen
class Refusal:
    """Why a file's text cannot be used: the name of a code and its arguments."""

    code: str
    arguments: Mapping[str, object] = Factory(dict)
