"""Change the files of `check --fix` and `check --add-ignores`, as little as possible, after a proof in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from onefold.frontends.splices import spliced
from onefold.kernel.classes import evolve
from onefold.kernel.diagnostics import Diagnostic
from onefold.kernel.fixes import Edit
from onefold.kernel.jcs import quote
from onefold.kernel.words import counted
from onefold.tools import baseline
from onefold.tools.cli.inputs import Compiled
from onefold.tools.cli.rewriting import rewrite
from onefold.tools.cli.streams import complain, say
from onefold.tools.fixing import fix, same_meaning
from onefold.tools.show.cells import escaped
from onefold.tools.workspace import workspace_root

Choose = Callable[[Iterable[Diagnostic]], Sequence[Diagnostic]]


def with_fixes(compiled: Compiled, chosen: Choose) -> Compiled:
    """The source with the fixes of what is chosen; as it was where that cannot be done, which is told."""
    limits = compiled.workspace.limits
    fixed = fix(compiled.data, compiled.compilation, compiled.frontend, limits, compiled.again, chosen)
    if not fixed.count or not rewrite([(compiled, fixed.data)]):
        return compiled
    say(escaped(f"fixed {counted(fixed.count, 'finding')} in `{compiled.input.name}`"))
    return evolve(compiled, data=fixed.data, compilation=fixed.compilation)


def with_ignores(compiled: Compiled, diagnostics: Sequence[Diagnostic], chosen: Choose) -> Compiled:
    """The source with comments that silence what is chosen; as it was where that cannot be done, which is told.

    `diagnostics` are all that was found, also by comparing the source with others.
    """
    found = baseline.ignorable(chosen(diagnostics))
    if not found:
        return compiled
    if compiled.frontend.comments is None:
        _tell_configuration(compiled, found)
        return compiled
    before = compiled.compilation
    edits = baseline.comments(before.source, found, compiled.frontend, compiled.workspace.limits)
    across = len(found) - len(baseline.ignorable(chosen(before.diagnostics)))
    whole = _silenced(compiled, edits, is_across=across > 0)
    silenced = whole or _silenced_one_by_one(compiled, edits)
    if silenced is compiled:
        complain(f"cannot add comments to `{compiled.input.name}`: they would silence nothing")
    if silenced is compiled or not rewrite([(compiled, silenced.data)]):
        return compiled
    count = len(silenced.compilation.silenced) - len(before.silenced) + (across if whole else 0)
    say(escaped(f"silenced {counted(count, 'finding')} in `{compiled.input.name}`"))
    return silenced


def _silenced(compiled: Compiled, edits: Sequence[Edit], *, is_across: bool = False) -> Compiled | None:
    """The source with comments; `None` where they change its meaning, or one of them silences nothing.

    What is found by comparing sources (`is_across`) is not seen here.
    """
    before, limits = compiled.compilation, compiled.workspace.limits
    data = spliced(before.source, edits)
    after = compiled.again(data)
    is_better = len(after.diagnostics) < len(before.diagnostics) + is_across
    if not is_better or not same_meaning(before, after, compiled.frontend, (compiled.data, data), limits):
        return None
    return evolve(compiled, data=data, compilation=after)


def _silenced_one_by_one(compiled: Compiled, edits: Sequence[Edit]) -> Compiled:
    """The source with those of the comments that can stand where they shall."""
    kept: list[Edit] = []
    best = compiled
    for edit in edits:
        after = _silenced(compiled, [*kept, edit])
        if after is not None and len(after.compilation.diagnostics) < len(best.compilation.diagnostics):
            best = after
            kept.append(edit)
    return best


def _tell_configuration(compiled: Compiled, found: Sequence[Diagnostic]) -> None:
    """Say what a configuration must list for a file that cannot hold comments."""
    path = compiled.input.path
    assert path is not None  # noqa: S101 - standard input was refused
    relative = path.absolute().relative_to(workspace_root(path).absolute()).as_posix()
    listed = ", ".join(quote(each) for each in baseline.configured(found))
    complain(f"`{compiled.input.name}` cannot hold comments; write this under [ignore] in the configuration:")
    say(escaped(f"{quote(baseline.pattern(relative))} = [{listed}]"))
