"""Lower a whole workflow document."""

from __future__ import annotations

from onefold.frontends.bounds import measure
from onefold.frontends.lower.alike import known_alike
from onefold.frontends.lower.context import Context
from onefold.frontends.lower.readers import READERS
from onefold.frontends.lower.record import lower_fields
from onefold.frontends.lower.scalars import wrong_type
from onefold.kernel.classes import frozen
from onefold.kernel.diagnostics import Place
from onefold.kernel.ir.nodes import SCHEMA_VERSION, WorkflowDef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.bounds import Size
    from onefold.frontends.frontend import Limits
    from onefold.frontends.texts import Resolver
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.source import Source
    from onefold.kernel.values import JsonValue


_TOO_MUCH: Final = "too-much-text"


@frozen
class Lowered:
    """What lowering made of a document: a workflow, or findings and as much of one as is well formed."""

    workflow: WorkflowDef | None
    """The workflow; absent when there is any finding."""
    part: WorkflowDef | None
    """With findings: the workflow without what is not well formed, so that more can be found out about the rest."""
    lost: frozenset[str]
    """Ids of the steps that `part` lacks."""
    findings: tuple[Finding, ...]
    files: dict[IrPath, Source]
    """Sources of the texts that came from files, by the path they stand at."""
    is_refused: bool = False
    """Whether it exceeds a limit on the whole document, which alone is among the findings."""


def lower_workflow(
    value: JsonValue, limits: Limits, resolve: Resolver | None = None, size: Size | None = None
) -> Lowered:
    """The workflow of a document's plain value, with every shape error that could be found.

    `size` is what `measure` says of the value, or its reading tells, where that is known.
    """
    size = size or measure(value, limits)
    if size.finding is not None:
        return _refused(size.finding)
    known = known_alike(limits, is_shallow=size.is_shallow)
    context = Context(READERS, limits, resolve, size.text_bytes, size.is_shallow, alike=known)
    lowered = _lower(context, value)
    findings = tuple(context.findings)
    if not findings:
        return Lowered(lowered, None, frozenset(), (), context.files)
    if not size.is_counted:
        # Where something is wrong, the first thing that is told is a limit that is exceeded.
        size = measure(value, limits)
        if size.finding is not None or any(each.code == _TOO_MUCH for each in findings):
            return lower_workflow(value, limits, resolve, size)
    return Lowered(None, lowered, _lost(value, lowered), findings, context.files)


def _refused(finding: Finding) -> Lowered:
    return Lowered(None, None, frozenset(), (finding,), {}, is_refused=True)


def _lost(value: JsonValue, part: WorkflowDef | None) -> frozenset[str]:
    steps = value.get("steps") if isinstance(value, dict) else None
    return frozenset(steps) - part.steps.keys() if part and isinstance(steps, dict) else frozenset()


def _lower(context: Context, value: JsonValue) -> WorkflowDef | None:
    if not isinstance(value, dict):
        wrong_type(context, (), "a mapping", value)
        return None
    version = value.get("onefold")
    if isinstance(version, int | float) and not isinstance(version, bool) and version != SCHEMA_VERSION:
        # The other fields of another version of the language are not ours to judge.
        context.report("unsupported-version", Place(("onefold",)), found=version, known=SCHEMA_VERSION)
        return None
    lowered = lower_fields(context, WorkflowDef, value, (), stand_ins={"onefold": SCHEMA_VERSION, "workflow": "_"})
    return lowered if isinstance(lowered, WorkflowDef) else None
