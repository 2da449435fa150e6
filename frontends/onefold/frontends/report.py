"""From raw findings to diagnostics: words, ids and spans, once there is something to show."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module

from onefold.frontends import codes
from onefold.kernel.diagnostics import Code, Diagnostic, Finding, Place, RelatedPlace
from onefold.kernel.ir.path import format_path
from onefold.kernel.rules import RULES
from onefold.kernel.source import Span


def code_named(name: str) -> Code:
    """The code of that name. Raises `KeyError` for a name that no module declares."""
    for rule in RULES:
        if rule.name == name:
            return rule.code
    module = name.replace("-", "_")
    if module not in codes.NAMES:
        raise KeyError(name)
    code = import_module(f"{codes.__name__}.{module}").CODE
    assert isinstance(code, Code)  # noqa: S101 - every module of codes has one, which a test makes sure of
    return code


def diagnose(findings: Iterable[Finding], locate: Callable[[Place], Span | None]) -> tuple[Diagnostic, ...]:
    """The findings as diagnostics, in the order of their places."""
    diagnostics = [_diagnostic(finding, locate) for finding in findings]
    return tuple(sorted(diagnostics, key=_order))


def _diagnostic(finding: Finding, locate: Callable[[Place], Span | None]) -> Diagnostic:
    code = code_named(finding.code)
    arguments = {name: _visible(value) for name, value in finding.arguments.items()}
    help_line = finding.help if finding.help is not None else code.help.format_map(arguments)
    related = tuple(RelatedPlace(each.message, _path(each.place), locate(each.place)) for each in finding.related)
    return Diagnostic(
        code.id,
        finding.code,
        code.severity,
        code.message.format_map(arguments),
        _path(finding.place),
        locate(finding.place),
        related,
        help_line or None,
    )


def _path(place: Place) -> str | None:
    return None if place.path is None else format_path(place.path)


def _visible(value: object) -> object:
    """Long words of an author are cut: a message is one sentence."""
    return f"{value[:80]}…" if isinstance(value, str) and len(value) > 100 else value


def _order(diagnostic: Diagnostic) -> tuple[str, int, int, str, str]:
    span = diagnostic.span
    if span is None:
        return ("", -1, -1, diagnostic.code, diagnostic.message)
    return (span.source.name, span.start, span.end, diagnostic.code, diagnostic.message)
