"""The labelled corpus judged: what is found of each mutant, and how often that is right."""

from __future__ import annotations

from attrs import define
from mutations import data_flow, graph, near_misses, references, shapes
from mutations.kind import FAULTS, MOST, NEAR_MISSES, Kind, Mutant

from onefold.api import check
from onefold.frontends.frontend import Frontend
from onefold.frontends.registry import FRONTENDS, named
from onefold.kernel.diagnostics import Diagnostic

KINDS = tuple(sorted(FAULTS, key=lambda kind: kind.code))
__all__ = [
    "KINDS",
    "MOST",
    "NEAR_MISSES",
    "Tally",
    "data_flow",
    "findings",
    "graph",
    "judge",
    "near_misses",
    "references",
    "said",
    "shapes",
]
NOT_JUDGED = ("OF329",)
"""Notes that are no fault of a workflow."""


@define
class Tally:
    """How the mutants of one code were judged."""

    cases: int = 0
    found: int = 0
    """Mutants of which the expected code was found at the expected place."""
    other: int = 0
    """Findings besides."""


def findings(mutant: Mutant, frontend: Frontend | None = None) -> list[Diagnostic]:
    """What is found of a mutant, written in a format."""
    chosen = frontend or named(FRONTENDS, "json")
    assert chosen is not None
    assert chosen.print is not None
    diagnostics = check(chosen.print(mutant.value), format=chosen.name).diagnostics
    return [each for each in diagnostics if each.code not in NOT_JUDGED]


def said(diagnostics: list[Diagnostic]) -> list[tuple[str, str]]:
    """The codes and IR paths of findings."""
    return [(each.code, each.ir_path or "") for each in diagnostics]


def judge(most: int, kinds: tuple[Kind, ...] = KINDS) -> dict[str, Tally]:
    """The tally of every code, over at most so many mutants of each kind."""
    tallies: dict[str, Tally] = {}
    for kind in kinds:
        tally = tallies.setdefault(kind.code, Tally())
        for _, mutant in kind.mutants(most):
            told = said(findings(mutant))
            is_found = (kind.code, mutant.ir_path) in told
            tally.cases += 1
            tally.found += is_found
            tally.other += len(told) - is_found
    return tallies
