"""Check documents together: what only shows when several sources are at hand."""

from __future__ import annotations

from onefold.kernel.classes import Factory, evolve, frozen
from onefold.kernel.diagnostics import Finding, Related
from onefold.kernel.workspace import Workspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from onefold.frontends.policy import Policy
    from onefold.kernel.diagnostics import Diagnostic, Place
    from onefold.kernel.workspace import Sighting, Spot
    from onefold.tools.examined import Examined

# It was judged when the source was compiled, and would be told twice.
_JUDGED_BEFORE = "unused-ignore"


@frozen
class Part:
    """One of the documents that are checked together."""

    examined: Examined
    policy: Callable[[], Policy]
    """Asked only where something is found."""
    faults: Mapping[str, str] = Factory(dict)
    """Of a catalogue: why the file of a workflow cannot be used, by its id."""


def cross_check(parts: Sequence[Part], *, is_whole: bool) -> dict[int, tuple[Diagnostic, ...]]:
    """What is reported of each part besides what was found in it alone, by its number.

    `is_whole`: whether these are all the workflows that may use the catalogues.
    """
    from onefold.kernel.validate_workspace import validate_workspace  # Many runs check a single file.

    numbers = [index for index, part in enumerate(parts) if part.examined.document is not None]
    documents = [found for part in parts if (found := part.examined.document) is not None]
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


def _finding(sighting: Sighting, parts: Sequence[Part]) -> Finding:
    """The sighting as a finding about one source, whose related places know their spans."""
    related = tuple(Related(_placed(each.spot, parts), each.message) for each in sighting.related)
    return Finding(sighting.code, sighting.spot.place, sighting.arguments, related, sighting.help)


def _placed(spot: Spot, parts: Sequence[Part]) -> Place:
    return evolve(spot.place, span=parts[spot.document].examined.whole().locate(spot.place))


def _judged(findings: Sequence[Finding], part: Part) -> tuple[Diagnostic, ...]:
    from onefold.frontends.judge import judge  # Words are loaded only when there is something to say.

    whole = part.examined.whole()
    verdict = judge((), findings, whole.locate, part.policy(), whole.ignores)
    return tuple(each for each in verdict.diagnostics if each.name != _JUDGED_BEFORE)
