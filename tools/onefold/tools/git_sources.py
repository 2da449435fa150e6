"""Workflows as git hands them over: files without a place, whose texts in other files cannot be found."""

from __future__ import annotations

from pathlib import Path

from onefold.frontends.compile import compile_source
from onefold.frontends.frontend import Limits
from onefold.frontends.texts import Refusal
from onefold.kernel.canonicalize import Canonical
from onefold.kernel.classes import frozen
from onefold.kernel.source import Source
from onefold.tools.compiling import UnknownFormat, frontend_for
from onefold.tools.files import read_whole
from onefold.tools.goldens import canonical_yaml
from onefold.tools.workspace import BrokenConfiguration, Workspaces


@frozen
class Side:
    """One state of a file."""

    data: bytes
    canonical: Canonical | None
    """The workflow in it, unless it does not compile."""
    names_texts: bool = False
    """Whether texts of other files are named in it, so that its version is another than that of the source."""

    @property
    def source(self) -> str:
        """The file as text; what is no UTF-8 stands there escaped."""
        return self.data.decode("utf-8", "backslashreplace")

    @property
    def text(self) -> str:
        """The workflow as canonical YAML; only for one that compiles."""
        assert self.canonical  # noqa: S101 - see the docstring
        return canonical_yaml(self.canonical)


def read_side(file: Path, name: str) -> Side:
    """A file that stands for one called `name`, whose ending gives the format. Raises `OSError`."""
    limits = _limits()
    data = read_whole(file) or b""
    try:
        frontend = frontend_for(Path(name))
    except UnknownFormat:
        return Side(data, None)
    named: list[str] = []

    def stand_in(text: str) -> Source | Refusal:
        # Git does not say which revision a file is of, so nobody knows which text it means.
        named.append(text)
        return Source(text, f"[text of {text}]")

    canonical = compile_source(name, data, frontend, limits, stand_in).canonical
    return Side(data, canonical, bool(named))


def _limits() -> Limits:
    try:
        return Workspaces().around(Path.cwd()).limits
    except BrokenConfiguration:
        return Limits()
