"""The workspace of a file: the folder of the nearest configuration, and what the configuration says."""

from __future__ import annotations

import os

from onefold.frontends.policy import Ignore, Policy
from onefold.kernel.classes import Factory, define, evolve, field, frozen
from onefold.kernel.functions import cached_property
from onefold.tools.configuration import ConfigurationDef
from onefold.tools.files import confining_folder, is_file, is_there, read_settings, upwards

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import Final

    from pathspec import GitIgnoreSpec

    from onefold.frontends.compile import Locate
    from onefold.frontends.frontend import Limits
    from onefold.kernel.diagnostics import Diagnostic
    from onefold.kernel.ir.path import IrPath
    from onefold.tools.search import Admits

CONFIGURATION: Final = "onefold.toml"
PROJECT: Final = "pyproject.toml"


class BrokenConfiguration(Exception):  # noqa: N818 - it is the state of a file, named for what it is
    """A configuration cannot be used; `diagnostics` say why."""

    def __init__(self, path: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        """`path` is how the file is called."""
        super().__init__(path, diagnostics)
        self.path = path
        self.diagnostics = diagnostics


@frozen
class Configured:
    """A configuration that was read."""

    name: str
    """How its file is called."""
    path: IrPath
    """Where it stands in the file."""
    locate: Locate


@frozen
class Workspace:
    """A folder with all that holds for the sources below it."""

    folder: str
    """Absolute."""
    settings: ConfigurationDef = Factory(ConfigurationDef)
    configured: Configured | None = None
    """Absent where there is no configuration, and the settings are those of every workspace."""

    @property
    def root(self) -> Path:
        """The folder as a path."""
        return absolute(self.folder)

    @cached_property
    def limits(self) -> Limits:
        """The bounds on sources."""
        return self.settings.limits.limits()

    def policy(self, path: str | Path) -> Policy:
        """What holds for the findings of one source."""
        if not self.settings.ignore:
            return self._policy
        relative = self._relative(path)
        listed = [texts for spec, texts in self._ignores if relative and spec.match_file(relative)]
        return evolve(self._policy, ignores=tuple(Ignore.parse(text) for texts in listed for text in texts))

    @cached_property
    def _policy(self) -> Policy:
        """What holds for the findings of a source of which nothing is known."""
        return Policy(self.settings.severity)

    def admits(self, path: str | Path, *, is_folder: bool) -> bool:
        """Whether a search takes a source, or looks into a folder."""
        if not self.settings.exclude and (is_folder or not self.settings.include):
            return True
        relative = self._relative(path)
        if relative is None:
            return True
        if self.settings.exclude and self._excluded.match_file(f"{relative}/" if is_folder else relative):
            return False
        return is_folder or not self.settings.include or self._included.match_file(relative)

    def _relative(self, path: str | Path) -> str | None:
        """The path from the root on, with `/` on every platform; `None` for the root itself and what is not below."""
        place, root = absolute(path), self.root
        if place == root or not place.is_relative_to(root):
            return None
        return place.relative_to(root).as_posix()

    @cached_property
    def _included(self) -> GitIgnoreSpec:
        return _spec(self.settings.include)

    @cached_property
    def _excluded(self) -> GitIgnoreSpec:
        return _spec(self.settings.exclude)

    @cached_property
    def _ignores(self) -> tuple[tuple[GitIgnoreSpec, tuple[str, ...]], ...]:
        return tuple((_spec([pattern]), texts) for pattern, texts in self.settings.ignore.items())


def _spec(lines: Iterable[str]) -> GitIgnoreSpec:
    from onefold.tools.ignoring import patterns  # Loaded only where there are patterns to match.

    return patterns(lines)


@define
class Workspaces:
    """The workspaces of one run, each read once."""

    _known: dict[str, Workspace | BrokenConfiguration] = field(factory=dict)
    """By absolute folder."""
    _files: dict[str, str | None] = field(factory=dict)
    """The nearest configuration of a folder."""

    _folders: dict[str, Workspace] = field(factory=dict)
    """The workspaces of the folders of sources, as they are called; the current folder stays the same."""

    def of(self, source: str | Path) -> Workspace:
        """The workspace of a source. Raises `BrokenConfiguration`, each time it is asked."""
        folder = os.path.dirname(source)  # noqa: PTH120 - many sources, and fast
        found = self._folders.get(folder)
        if found is None:
            found = self._folders[folder] = self.around(os.path.dirname(os.path.abspath(source)))  # noqa: PTH100, PTH120
        return found

    def around(self, folder: str | Path) -> Workspace:
        """The workspace that an absolute folder lies in. Raises `BrokenConfiguration`."""
        place = os.fspath(folder)
        file = self._file(place)
        root = _top(place) if file is None else os.path.dirname(file)  # noqa: PTH120
        found = self._known.get(root)
        if found is None:
            found = self._known[root] = Workspace(root) if file is None else _configured(file)
        if isinstance(found, BrokenConfiguration):
            raise found
        return found

    def _file(self, folder: str) -> str | None:
        if folder not in self._files:
            above = os.path.dirname(folder)  # noqa: PTH120
            found = _configuration_in(folder)
            self._files[folder] = found or (None if above == folder else self._file(above))
        return self._files[folder]


def admitting(workspaces: Workspaces) -> Admits:
    """What the configurations say of the files and folders that a search comes to."""

    def admits(path: str, is_folder: bool) -> bool:
        try:
            return workspaces.of(path).admits(path, is_folder=is_folder)
        except BrokenConfiguration:
            return True

    return admits


def absolute(path: str | Path) -> Path:
    """The absolute path; links in it stay links."""
    from pathlib import Path  # Its import takes long, and to check a file it is not needed.

    return Path(os.path.abspath(path))  # noqa: PTH100 - `resolve` would follow links


def shown(path: str | Path) -> str:
    """How a file is called that nobody named: from the current folder where that is possible."""
    try:
        return os.path.relpath(path)
    except ValueError:  # on another drive
        return str(path)


def _configured(file: str) -> Workspace | BrokenConfiguration:
    from onefold.tools.configure import read_configuration  # Many workspaces have no configuration.

    try:
        settings, configured = read_configuration(absolute(file))
    except BrokenConfiguration as broken:
        return broken
    return Workspace(os.path.dirname(file), settings, configured)  # noqa: PTH120


def workspace_root(source: str | Path) -> Path:
    """The folder of the nearest configuration above `source`, else the top of its git work tree, else its folder."""
    from pathlib import Path

    return Path(root_of(source))


def root_of(source: str | Path) -> str:
    """What `workspace_root` gives, as it is written."""
    folder = os.path.dirname(os.path.abspath(source))  # noqa: PTH100, PTH120 - as `Workspaces.of` has it
    return next((each for each in upwards(folder) if _configuration_in(each) is not None), None) or _top(folder)


def _top(folder: str) -> str:
    found = next((each for each in upwards(folder) if is_there(os.path.join(each, ".git"))), None)  # noqa: PTH118
    return found or confining_folder() or folder


def _configuration_in(folder: str) -> str | None:
    own, project = os.path.join(folder, CONFIGURATION), os.path.join(folder, PROJECT)  # noqa: PTH118
    if is_file(own):
        return own
    return project if is_file(project) and _speaks_of_onefold(project) else None


def _speaks_of_onefold(project: str) -> bool:
    """Whether a `pyproject.toml` has a `[tool.onefold]`, or would have it if it were TOML."""
    try:
        text = read_settings(project)
    except (OSError, ValueError):
        return False
    if "onefold" not in text:
        return False
    import tomllib  # Most projects do not mention onefold, and most runs meet none.

    try:
        tool = tomllib.loads(text).get("tool")
    except ValueError:
        return "[tool.onefold" in text
    return isinstance(tool, dict) and "onefold" in tool
