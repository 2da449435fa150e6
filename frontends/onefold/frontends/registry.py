"""The built-in front-ends, and how one is chosen."""

from __future__ import annotations

from onefold.frontends.fold import FRONTEND as FOLD
from onefold.frontends.json import FRONTEND as JSON
from onefold.frontends.toml import FRONTEND as TOML
from onefold.frontends.yaml import FRONTEND as YAML

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from onefold.frontends.frontend import Frontend

FRONTENDS: Final[tuple[Frontend, ...]] = (YAML, TOML, JSON, FOLD)


def named(frontends: Iterable[Frontend], name: str) -> Frontend | None:
    """The front-end called `name`."""
    return next((each for each in frontends if each.name == name), None)


def for_file(frontends: Iterable[Frontend], file_name: str, *, explicit: bool) -> Frontend | None:
    """The front-end for a file name, by the longest ending that fits.

    `explicit` names (given by a person) may also have a general ending such as `.yaml`.
    """
    fitting = [
        (len(suffix), each)
        for each in frontends
        if file_name.endswith(endings := (*each.suffixes, *(each.explicit_suffixes if explicit else ())))
        for suffix in endings
        if file_name.endswith(suffix) and file_name != suffix
    ]
    return max(fitting, key=lambda pair: pair[0])[1] if fitting else None
