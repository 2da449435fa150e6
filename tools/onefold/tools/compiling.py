"""Compile files and standard input the way every command does: choose the front-end, find the texts, read once."""

from __future__ import annotations

import os

from onefold.frontends.compile import compile_source, read_document
from onefold.frontends.policy import NO_POLICY
from onefold.frontends.registry import for_file, named
from onefold.kernel.functions import cache
from onefold.tools.files import text_resolver
from onefold.tools.plugins import installed_frontends
from onefold.tools.workspace import root_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from onefold.frontends.compile import Compilation, Document
    from onefold.frontends.frontend import Frontend, Limits
    from onefold.frontends.policy import Policy
    from onefold.kernel.catalog import Catalog
    from onefold.tools.plugins import Installed


class UnknownFormat(Exception):  # noqa: N818 - it is an answer to a request, named for what was asked
    """No front-end has the name that was asked for, or takes the file."""


@cache
def frontends() -> Installed:
    """The front-ends there are; looked up once."""
    return installed_frontends()


def frontend_called(name: str) -> Frontend:
    """The front-end of that name. Raises `UnknownFormat`."""
    found = named(frontends().frontends, name)
    if found is None:
        known = ", ".join(each.name for each in frontends().frontends)
        raise UnknownFormat(f"there is no format `{name}`: the formats are {known}")
    return found


def frontend_for(path: str | Path) -> Frontend:
    """The front-end for a file that was named explicitly. Raises `UnknownFormat`."""
    found = for_file(frontends().frontends, os.path.basename(path), explicit=True)  # noqa: PTH119 - a path or its name
    if found is None:
        endings = ", ".join(suffix for each in frontends().frontends for suffix in each.suffixes)
        raise UnknownFormat(f"`{path}` has no known ending: {endings}")
    return found


def compile_text(
    data: bytes,
    frontend: Frontend,
    limits: Limits,
    path: str | Path | None = None,
    *,
    catalog: Catalog | None = None,
    policy: Policy = NO_POLICY,
    root: str | None = None,
) -> Compilation:
    """Compile bytes that are not (yet) in a file; `path` is where they would stand, if anywhere.

    `root` is the folder of the workspace there, for who has looked it up.
    """
    if path is None:
        return compile_source("-", data, frontend, limits, None, catalog, policy)
    resolve = text_resolver(path, root or root_of(path), limits)
    return compile_source(str(path), data, frontend, limits, resolve, catalog, policy)


def read_text(data: bytes, frontend: Frontend, limits: Limits, name: str = "-") -> Document:
    """The plain value of bytes in any format, of any kind of document; `name` is how diagnostics call it."""
    return read_document(name, data, frontend, limits)
