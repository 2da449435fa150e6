"""What a span-giving reading counts, so that no text makes it grow without bound."""

from __future__ import annotations

from onefold.frontends.refusal import Refused, word_at
from onefold.kernel.classes import Factory, define
from onefold.kernel.diagnostics import Finding, Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, NoReturn

    from onefold.frontends.frontend import Limits
    from onefold.kernel.source import Source

# What walks a tree may recurse, so no reading goes deeper than this, whatever limit is configured.
_DEEPEST: Final = 400
# Nobody reads more at once, and a text could be made to hold millions.
_MOST_FINDINGS: Final = 100


@define
class Tally:
    """Findings, nodes and levels of one reading; raises `Refused` where it has to end."""

    source: Source
    limits: Limits
    refuses_depth: bool
    findings: list[Finding] = Factory(list)
    nodes: int = 0

    def report(self, finding: Finding) -> None:
        """Note a finding that reading can go on after."""
        if len(self.findings) + 1 == _MOST_FINDINGS:
            raise Refused(finding)
        self.findings.append(finding)

    def reach(self, start: int, level: int) -> None:
        """Something that begins at `start` stands at `level`; the document is level 1."""
        limit = min(self.limits.depth, _DEEPEST)
        if self.refuses_depth and level > limit:
            self._refuse("nesting-too-deep", start, limit)

    def add(self, start: int, level: int) -> None:
        """One more node stands at `level`."""
        self.reach(start, level)
        self.nodes += 1
        if self.nodes > self.limits.nodes:
            self._refuse("too-many-nodes", start, self.limits.nodes)

    def _refuse(self, code: str, start: int, limit: int) -> NoReturn:
        place = Place(span=word_at(self.source, start))
        raise Refused(Finding(code, place, {"limit": limit}))
