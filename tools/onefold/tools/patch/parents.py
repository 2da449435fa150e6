"""Read the ceiling that a patched bundle has to stay below."""

from __future__ import annotations

from pathlib import Path

from onefold.frontends.compile import any_error, called, kind_of_document, locating
from onefold.frontends.lower import LoweredDocument, lower_document
from onefold.frontends.report import diagnose
from onefold.kernel.bundle.policies import CapabilityPolicy
from onefold.kernel.ceiling.contract import ceiling_of_policy
from onefold.kernel.ceiling.documents import CeilingDef, ceiling_of_document
from onefold.kernel.ceiling.model import Ceiling
from onefold.tools.compiling import frontend_for, read_text
from onefold.tools.documents import Unusable
from onefold.tools.files import read_source
from onefold.tools.workspace import Workspaces


def read_parent(path: Path) -> Ceiling:
    """The ceiling in a file: `ceiling: ID`, or the policy JSON of the contract.

    Raises `Unusable`, `OSError`, `UnknownFormat` and `BrokenConfiguration`.
    """
    limits = Workspaces().of(path).limits
    data = read_source(path, limits)
    frontend = frontend_for(path)
    document = read_text(data, frontend, limits, str(path))
    if any_error(document.diagnostics):
        raise Unusable(path, document.diagnostics, f"`{path}` has errors")
    locate = locating(document.source, frontend, limits, {})
    value = document.value
    if isinstance(value, dict) and "ceiling" in value:
        own: LoweredDocument[CeilingDef] = lower_document(value, CeilingDef, limits, called="a ceiling")
        if own.record is None or own.findings:
            raise Unusable(path, diagnose(own.findings, locate), f"`{path}` has errors")
        return ceiling_of_document(own.record)
    if kind_of_document(value) != "workflow":
        kind = kind_of_document(value)
        raise Unusable(path, (), f"`{path}` is {called(kind)}, and a ceiling is needed here")
    policy: LoweredDocument[CapabilityPolicy] = lower_document(value, CapabilityPolicy, limits, called="a policy")
    if policy.record is None or policy.findings:
        raise Unusable(path, diagnose(policy.findings, locate), f"`{path}` has errors")
    return ceiling_of_policy(policy.record)
