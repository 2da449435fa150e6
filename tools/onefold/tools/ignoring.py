"""The rules of `.gitignore` files: which names a search passes over."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.tools.files import is_file, is_there, read_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    # At run time the library is imported where there is a file of rules to read.
    from collections.abc import Iterable
    from pathlib import Path
    from typing import Any, Final

    from pathspec import GitIgnoreSpec

_NAME: Final = ".gitignore"


@frozen
class Rules:
    """The rules of one file; they hold below `folder`."""

    folder: Path
    """Absolute."""
    patterns: GitIgnoreSpec

    def verdict(self, path: Path, *, is_folder: bool) -> bool | None:
        """Whether an absolute path below the folder is ignored; `None` where no rule speaks of it."""
        relative = path.relative_to(self.folder).as_posix()
        return self.patterns.check_file(f"{relative}/" if is_folder else relative).include

    def without(self, folder: Path) -> Rules:
        """The rules but for the patterns that match a folder below."""
        name = f"{folder.relative_to(self.folder).as_posix()}/"
        kept = [each for each in self.patterns.patterns if each.match_file(name) is None]
        return Rules(self.folder, _spec(kept))


def is_ignored(stack: Iterable[Rules], path: Path, *, is_folder: bool) -> bool:
    """Whether a path is ignored; `stack` begins with the outermost rules, and the innermost that speak win."""
    verdicts = (rules.verdict(path, is_folder=is_folder) for rules in reversed(tuple(stack)))
    return next((verdict for verdict in verdicts if verdict is not None), False)


def rules_of(folder: Path) -> tuple[Rules, ...]:
    """The rules that a folder's own `.gitignore` gives, if it has one."""
    return _rules(folder, folder / _NAME)


def rules_above(folder: Path) -> tuple[Rules, ...]:
    """The rules that hold in `folder` from above: those of the git work tree around it.

    A folder that someone names is searched even where it is ignored itself, so patterns that match it fall away.
    """
    top = next((each for each in (folder, *folder.parents) if is_there(each / ".git")), None)
    if top is None:
        return ()
    between = [each for each in reversed(folder.parents) if each.is_relative_to(top)]
    stack = [*_excluded(top), *(rules for each in between for rules in rules_of(each))]
    return tuple(rules if rules.folder == folder else rules.without(folder) for rules in stack)


def _excluded(top: Path) -> tuple[Rules, ...]:
    """The rules of `info/exclude` in the repository of the work tree `top`."""
    store = top / ".git"
    if is_file(store):
        # A linked work tree: the file names its own folder, which names the shared one.
        store = top / _line(store).removeprefix("gitdir:").strip()
        store = store / (_line(store / "commondir") or ".")
    return _rules(top, store / "info" / "exclude")


def _line(path: Path) -> str:
    if not is_file(path):
        return ""
    try:
        return read_settings(path, errors="surrogateescape").strip()
    except OSError:
        return ""


def _rules(folder: Path, path: Path) -> tuple[Rules, ...]:
    if not is_file(path):
        return ()
    lines = read_settings(path, "utf-8-sig", "surrogateescape").split("\n")
    return (Rules(folder, patterns(line.removesuffix("\r") for line in lines)),)


def patterns(lines: Iterable[str]) -> GitIgnoreSpec:
    """The patterns of lines as they stand in a `.gitignore`."""
    return _spec([pattern for line in lines for pattern in _patterns(line)])


def _spec(patterns: list[Any]) -> GitIgnoreSpec:
    """The patterns together. Other engines that may be installed know no names that are no UTF-8."""
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec(patterns, backend="simple")


def is_pattern(line: str) -> bool:
    """Whether a line says something about files; one that is not well formed, is empty or is a comment does not."""
    return any(each.include is not None for each in _patterns(line))


def _patterns(line: str) -> tuple[Any, ...]:
    """The pattern of a line; git passes over lines that are none, and so does this."""
    import warnings

    from pathspec import GitIgnoreSpec

    if line.rstrip(" ").endswith("/**"):
        # The library would take `c/**` to match the folder `c` too, which git does not.
        line = f"{line.rstrip(' ')}/*"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # They speak of the library's own expressions.
            return tuple(GitIgnoreSpec.from_lines([line], backend="simple").patterns)
    except Exception:  # the library raises errors of several kinds for patterns that cannot be
        return ()
