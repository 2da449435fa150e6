"""Check the sources that a command is given, each alone and then all of a workspace together."""

from __future__ import annotations

from onefold.frontends.compile import in_order
from onefold.kernel.classes import define, evolve, field, frozen
from onefold.tools.cli.inputs import Failed, Input, compile_input, find_inputs, tell_of_configuration
from onefold.tools.compiling import frontends
from onefold.tools.examined import Examined
from onefold.tools.show.report import EACH
from onefold.tools.surroundings import Surroundings
from onefold.tools.unchecked import unchecked
from onefold.tools.workspace import BrokenConfiguration, Workspaces, absolute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Generator, Iterator, Sequence
    from pathlib import Path
    from typing import Final, TypeAlias

    from onefold.kernel.diagnostics import Diagnostic
    from onefold.tools.cache.recall import Recall
    from onefold.tools.cli.inputs import Compiled
    from onefold.tools.cross_check import Part
    from onefold.tools.surroundings import Surrounding

    Fix: TypeAlias = Callable[[Compiled], Compiled]
    Silence: TypeAlias = Callable[[Compiled, Sequence[Diagnostic]], Compiled]


# Fewer sources are checked sooner than it takes to start other processes, or to look up what is known of them.
_MANY: Final = 20


@frozen(eq=False)
class Checked:
    """What was found in one source, and by comparing it with others."""

    name: str
    place: str
    examined: Examined
    diagnostics: tuple[Diagnostic, ...]
    surrounding: Surrounding
    compiled: Compiled | None = None
    """Absent where that was not needed."""
    is_compared: bool = False
    """Whether comparing it with others found something, shown or not."""
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
    recall: Recall | None = None
    """What is known from earlier runs and of this one, where there are many sources."""


def check_inputs(options: Namespace, fix: Fix | None, silence: Silence | None) -> Checks:
    """Check what the arguments name.

    `fix` may mend a source before it is compared with others, `silence` may change it afterwards, in view of all that
    was found.
    """
    workspaces = Workspaces()
    found = tuple(find_inputs(options, workspaces))
    files = tuple(each.file for each in found if isinstance(each, Input) and each.file is not None)
    run = _Run(
        Surroundings(workspaces, frontends().frontends, files),
        tuple(options.paths or ["."]),
    )
    is_ahead = fix is None and silence is None and (len(found) >= _MANY or options.jobs)
    recall = _recall() if is_ahead and options.cache and len(found) >= _MANY else None
    ahead = _ahead(options, found, run.surroundings, recall) if is_ahead else (None for _ in found)
    try:
        for each, examined in zip(found, ahead, strict=True):
            run.check(each, examined, fix)
    finally:
        ahead.close()
    for surrounding in run.surroundings.seen():
        run.look_up(surrounding)
        run.compare(surrounding)
    if silence is not None:
        run.silence(silence)
    sources = tuple(each for each in run.checked if each.diagnostics or not each.is_looked_up)
    pairs = ((each.examined.member, each.surrounding) for each in run.checked)
    return Checks(sources, unchecked(pairs), run.unreadable, recall)


def _recall() -> Recall | None:
    from onefold.tools.cache.recall import Recall  # Here and below: it takes time that only pays for many sources.

    return Recall.open(frontends().frontends)


def _ahead(
    options: Namespace, found: Sequence[Input | Failed], surroundings: Surroundings, recall: Recall | None
) -> Generator[Examined | None, None, None]:
    """What is known of each source by other ways than to compile it here and now."""
    from onefold.tools.cli.ahead import examined_ahead

    return examined_ahead(found, surroundings, options.jobs, recall, is_versioned=options.format in EACH)


@define
class _Run:
    surroundings: Surroundings
    arguments: tuple[str, ...]
    checked: list[Checked] = field(factory=list)
    unreadable: int = 0
    told: set[str] = field(factory=set)
    """Configurations that were told of."""

    def silence(self, silence: Silence) -> None:
        """Change the sources in view of all that was found, and see what is left."""
        for number, each in enumerate(self.checked):
            compiled = each.compiled and silence(each.compiled, each.diagnostics)
            examined = each.examined if compiled is None else Examined.of(compiled.compilation)
            self.checked[number] = evolve(each, examined=examined, diagnostics=examined.diagnostics, compiled=compiled)
        for surrounding in self.surroundings.seen():
            self.compare(surrounding)

    def check(self, source: Input | Failed, known: Examined | None, fix: Fix | None) -> None:
        """Check one source alone, unless that was done."""
        if isinstance(source, Failed):
            self.unreadable += 1
            return
        name = source.name
        try:
            around = self.surroundings.of(name)
        except BrokenConfiguration as broken:
            tell_of_configuration(broken, self.told)
            self.unreadable += 1
            return
        compiled = None
        if known is None:
            outcome = compile_input(source, self.surroundings.workspaces.of(name), around.catalog)
            if isinstance(outcome, Failed):
                self.unreadable += 1
                return
            compiled = outcome if fix is None else fix(outcome)
            known = Examined.of(compiled.compilation)
        self.checked.append(Checked(name, name, known, known.diagnostics, around, compiled))

    def look_up(self, surrounding: Surrounding) -> None:
        """Add the catalogues of a workspace that are not among the sources."""
        given = {each.path for each in self.checked} if surrounding.catalogs else ()
        for source in surrounding.catalogs:
            if source.path not in given:
                found = Examined.of(source.compilation)
                name = source.compilation.source.name
                one = Checked(name, str(source.path), found, found.diagnostics, surrounding, is_looked_up=True)
                self.checked.append(one)

    def compare(self, surrounding: Surrounding) -> None:
        """Compare the sources of a workspace with each other, where there are several or all of them."""
        own = self._own(surrounding)
        catalogs = list(self._catalogs(surrounding))
        is_whole = self._is_whole(surrounding)
        asked = [number for number in (*own, *catalogs) if not self.checked[number].is_looked_up]
        if not is_whole and len(asked) < 2 and not set(asked) & set(catalogs):
            return
        parts = [*map(self._part, own), *map(self._part, catalogs)]
        from onefold.tools.cross_check import cross_check  # A single file has nothing to be compared with.

        for place, more in cross_check(parts, is_whole=is_whole).items():
            number = (*own, *catalogs)[place]
            known = self.checked[number]
            self.checked[number] = evolve(known, diagnostics=in_order((*known.diagnostics, *more)), is_compared=True)

    def _own(self, surrounding: Surrounding) -> list[int]:
        """The workflows, definitions and orchestrators of a workspace."""
        return [
            number
            for number, each in enumerate(self.checked)
            if each.surrounding is surrounding and each.examined.is_lowered and each.examined.kind != "catalog"
        ]

    def _catalogs(self, surrounding: Surrounding) -> Iterator[int]:
        """The catalogues of a workspace in the order of its configuration."""
        numbers = {each.path: number for number, each in enumerate(self.checked)} if surrounding.catalogs else {}
        return (numbers[source.path] for source in surrounding.catalogs)

    def _is_whole(self, surrounding: Surrounding) -> bool:
        """Whether all that a configured workspace holds was checked and could be read."""
        if surrounding.workspace.configured is None or self.unreadable:
            return False
        root = surrounding.workspace.root
        kinds = (each.examined for each in self.checked if each.surrounding is surrounding)
        is_known = all(each.is_lowered or each.kind in ("catalog", "manifest") for each in kinds)
        return is_known and any(each.is_dir() and root.is_relative_to(each) for each in map(absolute, self.arguments))

    def _part(self, number: int) -> Part:
        from onefold.tools.cross_check import Part

        each = self.checked[number]
        around = each.surrounding
        listed = next((source.listed() for source in around.catalogs if source.path == each.path), ())
        faults = {
            name: fault
            for name, file in listed
            if file is not None and (fault := around.neighbours.fault(name, file)) is not None
        }
        return Part(each.examined, lambda: around.workspace.policy(each.path), faults)
