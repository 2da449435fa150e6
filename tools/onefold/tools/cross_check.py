"""Check documents together: what only shows when several sources are at hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from onefold.frontends.compile import Compilation
from onefold.frontends.policy import Policy
from onefold.kernel.classes import Factory, evolve, frozen
from onefold.kernel.diagnostics import Diagnostic, Finding, Place, Related
from onefold.kernel.workspace import Document, Member, Offer, Sighting, Spot, Workspace

# It was judged when the source was compiled, and would be told twice.
_JUDGED_BEFORE = "unused-ignore"


@frozen
class Part:
    """One of the documents that are checked together."""

    compilation: Compilation
    policy: Policy
    faults: Mapping[str, str] = Factory(dict)
    """Of a catalogue: why the file of a workflow cannot be used, by its id."""


def cross_check(parts: Sequence[Part], *, is_whole: bool) -> dict[int, tuple[Diagnostic, ...]]:
    """What is reported of each part besides what was found in it alone, by its number.

    `is_whole`: whether these are all the workflows that may use the catalogues.
    """
    from onefold.kernel.validate_workspace import validate_workspace  # Many runs check a single file.

    numbers = [index for index, part in enumerate(parts) if _document(part) is not None]
    documents = [found for part in parts if (found := _document(part)) is not None]
    faults = {
        (place, workflow): reason
        for place, number in enumerate(numbers)
        for workflow, reason in parts[number].faults.items()
    }
    known = [parts[number] for number in numbers]
    findings: dict[int, list[Finding]] = {}
    for sighting in validate_workspace(Workspace(tuple(documents), is_whole, faults)):
        findings.setdefault(sighting.spot.document, []).append(_finding(sighting, known))
    return {numbers[place]: _judged(found, known[place]) for place, found in findings.items()}


def _document(part: Part) -> Document | None:
    compilation = part.compilation
    if compilation.workflow is not None:
        return Member(compilation.workflow, compilation.version)
    if compilation.kind in ("definition", "orchestrator"):
        return _offer(compilation)
    return compilation.catalog


def _offer(compilation: Compilation) -> Offer | None:
    from onefold.kernel.identity.definitions import Definition, Orchestrator  # Most workspaces have none.

    meaning = compilation.meaning
    if isinstance(meaning, Definition):
        return Offer("definition", meaning.id, tools=meaning.record.tools)
    if isinstance(meaning, Orchestrator):
        return Offer("orchestrator", meaning.id, meaning.record.workflows, meaning.record.tools)
    return None


def _finding(sighting: Sighting, parts: Sequence[Part]) -> Finding:
    """The sighting as a finding about one source, whose related places know their spans."""
    related = tuple(Related(_placed(each.spot, parts), each.message) for each in sighting.related)
    return Finding(sighting.code, sighting.spot.place, sighting.arguments, related, sighting.help)


def _placed(spot: Spot, parts: Sequence[Part]) -> Place:
    return evolve(spot.place, span=parts[spot.document].compilation.locate(spot.place))


def _judged(findings: Sequence[Finding], part: Part) -> tuple[Diagnostic, ...]:
    from onefold.frontends.judge import judge  # Words are loaded only when there is something to say.

    verdict = judge((), findings, part.compilation.locate, part.policy, part.compilation.ignores)
    return tuple(each for each in verdict.diagnostics if each.name != _JUDGED_BEFORE)
