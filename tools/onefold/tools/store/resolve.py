"""What a reference to the store means: found, unknown, or one of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from onefold.kernel import patterns
from onefold.kernel.classes import frozen
from onefold.kernel.digest import PREFIX
from onefold.tools.store.revision import DEFAULT_CHANNEL, Revision
from onefold.tools.store.store import Store
from onefold.tools.workspace import shown

SHORTEST: Final = 4
"""Hex digits that a prefix has at least."""
_PREFIX: Final = patterns.compile(rf"(?:{PREFIX})?([0-9a-f]{{{SHORTEST},64}})", patterns.IGNORECASE | patterns.ASCII)


@frozen
class Found:
    """Exactly one thing is meant."""

    version: str
    revision: Revision | None
    """The revision that is meant; none where a version is."""


@frozen
class Unknown:
    """Nothing is meant."""

    reason: str
    """Why, as a sentence without its full stop."""


@frozen
class Ambiguous:
    """Several things may be meant."""

    reason: str
    candidates: tuple[str, ...]
    """Each with what it is, in order."""


Resolution: TypeAlias = Found | Unknown | Ambiguous


def resolve(store: Store, reference: str) -> Resolution:
    """What a reference means: a workflow's id, `WORKFLOW@CHANNEL`, or digits with which a digest begins.

    Ids come first, and mean the head. Raises `Damaged` where the store cannot say, and `OSError`.
    """
    workflow, at, channel = reference.partition("@")
    if at:
        return _head(store, workflow, channel)
    if any(True for _ in store.channels(reference)):
        return _head(store, reference, DEFAULT_CHANNEL)
    prefix = _PREFIX.fullmatch(reference)
    if prefix:
        return _beginning(store, prefix[1].lower())
    return Unknown(f"no workflow, version or revision is called `{reference}`{_hint(store, reference)}")


def channel_names(store: Store, workflow: str) -> Sequence[str]:
    """The names of the channels of a workflow. Raises `Damaged` and `OSError`."""
    return sorted(each.read(head).channel for each in store.channels(workflow) for head in each.heads()[:1])


def no_head(store: Store, workflow: str, channel: str) -> str:
    """Why a channel has no head, as a sentence without its full stop. Raises `Damaged` and `OSError`."""
    known = channel_names(store, workflow)
    if not known:
        return f"no revision of `{workflow}` is recorded{_hint(store, workflow)}"
    names = ", ".join(f"`{each}`" for each in known)
    return f"`{workflow}` has no revision on the channel `{channel}`: its channels are {names}"


def _head(store: Store, workflow: str, channel: str) -> Resolution:
    heads = store.selected(workflow, channel)
    if not heads:
        return Unknown(no_head(store, workflow, channel))
    if len(heads) > 1:
        reason = f"`{workflow}@{channel}` has {len(heads)} heads"
        return Ambiguous(reason, tuple(_line(each) for each in heads))
    return Found(heads[0].version, heads[0])


def _beginning(store: Store, prefix: str) -> Resolution:
    versions = store.objects.starting_with(prefix)
    revisions = [(channel, each) for channel in store.channels() for each in channel.starting_with(prefix)]
    if len(versions) + len(revisions) == 1:
        if versions:
            return Found(versions[0], None)
        channel, identifier = revisions[0]
        revision = channel.read(identifier)
        return Found(revision.version, revision)
    if not versions and not revisions:
        return Unknown(f"no version and no revision begins with `{prefix}`")
    lines = [f"{each} version" for each in versions]
    lines += [_line(channel.read(each)) for channel, each in revisions]
    return Ambiguous(f"{len(lines)} things begin with `{prefix}`", tuple(sorted(lines)))


def _line(revision: Revision) -> str:
    return f"{revision.id} revision of {revision.workflow}@{revision.channel}, {revision.time}"


def _hint(store: Store, wanted: str) -> str:
    """The nearest workflow that there is, or that there is none at all, as the end of a sentence."""
    if not store.exists:
        return f": there is no version store `{shown(store.folder)}`"
    from onefold.kernel.words import meant

    found = meant(wanted, {each.read(head).workflow for each in store.channels() for head in each.heads()[:1]})
    return f": {found}" if found else ""
