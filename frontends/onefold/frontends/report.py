"""From raw findings to diagnostics: words, ids and spans, once there is something to show."""

from __future__ import annotations

import sys

from onefold.frontends import codes
from onefold.frontends.policy import NO_POLICY
from onefold.frontends.redaction import Redaction, redacted
from onefold.kernel import patterns, rules
from onefold.kernel.diagnostics import Code, Diagnostic, RelatedPlace
from onefold.kernel.functions import cache
from onefold.kernel.ir.path import format_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Final

    from onefold.frontends.policy import Policy
    from onefold.kernel.diagnostics import Finding, Place, Severity
    from onefold.kernel.source import Span

# Every id is shown whole.
_LONGEST_WORD: Final = 200
_LONGEST_REASON: Final = 1_000
_SHOWN: Final = 80
_QUOTED: Final = patterns.compile(r"`([^`]*+)`")


def code_named(name: str) -> Code:
    """The code of that name. Raises `KeyError` for a name that no module declares."""
    module = name.replace("-", "_")
    package = codes if module in codes.NAMES else rules
    try:
        __import__(f"{package.__name__}.{module}")
        code = sys.modules[f"{package.__name__}.{module}"].CODE
    except (ModuleNotFoundError, AttributeError):
        raise KeyError(name) from None
    assert isinstance(code, Code)  # noqa: S101 - every module of codes has one, which a test makes sure of
    return code


@cache
def known_codes() -> Mapping[str, str]:
    """The id of every code, by its name and by itself."""
    from onefold.kernel.rules.registry import RULES  # To word a finding takes the module of its code alone.

    names = [*(each.replace("_", "-") for each in codes.NAMES), *(rule.name for rule in RULES)]
    ids = {name: code_named(name).id for name in names}
    return {**ids, **{each: each for each in ids.values()}}


def diagnose(
    findings: Iterable[Finding],
    locate: Callable[[Place], Span | None],
    policy: Policy = NO_POLICY,
    sensitive: Iterable[Span] = (),
) -> tuple[Diagnostic, ...]:
    """The findings as diagnostics, in the order of their places, without anything that looks like a secret.

    `sensitive` are further places that must not be shown.
    """
    findings = tuple(findings)
    if not findings:
        return ()
    diagnostics = [_diagnostic(each, locate, policy) for each in findings]
    secrets = [each.span for finding, each in zip(findings, diagnostics, strict=True) if finding.sensitive]
    spans = [span for each in diagnostics for span in (each.span, *(place.span for place in each.related))]
    redaction = Redaction.of(spans, [*sensitive, *(each for each in secrets if each is not None)])
    return tuple(sorted(map(redaction.diagnostic, diagnostics), key=order))


def _diagnostic(finding: Finding, locate: Callable[[Place], Span | None], policy: Policy) -> Diagnostic:
    code = code_named(finding.code)
    # What a message puts in back-ticks is an author's; anything else is words of ours, which may quote an author.
    arguments = {
        name: _visible(value, is_quoted=f"`{{{name}}}`" in code.message) for name, value in finding.arguments.items()
    }
    help_line = finding.help if finding.help is not None else code.help.format_map(arguments)
    related = tuple(RelatedPlace(each.message, _path(each.place), locate(each.place)) for each in finding.related)
    return Diagnostic(
        code.id,
        finding.code,
        _severity(code, finding.code, policy),
        code.message.format_map(arguments),
        _path(finding.place),
        locate(finding.place),
        related,
        help_line or None,
        finding.fix,
    )


def _severity(code: Code, name: str, policy: Policy) -> Severity:
    level = policy.level(code, name)
    return code.severity if level == "ignore" else level


def _path(place: Place) -> str | None:
    return None if place.path is None else format_path(place.path)


def _visible(value: object, *, is_quoted: bool) -> object:
    """Long words of an author are cut: a message is one sentence. What is cut is no more recognised as a secret."""
    if not isinstance(value, str):
        return value
    shown = redacted(value)
    if is_quoted:
        return _cut(shown, _LONGEST_WORD)
    return _cut(_QUOTED.sub(lambda match: f"`{_cut(match[1], _LONGEST_WORD)}`", shown), _LONGEST_REASON)


def _cut(text: str, longest: int) -> str:
    return f"{text[:_SHOWN]}…" if len(text) > longest else text


def order(diagnostic: Diagnostic) -> tuple[str, int, int, str, str]:
    """What diagnostics are sorted by: their places, then codes and messages."""
    span = diagnostic.span
    if span is None:
        return ("", -1, -1, diagnostic.code, diagnostic.message)
    return (span.source.name, span.start, span.end, diagnostic.code, diagnostic.message)
