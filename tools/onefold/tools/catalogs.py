"""The catalogues of a workspace: read and checked once a run, and put together with the workflows around."""

from __future__ import annotations

import os

from onefold.frontends.compile import any_error
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.diagnostics import Finding, Place
from onefold.tools.compiling import UnknownFormat, compile_text, frontend_for
from onefold.tools.files import read_source
from onefold.tools.workspace import BrokenConfiguration, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from onefold.frontends.compile import Compilation
    from onefold.kernel.catalog import Catalog
    from onefold.tools.neighbours import Listed, Neighbours
    from onefold.tools.workspace import Configured, Workspace


@frozen
class CatalogSource:
    """One catalogue file."""

    path: Path
    """Absolute."""
    compilation: Compilation

    def listed(self) -> Iterator[tuple[str, Listed | None]]:
        """The ids of its workflows, each with its file if it has one."""
        from onefold.tools.neighbours import Listed  # Most workspaces have no catalogue.

        catalog = self.compilation.catalog
        for name, entry in ((catalog.workflows if catalog else None) or {}).items():
            yield name, None if entry.file is None else Listed(self.path.parent, entry.file)


def read_catalogs(workspace: Workspace) -> tuple[CatalogSource, ...]:
    """The catalogues of a workspace, in the order of its configuration. Raises `BrokenConfiguration`."""
    if workspace.configured is None:
        return ()
    sources = []
    for index, name in enumerate(workspace.settings.catalogs):
        from pathlib import Path  # Most workspaces have no catalogue.

        path = Path(os.path.normpath(workspace.root / name))
        source = CatalogSource(path, _compiled(workspace, workspace.configured, index, path))
        if source.compilation.kind != "catalog" and not any_error(source.compilation.complaints):
            raise _broken(workspace.configured, index, Finding("not-a-catalog", Place(), {"path": name}))
        sources.append(source)
    return tuple(sources)


def put_together(sources: Sequence[CatalogSource], neighbours: Neighbours) -> Catalog | None:
    """What catalogues and neighbours offer; `None` while a catalogue has an error, which is told of once."""
    from onefold.kernel.catalog import Catalog  # Here and below: a source alone has neither.

    if any(source.compilation.catalog is None or any_error(source.compilation.complaints) for source in sources):
        return None
    known = (source.compilation.catalog for source in sources)
    return Catalog.of((each for each in known if each is not None), neighbours)


def neighbours_of(
    workspace: Workspace, sources: Sequence[CatalogSource], candidates: Callable[[], Sequence[Path]]
) -> Neighbours:
    """The workflows that steps of a workspace may run: of several entries with one id, the first counts."""
    from onefold.tools.neighbours import Neighbours

    listed: dict[str, Listed | None] = {}
    for source in sources:
        for name, file in source.listed():
            listed.setdefault(name, file)
    named = {name: file for name, file in listed.items() if file is not None}
    return Neighbours(named, candidates, workspace.folder, workspace.limits)


def _compiled(workspace: Workspace, configured: Configured, index: int, path: Path) -> Compilation:
    limits = workspace.limits
    try:
        frontend = frontend_for(path)
        data = read_source(path, limits)
    except UnknownFormat:
        reason = "its ending is not known"
    except (OSError, ValueError) as error:
        reason = ((error.strerror if isinstance(error, OSError) else None) or str(error)).lower()
    else:
        return compile_text(data, frontend, limits, shown(path), policy=workspace.policy(path))
    name = workspace.settings.catalogs[index]
    raise _broken(configured, index, Finding("missing-file", Place(), {"path": name, "reason": reason}))


def _broken(configured: Configured, index: int, finding: Finding) -> BrokenConfiguration:
    """The configuration is broken at the catalogue with that number."""
    from onefold.frontends.report import diagnose  # Words are loaded only when there is something to say.

    place = Place((*configured.path, "catalogs", index))
    return BrokenConfiguration(configured.name, diagnose([evolve(finding, place=place)], configured.locate))
