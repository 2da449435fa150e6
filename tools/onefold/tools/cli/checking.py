"""Check the sources that a command is given, each alone and then all of a workspace together."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from onefold.frontends.compile import Compilation, in_order
from onefold.kernel.classes import define, evolve, field, frozen
from onefold.kernel.diagnostics import Diagnostic
from onefold.tools.cli.inputs import Compiled, Failed, Input, compile_input, find_inputs, tell_of_configuration
from onefold.tools.compiling import frontends
from onefold.tools.cross_check import Part, cross_check
from onefold.tools.surroundings import Surrounding, Surroundings
from onefold.tools.unchecked import unchecked
from onefold.tools.workspace import BrokenConfiguration, Workspaces, absolute

Fix: TypeAlias = Callable[[Compiled], Compiled]
Silence: TypeAlias = Callable[[Compiled, Sequence[Diagnostic]], Compiled]


@frozen(eq=False)
class Checked:
    """What was found in one source, and by comparing it with others."""

    name: str
    path: Path
    """Absolute."""
    compilation: Compilation
    diagnostics: tuple[Diagnostic, ...]
    surrounding: Surrounding
    compiled: Compiled | None = None
    """Absent for a catalogue that nobody asked to check."""

    @property
    def is_looked_up(self) -> bool:
        """Whether it is a catalogue that nobody asked to check."""
        return self.compiled is None


@frozen
class Checks:
    """What was found in one run."""

    sources: tuple[Checked, ...]
    """In the order of the arguments; then the catalogues that were looked up and have findings."""
    notes: tuple[Diagnostic, ...]
    """What is said once for all sources."""
    unreadable: int
    """How many sources and folders could not be read."""


def check_inputs(options: Namespace, fix: Fix | None, silence: Silence | None) -> Checks:
    """Check what the arguments name.

    `fix` may mend a source before it is compared with others, `silence` may change it afterwards, in view of all that
    was found.
    """
    workspaces = Workspaces()
    found = tuple(find_inputs(options, workspaces))
    paths = tuple(each.path for each in found if isinstance(each, Input) and each.path is not None)
    run = _Run(
        Surroundings(workspaces, frontends().frontends, paths),
        tuple(absolute(Path(each)) for each in options.paths or ["."]),
    )
    for each in found:
        run.check(each, fix)
    for surrounding in run.surroundings.seen():
        run.look_up(surrounding)
        run.compare(surrounding)
    if silence is not None:
        run.silence(silence)
    sources = tuple(each for each in run.checked if each.diagnostics or not each.is_looked_up)
    pairs = ((each.compilation.workflow, each.surrounding) for each in run.checked)
    return Checks(sources, unchecked(pairs), run.unreadable)


@define
class _Run:
    surroundings: Surroundings
    arguments: tuple[Path, ...]
    checked: list[Checked] = field(factory=list)
    unreadable: int = 0
    told: set[str] = field(factory=set)
    """Configurations that were told of."""

    def silence(self, silence: Silence) -> None:
        """Change the sources in view of all that was found, and see what is left."""
        for number, each in enumerate(self.checked):
            compiled = each.compiled and silence(each.compiled, each.diagnostics)
            compilation = each.compilation if compiled is None else compiled.compilation
            self.checked[number] = evolve(
                each, compilation=compilation, diagnostics=compilation.diagnostics, compiled=compiled
            )
        for surrounding in self.surroundings.seen():
            self.compare(surrounding)

    def check(self, source: Input | Failed, fix: Fix | None) -> None:
        """Check one source alone."""
        outcome = source if isinstance(source, Failed) else self._compiled(source)
        if isinstance(outcome, Failed):
            self.unreadable += 1
            return
        compiled = outcome if fix is None else fix(outcome)
        compilation = compiled.compilation
        place = outcome.input.place
        around = self.surroundings.of(place)
        one = Checked(outcome.input.name, absolute(place), compilation, compilation.diagnostics, around, compiled)
        self.checked.append(one)

    def _compiled(self, source: Input) -> Compiled | Failed:
        try:
            surrounding = self.surroundings.of(source.place)
        except BrokenConfiguration as broken:
            tell_of_configuration(broken, self.told)
            return Failed(source.name)
        return compile_input(source, surrounding.workspace, surrounding.catalog)

    def look_up(self, surrounding: Surrounding) -> None:
        """Add the catalogues of a workspace that are not among the sources."""
        given = {each.path for each in self.checked}
        for source in surrounding.catalogs:
            if source.path not in given:
                found = source.compilation
                one = Checked(found.source.name, source.path, found, found.diagnostics, surrounding)
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
        for place, more in cross_check(parts, is_whole=is_whole).items():
            number = (*own, *catalogs)[place]
            known = self.checked[number]
            self.checked[number] = evolve(known, diagnostics=in_order((*known.diagnostics, *more)))

    def _own(self, surrounding: Surrounding) -> list[int]:
        """The workflows, definitions and orchestrators of a workspace."""
        return [
            number
            for number, each in enumerate(self.checked)
            if each.surrounding is surrounding and each.compilation.is_lowered and each.compilation.kind != "catalog"
        ]

    def _catalogs(self, surrounding: Surrounding) -> Iterator[int]:
        """The catalogues of a workspace in the order of its configuration."""
        numbers = {each.path: number for number, each in enumerate(self.checked)}
        return (numbers[source.path] for source in surrounding.catalogs)

    def _is_whole(self, surrounding: Surrounding) -> bool:
        """Whether all that a configured workspace holds was checked and could be read."""
        root = surrounding.workspace.root
        if surrounding.workspace.configured is None or self.unreadable:
            return False
        kinds = (each.compilation for each in self.checked if each.surrounding is surrounding)
        is_known = all(each.is_lowered or each.kind in ("catalog", "manifest") for each in kinds)
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
        return Part(each.compilation, around.workspace.policy(each.path), faults)
