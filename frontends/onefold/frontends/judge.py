"""Judge findings: which are reported and how severe they are; which comments silence nothing."""

from __future__ import annotations

from onefold.frontends.policy import NO_POLICY, Verdict
from onefold.frontends.report import code_named, diagnose, known_codes
from onefold.kernel import patterns
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Final, TypeAlias

    from onefold.frontends.ignores import Directive, Ignores
    from onefold.frontends.policy import Ignore, Policy
    from onefold.kernel.source import Span

    Locate: TypeAlias = "Callable[[Place], Span | None]"


# Codes of findings that are made with several sources or a store at hand, and those that take a catalogue.
_ELSEWHERE: Final = ("OF33", "OF7", "OF8", "OF9")
_WITH_CATALOG: Final = ("OF32", "OF608")
_ID: Final = patterns.compile(r"(?i:of)[0-9]+")


def judge(
    own: Sequence[Finding],
    against: Sequence[Finding] | None,
    locate: Locate,
    policy: Policy = NO_POLICY,
    ignores: Ignores | None = None,
) -> Verdict:
    """Put findings into words, and leave out what is silenced.

    `own` are about the source alone: a silenced error among them is still one, and there is no version while there is
    any. `against` are in view of a catalogue, `None` where there was none.
    """
    shown: list[Finding] = []
    silenced: list[Finding] = []
    wrong = _wrong_places((*own, *(against or ())), locate)
    directives: set[Directive] = set()
    used: set[Ignore] = set()
    for finding in (*own, *(against or ())):
        if wrong and code_named(finding.code).severity == "warning" and _key(locate(finding.place)) in wrong:
            continue  # The value is an error already: one cause, one diagnostic.
        comments, configured = _silencing(finding, locate, policy, ignores)
        directives.update(comments)
        used.update(configured)
        is_off = policy.level(code_named(finding.code), finding.code) == "ignore"
        (silenced if comments or configured or is_off else shown).append(finding)
    is_valid = all(code_named(each.code).severity != "error" for each in own)
    if ignores is not None:
        unjudged = _ELSEWHERE if against is not None else (*_ELSEWHERE, *_WITH_CATALOG)
        unused = [each for each in ignores.directives if each not in directives]
        remarks = _unused(unused, unjudged if is_valid else ("",))
        shown.extend(each for each in remarks if policy.level(code_named(each.code), each.code) != "ignore")
    secrets = [span for each in (*shown, *silenced) if each.sensitive and (span := locate(each.place))]
    reported = diagnose(shown, locate, policy, secrets)
    return Verdict(reported, diagnose(silenced, locate, NO_POLICY, secrets), is_valid, frozenset(used))


def _wrong_places(findings: Iterable[Finding], locate: Locate) -> frozenset[tuple[str, int, int] | None]:
    errors = (each for each in findings if code_named(each.code).severity == "error")
    return frozenset(_key(span) for each in errors if (span := locate(each.place)))


def _key(span: Span | None) -> tuple[str, int, int] | None:
    return None if span is None else (span.source.name, span.start, span.end)


def _silencing(
    finding: Finding, locate: Locate, policy: Policy, ignores: Ignores | None
) -> tuple[Sequence[Directive], Sequence[Ignore]]:
    """The comments and the ignores of the policy that speak of a finding."""
    code = code_named(finding.code)
    configured = [each for each in policy.ignores if each.covers(code, finding.code, finding.place.path)]
    if ignores is None:
        return (), configured
    span = locate(finding.place)
    return ignores.silencing((code.id, finding.code), finding.place.path, span), configured


def _unused(unused: Iterable[Directive], unjudged: tuple[str, ...]) -> Iterator[Finding]:
    """A finding for each directive that silenced nothing, if its code does not begin like one that was not judged."""
    known = known_codes()
    for each in unused:
        place = Place(span=each.span)
        if not each.code:
            help_line = "name the code in brackets, such as `ignore[OF605]`"
            yield Finding("unused-ignore", place, {"reason": "it names no code"}, help=help_line)
        elif each.code not in known:
            reason = f"there is no code `{each.code}`"
            is_id = _ID.fullmatch(each.code) is not None and each.code.upper() not in known
            hint = None if is_id else meant(each.code, known)
            help_line = hint or "`onefold explain` lists the codes that there are"
            yield Finding("unused-ignore", place, {"reason": reason}, help=help_line)
        elif not known[each.code].startswith(unjudged):
            yield Finding("unused-ignore", place, {"reason": f"`{each.code}` is not found here"})
