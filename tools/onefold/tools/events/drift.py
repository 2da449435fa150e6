"""The check before a session: what it may do is what it might when its run was started."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.identity.drift import drift, scope_of, unvisited
from onefold.tools.events.faults import InvalidEvent
from onefold.tools.events.payloads import require_manifest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from onefold.kernel.identity.drift import Change, Drift, Scope
    from onefold.kernel.identity.manifests import Manifest
    from onefold.kernel.values import JsonObject
    from onefold.tools.events.log import EventLog


class CapabilityDriftError(Exception):
    """A run would go on with other capabilities than it was started with. Nothing was written."""

    def __init__(self, found: Drift, others: tuple[Drift, ...] = ()) -> None:
        """`others` are the drifts of other scopes, where all were checked at once."""
        super().__init__(str(found))
        self.drift = found
        self.others = others

    def __str__(self) -> str:
        return "\n\n".join(str(each) for each in (self.drift, *self.others))

    @property
    def run_id(self) -> str:
        """The run."""
        return self.drift.run_id

    @property
    def stored_manifest(self) -> JsonObject:
        """What it was started with."""
        return self.drift.stored

    @property
    def current_manifest(self) -> JsonObject:
        """What it would go on with."""
        return self.drift.current

    @property
    def diff(self) -> tuple[Change, ...]:
        """What changed."""
        return self.drift.changes


def require_no_drift(run_id: str, stored: JsonObject | None, current: Manifest | JsonObject) -> None:
    """Raise `CapabilityDriftError` unless a manifest is the one that was stored; where none was, any will do."""
    found = None if stored is None else drift(run_id, stored, current)
    if found is not None:
        raise CapabilityDriftError(found)


def require_one_form(run_id: str, scope: Scope, has_visits: bool | None) -> None:
    """Raise `InvalidEvent` unless the sessions of a step all name a visit or none does: another would escape the check.

    `has_visits` is what those that were accepted do, where there are any.
    """
    step, names_one = unvisited(scope)
    if has_visits not in (None, names_one):
        raise InvalidEvent(
            f"the step `{step.key}` of `{run_id}` either has visits or has none, and `{scope.key}` differs"
        )


def check_manifest_drift(log: EventLog, run_id: str, current: Manifest | JsonObject) -> None:
    """Raise `CapabilityDriftError` if a session of a run has drifted; nothing is written.

    The manifest is compared with the latest that was accepted in its scope: its kind, and for a worker and a fixer the
    step. Raises `Tampered` where the run is not what was appended, the stored manifest included, and `InvalidEvent` for
    what is no manifest.
    """
    require_manifest(current)
    require_no_drift(run_id, log.manifest(run_id, scope_of(current)), current)


def check_all(log: EventLog, run_id: str, current: Iterable[Manifest | JsonObject]) -> tuple[Scope, ...]:
    """Check several sessions of a run at once; the scopes of the run that none of them is in.

    Raises as `check_manifest_drift`; the error is about the first scope that has drifted, in the order of `current`,
    and its `others` about the rest.
    """
    manifests = tuple(current)
    for manifest in manifests:
        require_manifest(manifest)
    stored = log.manifests(run_id)
    forms = dict(map(unvisited, stored))
    for scope in map(scope_of, manifests):
        require_one_form(run_id, scope, forms.get(unvisited(scope)[0]))
    drifts = []
    for manifest in manifests:
        before = stored.get(scope_of(manifest))
        found = None if before is None else drift(run_id, before, manifest)
        if found is not None:
            drifts.append(found)
    if drifts:
        raise CapabilityDriftError(drifts[0], tuple(drifts[1:]))
    return tuple(scope for scope in stored if scope not in {scope_of(each) for each in manifests})
