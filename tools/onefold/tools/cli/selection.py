"""Which diagnostics are of interest: `--select` and `--ignore`."""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.tools.cli.exits import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable

    from onefold.kernel.diagnostics import Diagnostic


@frozen
class Selection:
    """Ids of the codes that are shown; what is ignored stays ignored even when it is selected."""

    selected: frozenset[str] | None
    """All codes where nothing was selected."""
    ignored: frozenset[str]

    def of(self, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """The diagnostics to show."""
        return tuple(each for each in diagnostics if self._shows(each.code))

    def _shows(self, code: str) -> bool:
        return code not in self.ignored and (self.selected is None or code in self.selected)


def add_selection(parser: ArgumentParser) -> None:
    """The arguments of a selection."""
    kinds = "CODE is an id (OF204), its beginning (OF2) or a name (null-value); several with commas or repeated"
    parser.add_argument("--select", action="append", metavar="CODE", help=f"report these only; {kinds}")
    parser.add_argument("--ignore", action="append", metavar="CODE", help="report all but these, even if selected")


def selection(options: Namespace) -> Selection:
    """The selection that the arguments describe. Raises `UsageError`."""
    selected = _ids(options.select) if options.select else None
    return Selection(selected, _ids(options.ignore or ()))


def _ids(lists: Iterable[str]) -> frozenset[str]:
    words = [word.strip() for each in lists for word in each.split(",") if word.strip()]
    return frozenset(id_ for word in words for id_ in _ids_of(word))


def _ids_of(word: str) -> Iterable[str]:
    from onefold.tools.pages import ids_of

    found = ids_of(word)
    if not found:
        raise UsageError(unknown_code(word))
    return found


def unknown_code(word: str) -> str:
    """The complaint about a code that does not exist, with the nearest that does."""
    from onefold.kernel.words import meant
    from onefold.tools.pages import pages

    known = [each for page in pages() for each in (page.code.id, page.name)]
    hint = meant(word, known)
    return f"there is no code `{word}`{f': {hint}' if hint else ''}"
