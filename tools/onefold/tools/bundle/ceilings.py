"""Ceilings in files: documents of ours, and the policy JSON of the public contract."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from onefold.frontends.compile import Document, any_error, called, is_document, kind_of_document, locating
from onefold.frontends.documents import understand
from onefold.frontends.frontend import Limits
from onefold.frontends.json import FRONTEND as JSON
from onefold.frontends.lower.document import lower_document
from onefold.frontends.report import diagnose
from onefold.kernel.bundle.canonical import spelled_out
from onefold.kernel.bundle.policies import CapabilityPolicy
from onefold.kernel.ceiling.contract import ceiling_of_policy, policy_object
from onefold.kernel.ceiling.documents import CeilingDef, ceiling_of_document
from onefold.kernel.ceiling.model import LEVELS, Ceiling
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Diagnostic, Finding, Place
from onefold.kernel.words import listed, meant
from onefold.tools.compiling import read_text
from onefold.tools.documents import Unusable, read_plain

if TYPE_CHECKING:
    from onefold.frontends.frontend import Frontend
    from onefold.kernel.values import JsonObject, JsonValue


@frozen
class ReadCeiling:
    """A ceiling from a file."""

    path: Path
    ceiling: Ceiling
    policy: JsonObject
    """As the contract writes it, every member spelled out; what its JSON says is kept as it is."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Warnings about it."""


def read_ceiling(path: Path) -> ReadCeiling:
    """The ceiling in a file. Raises `Unusable`, `OSError`, `UnknownFormat` and `BrokenConfiguration`."""
    return ceiling_in(path, *read_plain(path))


def ceiling_in(path: Path, document: Document, frontend: Frontend, limits: Limits) -> ReadCeiling:
    """The ceiling in a document that was read; `path` is how it is called. Raises `Unusable`."""
    if isinstance(document.value, dict) and kind_of_document(document.value) == "ceiling":
        return _of_document(path, document, frontend, limits)
    if is_document(document.value) or not isinstance(document.value, dict):
        kind = called(kind_of_document(document.value))
        raise Unusable(path, (), f"`{path}` is {kind}, and a ceiling is needed here")
    policy = lower_policy(path, document, frontend, limits)
    return ReadCeiling(path, ceiling_of_policy(policy), spelled_out(policy))


def plain_of(value: JsonValue, name: str) -> tuple[Document, Frontend, Limits]:
    """The same of a value that stands in no file, called `name`. Raises `Unusable`."""
    limits = Limits()
    document = read_text(json.dumps(value, ensure_ascii=False).encode(), JSON, limits, name)
    if any_error(document.diagnostics):
        raise Unusable(Path(name), document.diagnostics, f"`{name}` has errors")
    return document, JSON, limits


def _of_document(path: Path, document: Document, frontend: Frontend, limits: Limits) -> ReadCeiling:
    understood = understand("ceiling", document.value, limits, None)
    found = diagnose((*document.remarks, *understood.findings), locating(document.source, frontend, limits, {}))
    if not isinstance(understood.meaning, CeilingDef):
        raise Unusable(path, found, f"`{path}` has errors")
    ceiling = ceiling_of_document(understood.meaning)
    return ReadCeiling(path, ceiling, policy_object(ceiling), found)


def lower_policy(path: Path, document: Document, frontend: Frontend, limits: Limits) -> CapabilityPolicy:
    """The policy of the contract that a whole document is. Raises `Unusable`."""
    lowered = lower_document(document.value, CapabilityPolicy, limits, called="a capability policy")
    findings = (*lowered.findings, *unknown_levels(lowered.record))
    if lowered.record is None or findings:
        found = diagnose(findings, locating(document.source, frontend, limits, {}))
        raise Unusable(path, found, f"`{path}` has errors")
    return lowered.record


def unknown_levels(policy: CapabilityPolicy | None, *above: str) -> tuple[Finding, ...]:
    """A finding for a side-effect level that is none; `above` is where the policy stands."""
    level = None if policy is None else policy.side_effect_level
    if level is None or level in LEVELS.words:
        return ()
    told = {"field": "side_effect_level", "value": level or '""', "allowed": listed(LEVELS.words)}
    place = Place((*above, "side_effect_level"))
    return (Finding("unknown-choice", place, told, help=meant(level, LEVELS.words)),)
