"""The rules of `.gitignore` files: which names a search passes over."""

from __future__ import annotations

import os

from onefold.kernel.classes import frozen
from onefold.tools.files import is_file, is_there, read_settings, upwards

TYPE_CHECKING = False
if TYPE_CHECKING:
    # At run time the library is imported where there is a file of rules to read.
    from collections.abc import Iterable
    from typing import Any, Final

    from pathspec import GitIgnoreSpec

_NAME: Final = ".gitignore"


@frozen
class Rules:
    """The rules of one file; they hold below `folder`."""

    folder: str
    """Absolute."""
    patterns: GitIgnoreSpec

    def verdict(self, path: str, *, is_folder: bool) -> bool | None:
        """Whether an absolute path below the folder is ignored; `None` where no rule speaks of it."""
        relative = self._relative(path)
        return self.patterns.check_file(f"{relative}/" if is_folder else relative).include

    def without(self, folder: str) -> Rules:
        """The rules but for the patterns that match a folder below."""
        name = f"{self._relative(folder)}/"
        kept = [each for each in self.patterns.patterns if each.match_file(name) is None]
        return Rules(self.folder, _spec(kept))

    def _relative(self, path: str) -> str:
        """A path below the folder from there on, with `/` on every platform."""
        return path[len(os.path.join(self.folder, "")) :].replace(os.sep, "/")  # noqa: PTH118 - texts, here and below


def is_ignored(stack: Iterable[Rules], path: str, *, is_folder: bool) -> bool:
    """Whether a path is ignored; `stack` begins with the outermost rules, and the innermost that speak win."""
    verdicts = (rules.verdict(path, is_folder=is_folder) for rules in reversed(tuple(stack)))
    return next((verdict for verdict in verdicts if verdict is not None), False)


def rules_of(folder: str) -> tuple[Rules, ...]:
    """The rules that a folder's own `.gitignore` gives, if it has one."""
    return _rules(folder, os.path.join(folder, _NAME))  # noqa: PTH118


def rules_above(folder: str) -> tuple[Rules, ...]:
    """The rules that hold in an absolute `folder` from above: those of the git work tree around it.

    A folder that someone names is searched even where it is ignored itself, so patterns that match it fall away.
    """
    between: list[str] = []
    for each in upwards(folder):
        between.append(each)
        if is_there(os.path.join(each, ".git")):  # noqa: PTH118
            break
    else:
        return ()
    *above, _ = reversed(between)
    stack = [*_excluded(between[-1]), *(rules for each in above for rules in rules_of(each))]
    return tuple(rules if rules.folder == folder else rules.without(folder) for rules in stack)


def _excluded(top: str) -> tuple[Rules, ...]:
    """The rules of `info/exclude` in the repository of the work tree `top`."""
    store = os.path.join(top, ".git")  # noqa: PTH118
    if is_file(store):
        # A linked work tree: the file names its own folder, which names the shared one.
        store = os.path.join(top, _line(store).removeprefix("gitdir:").strip())  # noqa: PTH118
        store = os.path.join(store, _line(os.path.join(store, "commondir")) or ".")  # noqa: PTH118
    return _rules(top, os.path.join(store, "info", "exclude"))  # noqa: PTH118


def _line(path: str) -> str:
    if not is_file(path):
        return ""
    try:
        return read_settings(path, errors="surrogateescape").strip()
    except OSError:
        return ""


def _rules(folder: str, path: str) -> tuple[Rules, ...]:
    if not is_file(path):
        return ()
    lines = [line.removesuffix("\r") for line in read_settings(path, "utf-8-sig", "surrogateescape").split("\n")]
    # Git leaves a file with nothing but comments in each repository, and the library takes long to import.
    is_silent = all(line.startswith("#") or not line.strip(" ") for line in lines)
    return () if is_silent else (Rules(folder, patterns(lines)),)


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
