"""What changed in the workflows between two revisions of git: known by their ids, whatever their files are called."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final, TypeAlias

from onefold.frontends.compile import Compilation, compile_source
from onefold.frontends.frontend import Limits
from onefold.frontends.registry import for_file
from onefold.kernel.canonicalize import Canonical
from onefold.kernel.classes import frozen
from onefold.kernel.diff import Difference, compare
from onefold.tools.compiling import frontend_for, frontends
from onefold.tools.git_tree import Tree, in_words

# Without it a source names no text of another file.
_TEXT_OF_A_FILE: Final = b"file"

# Whether a path from the top of the repository on is one of a source.
Admits: TypeAlias = Callable[[str], bool]


@frozen
class State:
    """A workflow in one of the two revisions."""

    path: str
    """From the top of the repository on."""
    canonical: Canonical


@frozen
class Changes:
    """The workflows that are not what they were, and the sources that do not compile."""

    changed: tuple[tuple[State, State, Difference], ...] = ()
    """Before, after, and what differs: nothing where only text or place of the source changed."""
    added: tuple[State, ...] = ()
    removed: tuple[State, ...] = ()
    broken: tuple[str, ...] = ()
    """Paths of sources that do not compile now, or did not."""


def changes_between(old: Tree, new: Tree, admits: Admits, limits: Limits) -> Changes:
    """What changed from one revision to another. Raises `GitRefusal`."""
    before, after = _sources(old, admits), _sources(new, admits)
    same = {
        path for path, digits in before.items() if after.get(path) == digits and not _names_texts(new, path, limits)
    }
    olds, news = (
        _States.of(tree, [path for path in sources if path not in same], limits)
        for tree, sources in ((old, before), (new, after))
    )
    pairs = [(olds.known[each], news.known[each]) for each in sorted(olds.known.keys() & news.known.keys())]
    changed = ((one, other, compare(one.canonical, other.canonical)) for one, other in pairs)
    broken = {*olds.broken, *news.broken}
    gone, come = olds.without(news, broken), news.without(olds, broken)
    is_same_text = {in_words(path) for path, digits in before.items() if after.get(path) == digits}
    return Changes(
        tuple(each for each in changed if not each[2].is_empty or not {each[0].path, each[1].path} <= is_same_text),
        come,
        gone,
        tuple(sorted(broken)),
    )


def _sources(tree: Tree, admits: Admits) -> Mapping[PurePosixPath, str]:
    known = frontends().frontends
    return {
        path: digits
        for path, digits in tree.files().items()
        if for_file(known, path.name, explicit=False) is not None and admits(in_words(path))
    }


def _names_texts(tree: Tree, path: PurePosixPath, limits: Limits) -> bool:
    """Whether the version of a source may be another though its text is not."""
    return _TEXT_OF_A_FILE in tree.read(path, limits.source_bytes + 1)


@frozen
class _States:
    known: Mapping[str, State]
    """By the id of the workflow; of several sources the first."""
    broken: tuple[str, ...]

    @classmethod
    def of(cls, tree: Tree, paths: list[PurePosixPath], limits: Limits) -> _States:
        known: dict[str, State] = {}
        broken = []
        for path in paths:
            compilation = _compiled(tree, path, limits)
            if compilation.canonical is not None:
                workflow = compilation.canonical.workflow.workflow
                known.setdefault(workflow, State(in_words(path), compilation.canonical))
            elif compilation.kind == "workflow":
                broken.append(in_words(path))
        return cls(known, tuple(broken))

    def without(self, others: _States, broken: set[str]) -> tuple[State, ...]:
        """The workflows that the others have not, apart from those that may be in a source that does not compile."""
        return tuple(self._without(others, broken))

    def _without(self, others: _States, broken: set[str]) -> Iterator[State]:
        for workflow in sorted(self.known.keys() - others.known.keys()):
            if self.known[workflow].path not in broken:
                yield self.known[workflow]


def _compiled(tree: Tree, path: PurePosixPath, limits: Limits) -> Compilation:
    data = tree.read(path, limits.source_bytes + 1)
    frontend = frontend_for(Path(path.name))
    return compile_source(in_words(path), data, frontend, limits, tree.resolver(path, limits))
