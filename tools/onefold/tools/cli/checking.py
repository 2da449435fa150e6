"""Check the sources that a command is given, each alone and then all of a workspace together."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from onefold.frontends.compile import in_order
from onefold.kernel.classes import define, evolve, field, frozen
from onefold.kernel.diagnostics import Diagnostic
from onefold.tools.cli.inputs import Compiled, Failed, Input, compile_input, find_inputs, tell_of_configuration
from onefold.tools.compiling import frontends
from onefold.tools.cross_check import Part, cross_check
from onefold.tools.examined import Examined
from onefold.tools.surroundings import Surrounding, Surroundings
from onefold.tools.unchecked import unchecked
from onefold.tools.workspace import BrokenConfiguration, Workspaces, absolute

# Fewer sources are checked sooner than it takes to start other processes, or to look up what is known of them.
_MANY = 20


@frozen(eq=False)
class Checked:
    """What was found in one source, and by comparing it with others."""

    name: str
    place: Path
    examined: Examined
    diagnostics: tuple[Diagnostic, ...]
    surrounding: Surrounding
    is_looked_up: bool = False
    """Whether it is a catalogue that nobody asked to check."""

    @property
    def path(self) -> Path:
        """Where it is; absolute."""
        return absolute(self.place)


@frozen
class Checks:
    """What was found in one run."""

    sources: tuple[Checked, ...]
    """In the order of the arguments; then the catalogues that were looked up and have findings."""
    notes: tuple[Diagnostic, ...]
    """What is said once for all sources."""
    unreadable: int
    """How many sources and folders could not be read."""


def check_inputs(options: Namespace, change: Callable[[Compiled], Compiled] | None) -> Checks:
    """Check what the arguments name; `change` may mend a source before it is compared with others."""
    workspaces = Workspaces()
    found = tuple(find_inputs(options, workspaces))
    paths = tuple(each.path for each in found if isinstance(each, Input) and each.path is not None)
    run = _Run(
        Surroundings(workspaces, frontends().frontends, paths),
        tuple(absolute(Path(each)) for each in options.paths or ["."]),
    )
    with closing(_ahead(options, found, run.surroundings, is_read_only=change is None)) as ahead:
        for each, examined in zip(found, ahead, strict=True):
            run.check(each, examined, change)
    for surrounding in run.surroundings.seen():
        run.look_up(surrounding)
        run.compare(surrounding)
    sources = tuple(each for each in run.checked if each.diagnostics or not each.is_looked_up)
    pairs = ((each.examined.member, each.surrounding) for each in run.checked)
    return Checks(sources, unchecked(pairs), run.unreadable)


def _ahead(
    options: Namespace, found: Sequence[Input | Failed], surroundings: Surroundings, *, is_read_only: bool
) -> Generator[Examined | None, None, None]:
    """What is known of each source by other ways than to compile it here and now."""
    if is_read_only and (len(found) >= _MANY or options.jobs):
        from onefold.tools.cli.ahead import examined_ahead  # Takes time that only pays for many sources.

        is_cached = options.cache and len(found) >= _MANY
        return examined_ahead(found, surroundings, options.jobs, is_cached=is_cached)
    return (None for _ in found)


@define
class _Run:
    surroundings: Surroundings
    arguments: tuple[Path, ...]
    checked: list[Checked] = field(factory=list)
    unreadable: int = 0
    told: set[str] = field(factory=set)
    """Configurations that were told of."""

    def check(
        self, source: Input | Failed, known: Examined | None, change: Callable[[Compiled], Compiled] | None
    ) -> None:
        """Check one source alone, unless that was done."""
        examined = known or self._examined(source, change)
        if examined is None or isinstance(source, Failed):
            self.unreadable += 1
            return
        around = self.surroundings.of(source.place)
        self.checked.append(Checked(source.name, source.place, examined, examined.diagnostics, around))

    def _examined(self, source: Input | Failed, change: Callable[[Compiled], Compiled] | None) -> Examined | None:
        outcome = source if isinstance(source, Failed) else self._compiled(source)
        if isinstance(outcome, Failed):
            return None
        return Examined.of((change(outcome) if change else outcome).compilation)

    def _compiled(self, source: Input) -> Compiled | Failed:
        try:
            surrounding = self.surroundings.of(source.place)
        except BrokenConfiguration as broken:
            tell_of_configuration(broken, self.told)
            return Failed(source.name)
        return compile_input(source, surrounding.workspace, surrounding.catalog)

    def look_up(self, surrounding: Surrounding) -> None:
        """Add the catalogues of a workspace that are not among the sources."""
        given = {each.path for each in self.checked} if surrounding.catalogs else ()
        for source in surrounding.catalogs:
            if source.path not in given:
                found = Examined.of(source.compilation)
                name = source.compilation.source.name
                one = Checked(name, source.path, found, found.diagnostics, surrounding, True)
                self.checked.append(one)

    def compare(self, surrounding: Surrounding) -> None:
        """Compare the sources of a workspace with each other, where there are several or all of them."""
        workflows = self._workflows(surrounding)
        catalogs = list(self._catalogs(surrounding))
        is_whole = self._is_whole(surrounding)
        asked = [number for number in (*workflows, *catalogs) if not self.checked[number].is_looked_up]
        if not is_whole and len(asked) < 2 and not set(asked) & set(catalogs):
            return
        parts = [*map(self._part, workflows), *map(self._part, catalogs)]
        for place, more in cross_check(parts, is_whole=is_whole).items():
            number = (*workflows, *catalogs)[place]
            known = self.checked[number]
            self.checked[number] = evolve(known, diagnostics=in_order((*known.diagnostics, *more)))

    def _workflows(self, surrounding: Surrounding) -> list[int]:
        return [
            number
            for number, each in enumerate(self.checked)
            if each.surrounding is surrounding and each.examined.member is not None
        ]

    def _catalogs(self, surrounding: Surrounding) -> Iterator[int]:
        """The catalogues of a workspace in the order of its configuration."""
        numbers = {each.path: number for number, each in enumerate(self.checked)} if surrounding.catalogs else {}
        return (numbers[source.path] for source in surrounding.catalogs)

    def _is_whole(self, surrounding: Surrounding) -> bool:
        """Whether all workflows of a configured workspace were checked and could be read."""
        root = surrounding.workspace.root
        if surrounding.workspace.configured is None or self.unreadable:
            return False
        kinds = (each.examined for each in self.checked if each.surrounding is surrounding)
        is_known = all(each.member is not None or each.kind == "catalog" for each in kinds)
        return is_known and any(each.is_dir() and root.is_relative_to(each) for each in self.arguments)

    def _part(self, number: int) -> Part:
        each = self.checked[number]
        around = each.surrounding
        listed = next((source.listed() for source in around.catalogs if source.path == each.path), ())
        faults = {
            name: fault
            for name, file in listed
            if file is not None and (fault := around.neighbours.fault(name, file)) is not None
        }
        return Part(each.examined, lambda: around.workspace.policy(each.path), faults)
