"""What a workspace says about findings: how severe they are to it, and which it knows of and lives with.

A policy changes what is reported and nothing else. Whether a workflow has a version is decided by the language alone.
"""

from __future__ import annotations

from onefold.kernel.classes import Factory, frozen
from onefold.kernel.ir.path import format_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, Literal, TypeAlias

    from onefold.kernel.diagnostics import Code, Diagnostic
    from onefold.kernel.ir.path import IrPath

    Level: TypeAlias = Literal["error", "warning", "note", "ignore"]

LEVELS: Final[tuple[Level, ...]] = ("error", "warning", "note", "ignore")


@frozen
class Ignore:
    """Findings of one source that are known of: those with a code, at a place of the IR and below it."""

    code: str
    """Id or name of the code."""
    path: str | None = None
    """The place in words, such as `steps.fetch`; all of the source where it is left out."""

    @classmethod
    def parse(cls, text: str) -> Ignore:
        """An ignore in the words of a configuration: a code, and a place after it if there is one.

        >>> Ignore.parse("OF605 steps.fetch")
        Ignore(code='OF605', path='steps.fetch')
        """
        code, _, path = text.strip().partition(" ")
        return cls(code, path.strip() or None)

    def __str__(self) -> str:
        """The words that `parse` reads."""
        return self.code if self.path is None else f"{self.code} {self.path}"

    def covers(self, code: Code, name: str, path: IrPath | None) -> bool:
        """Whether a finding is meant; `name` is that of its code."""
        if self.code not in (code.id, name):
            return False
        if self.path is None:
            return True
        return path is not None and any(format_path(path[:end]) == self.path for end in range(1, len(path) + 1))


@frozen
class Policy:
    """What holds for one source."""

    severity: Mapping[str, Level] = Factory(dict)
    """By id of a code (`OF605`), its beginning (`OF6`) or its name; what says more about a code wins."""
    ignores: tuple[Ignore, ...] = ()
    """For formats that cannot hold a comment, and for files that nobody may change."""

    def level(self, code: Code, name: str) -> Level:
        """How severe a finding is. An error of the language stays one: what is invalid cannot be called less."""
        if code.severity == "error":
            return "error"
        known = [name, *(code.id[:length] for length in range(len(code.id), 0, -1))]
        return next((self.severity[each] for each in known if each in self.severity), code.severity)


NO_POLICY: Final = Policy()


@frozen
class Verdict:
    """What becomes of the findings of one source."""

    diagnostics: tuple[Diagnostic, ...] = ()
    """What is reported."""
    silenced: tuple[Diagnostic, ...] = ()
    """What is not, because a comment or the policy says so."""
    is_valid: bool = True
    """Whether the language has no error to tell, silenced or not."""
    used: frozenset[Ignore] = frozenset()
    """The ignores of the policy that silenced something."""
