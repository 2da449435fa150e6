"""What tests of the version store have in common: small workflows, notes and stores with branches."""

from __future__ import annotations

from pathlib import Path

from onefold.frontends.frontend import Limits
from onefold.frontends.lower import lower_workflow
from onefold.kernel.canonicalize import Canonical, canonicalize
from onefold.tools.store import Note, Revision, Store
from onefold.tools.store.names import digits_of

NOTE = Note("Ada <ada@example.org>", "2026-01-31T12:00:00Z", "a message")


def workflow(identifier: str = "w", prompt: str = "hi") -> Canonical:
    """A workflow of one step."""
    steps = {"a": {"kind": "model", "prompt": prompt}}
    lowered = lower_workflow({"onefold": 1, "workflow": identifier, "start": "a", "steps": steps}, Limits())
    assert lowered.workflow
    return canonicalize(lowered.workflow)


def put(store: Store, canonical: Canonical, channel: str = "main", note: Note = NOTE) -> Revision:
    """Record a workflow that is not the head's."""
    recorded = store.record(canonical, channel, note)
    assert recorded.is_new
    return recorded.revision


def path_of(store: Store, revision: Revision) -> Path:
    """The file of a revision."""
    return store.channel(revision.workflow, revision.channel).shelf.path_of(digits_of(revision.id))


def fork(store: Store, one: Canonical, two: Canonical, channel: str = "main") -> tuple[Revision, Revision]:
    """Record two workflows after the same head, as two branches would do."""
    first = put(store, one, channel)
    kept = path_of(store, first)
    aside = kept.with_name("aside")
    kept.rename(aside)
    second = put(store, two, channel)
    aside.rename(kept)
    return first, second
