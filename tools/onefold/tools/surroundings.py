"""What is around the sources of one run: their workspaces, with the catalogues and the other workflows there."""

from __future__ import annotations

from onefold.kernel.classes import define, field, frozen
from onefold.kernel.functions import cached_property
from onefold.tools.catalogs import neighbours_of, put_together, read_catalogs
from onefold.tools.compiling import compile_text, frontend_for, frontends
from onefold.tools.files import read_source
from onefold.tools.workspace import BrokenConfiguration, Workspaces, absolute, admitting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from onefold.frontends.compile import Compilation
    from onefold.frontends.frontend import Frontend, Limits
    from onefold.kernel.catalog import Catalog
    from onefold.tools.catalogs import CatalogSource
    from onefold.tools.neighbours import Neighbours
    from onefold.tools.workspace import Workspace


@frozen(eq=False)
class Surrounding:
    """One workspace with all that the sources in it can name."""

    workspace: Workspace
    """Of sources without a configuration that of one of them, whose folder is not that of all."""
    catalogs: tuple[CatalogSource, ...]
    candidates: Callable[[], Sequence[Path]]
    """The sources that may define another workflow of it."""
    is_alone: bool
    """Whether it is of one source, with nothing around it."""

    @cached_property
    def neighbours(self) -> Neighbours:
        """The other workflows there."""
        return neighbours_of(self.workspace, self.catalogs, self.candidates)

    @cached_property
    def catalog(self) -> Catalog | None:
        """What to check against; `None` where there is nothing, or a catalogue has an error."""
        return None if self.is_alone else put_together(self.catalogs, self.neighbours)


@define(eq=False)
class Surroundings:
    """The workspaces of one run, each looked at once."""

    workspaces: Workspaces
    frontends: Sequence[Frontend]
    sources: tuple[str | Path, ...]
    """The files that are checked together."""
    _known: dict[str | None, Surrounding | BrokenConfiguration] = field(factory=dict, init=False)
    """By the root of the workspace; sources without a configuration lie in one, whatever their folders."""

    def of(self, source: str | Path) -> Surrounding:
        """What is around a source. Raises `BrokenConfiguration`, each time it is asked."""
        workspace = self.workspaces.of(source)
        key = None if workspace.configured is None else workspace.folder
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._look(workspace)
        if isinstance(found, BrokenConfiguration):
            raise found
        return found

    def seen(self) -> tuple[Surrounding, ...]:
        """The surroundings that were asked for, in that order."""
        return tuple(each for each in self._known.values() if isinstance(each, Surrounding))

    def _look(self, workspace: Workspace) -> Surrounding | BrokenConfiguration:
        try:
            catalogs = read_catalogs(workspace)
        except BrokenConfiguration as broken:
            return broken
        is_alone = workspace.configured is None and len(self.sources) < 2
        return Surrounding(workspace, catalogs, lambda: tuple(self._candidates(workspace)), is_alone)

    def _candidates(self, workspace: Workspace) -> Iterator[Path]:
        """The sources that may define a workflow of a workspace: those of this run, then the others there."""
        given = (absolute(each) for each in self.sources)
        if workspace.configured is None:
            yield from given
            return
        told = dict.fromkeys(each for each in given if each.is_relative_to(workspace.root))
        yield from told
        from pathlib import Path  # Only what names other workflows needs them, here and below.

        from onefold.tools.search import Unreadable, search

        for found in search(workspace.folder, self.frontends, admitting(self.workspaces)):
            if not isinstance(found, Unreadable) and (path := Path(found)) not in told:
                yield path


def compile_file(
    path: Path, limits: Limits | None = None, frontend: Frontend | None = None, *, compare: bool = False
) -> Compilation:
    """Compile a file with all that its workspace says; `limits` of one's own come first.

    With `compare`, what it names is looked up in the catalogues there. Raises `OSError` when it cannot be read,
    `UnknownFormat`, and `BrokenConfiguration`.
    """
    chosen = frontend or frontend_for(path)
    workspaces = Workspaces()
    workspace = workspaces.of(path)
    catalog = Surroundings(workspaces, frontends().frontends, (path,)).of(path).catalog if compare else None
    bounds = limits or workspace.limits
    data = read_source(path, bounds)
    return compile_text(data, chosen, bounds, path, catalog=catalog, policy=workspace.policy(path))
