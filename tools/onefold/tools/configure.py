"""Read the configuration of a workspace, with the project's own TOML front-end and lowering."""

from __future__ import annotations

import json
import tomllib

from onefold.frontends.compile import any_error, locating, read_document
from onefold.frontends.frontend import Limits
from onefold.frontends.lower.document import lower_document
from onefold.frontends.policy import Ignore
from onefold.frontends.report import diagnose, known_codes
from onefold.frontends.toml import FRONTEND
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Source, Span
from onefold.kernel.words import meant
from onefold.tools.configuration import ConfigurationDef
from onefold.tools.files import read_source
from onefold.tools.ignoring import is_pattern
from onefold.tools.workspace import PROJECT, BrokenConfiguration, Configured, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Final

    from onefold.frontends.compile import Document
    from onefold.kernel.diagnostics import Diagnostic
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonValue

_LIMITS: Final = Limits()
_TABLE: Final[IrPath] = ("tool", "onefold")


def read_configuration(file: Path) -> tuple[ConfigurationDef, Configured]:
    """What a configuration says. Raises `BrokenConfiguration` where anything is wrong with it."""
    name = shown(file)
    try:
        document = read_document(name, read_source(file, _LIMITS), FRONTEND, _LIMITS)
    except OSError as error:
        raise BrokenConfiguration(name, (unreadable(name, error),)) from None
    path = _TABLE if file.name == PROJECT else ()
    value = _project_value(document) if path else document.value
    if value is None or (not path and any_error(document.diagnostics)):
        raise BrokenConfiguration(name, document.diagnostics)
    locate = locating(document.source, FRONTEND, _LIMITS, {})
    lowered = lower_document(value, ConfigurationDef, _LIMITS, called="the configuration", path=path)
    findings = list(lowered.findings)
    if lowered.record is not None:
        findings.extend(_unknown_codes(lowered.record, path))
        findings.extend(_bad_patterns(lowered.record, path))
    if findings or lowered.record is None:
        raise BrokenConfiguration(name, diagnose(findings, locate))
    return lowered.record, Configured(name, path, locate)


def _project_value(document: Document) -> JsonValue:
    """What stands under `[tool.onefold]`; `None` where that cannot be read.

    What only TOML can say, such as a date, may stand in the tables of others. Then places cannot be shown.
    """
    if not any_error(document.diagnostics):
        return _inside(document.value)
    try:
        table = _inside(tomllib.loads(document.source.text))
        json.dumps(table, allow_nan=False)
    except (ValueError, TypeError):
        return None
    return table


def _inside(value: JsonValue) -> JsonValue:
    for segment in _TABLE:
        value = value[str(segment)] if isinstance(value, dict) else None
    return value


def _unknown_codes(settings: ConfigurationDef, path: IrPath) -> Iterator[Finding]:
    """A finding for every code that does not exist."""
    if not settings.severity and not settings.ignore:
        return
    known = known_codes()
    beginnings = {each[:length] for each in known.values() for length in range(1, len(each))}
    for code in settings.severity:
        if code not in known and code not in beginnings:
            yield _unknown(code, Place((*path, "severity", code), "key"))
    for pattern, texts in settings.ignore.items():
        for index, text in enumerate(texts):
            code = Ignore.parse(text).code
            if code not in known:
                yield _unknown(code, Place((*path, "ignore", pattern, index)))


def _bad_patterns(settings: ConfigurationDef, path: IrPath) -> Iterator[Finding]:
    """A finding for every pattern that matches nothing; an empty one is no text, which is told already."""
    for key, listed in (("include", settings.include), ("exclude", settings.exclude)):
        for index, pattern in enumerate(listed):
            if pattern and not is_pattern(pattern):
                yield Finding("bad-pattern", Place((*path, key, index)), {"pattern": pattern})
    for pattern in settings.ignore:
        if pattern and not is_pattern(pattern):
            yield Finding("bad-pattern", Place((*path, "ignore", pattern), "key"), {"pattern": pattern})


def _unknown(code: str, place: Place) -> Finding:
    return Finding("unknown-code", place, {"code": code}, help=meant(code, known_codes()))


def unreadable(name: str, error: OSError | ValueError) -> Diagnostic:
    """A file of the configuration cannot be read."""
    reason = ((error.strerror if isinstance(error, OSError) else None) or str(error)).lower()
    finding = Finding("missing-file", Place(span=Span(Source(name, ""), 0, 0)), {"path": name, "reason": reason})
    return diagnose([finding], lambda place: place.span)[0]
