"""Cases: what somebody who writes a workflow is asked for, and what the result must look like."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from onefold.kernel.bundle.canonical import canonical_graph
from onefold.kernel.bundle.manifest import Manifest
from onefold.kernel.bundle.shapes import TEXT, TEXTS
from onefold.kernel.classes import evolve, frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declarations, declared
from onefold.kernel.words import listed

_SAID: Final = declare.Text(empty=False)


@frozen
class Assertions:
    """What holds for the bundle that answers a case; what is left out is not looked at."""

    bundle_id: str | None = declared("bundle_id", TEXT, default=None, doc="Id of the bundle.")
    workflow_id: str | None = declared("workflow_id", TEXT, default=None, doc="Id of the workflow.")
    entry: str | None = declared("entry", TEXT, default=None, doc="Node that runs first.")
    autonomy_tier: str | None = declared("autonomy_tier", TEXT, default=None, doc="What runs may do on their own.")
    retry_backoff: str | None = declared("retry_backoff", TEXT, default=None, doc="How waits between tries grow.")
    catchup_mode: str | None = declared("catchup_mode", TEXT, default=None, doc="What becomes of missed events.")
    required_worktree_policy: str | None = declared(
        "required_worktree_policy", TEXT, default=None, doc="Where runs take place."
    )
    required_node_ids: tuple[str, ...] = declared("required_node_ids", TEXTS, default=(), doc="Nodes that are there.")
    required_trigger_kinds: tuple[str, ...] = declared(
        "required_trigger_kinds", TEXTS, default=(), doc="Kinds of triggers that are there."
    )
    required_connector_ids: tuple[str, ...] = declared(
        "required_connector_ids", TEXTS, default=(), doc="Connectors that are there."
    )
    required_approval_nodes: tuple[str, ...] = declared(
        "required_approval_nodes", TEXTS, default=(), doc="What needs consent."
    )


@frozen
class CaseDef:
    """A task for whoever writes workflows, with an answer that is known to be good."""

    id: str = declared("id", _SAID, doc="Its id.")
    title: str = declared("title", _SAID, doc="What it is about, for people.")
    system_prompt: str = declared("system_prompt", _SAID, doc="What a model is told of its role.")
    user_prompt: str = declared("user_prompt", _SAID, doc="What is asked for.")
    assertions: Assertions = declared(
        "structural_assertions", declare.Record(Assertions), doc="What the result must look like."
    )
    golden: str = declared("golden_bundle_path", _SAID, doc="A good answer: path from this file.")
    base: str | None = declared(
        "base_bundle_path", _SAID, default=None, doc="The bundle that a patch is for: path from this file."
    )


def failures(assertions: Assertions, manifest: Manifest) -> tuple[str, ...]:
    """The assertions that a bundle fails, each as a clause that begins with its name."""
    whole = evolve(manifest, workflow=canonical_graph(manifest.workflow))
    asked = [(each.name, getattr(assertions, each.attribute)) for each in declarations(Assertions)]
    return tuple(
        failure
        for name, wanted in asked
        if wanted not in (None, ())
        for failure in (_unequal(name, wanted, whole) if name in _VALUES else _missing(name, wanted, whole))
    )


def count(assertions: Assertions) -> int:
    """How many assertions there are."""
    return sum(getattr(assertions, each.attribute) not in (None, ()) for each in declarations(Assertions))


def _unequal(name: str, wanted: str, manifest: Manifest) -> Iterable[str]:
    found = _VALUES[name](manifest)
    return () if found == wanted else (f"{name}: it is `{found}`, and should be `{wanted}`",)


def _missing(name: str, wanted: tuple[str, ...], manifest: Manifest) -> Iterable[str]:
    found = tuple(dict.fromkeys(_MEMBERS[name](manifest)))
    lacking = [each for each in dict.fromkeys(wanted) if each not in found]
    if not lacking:
        return ()
    return (f"{name}: there is no {listed(lacking)}; there is {listed(found, 'and') if found else 'nothing'}",)


_VALUES: Final[Mapping[str, Callable[[Manifest], str]]] = {
    "bundle_id": lambda manifest: manifest.id,
    "workflow_id": lambda manifest: manifest.workflow.id,
    "entry": lambda manifest: manifest.workflow.entry,
    "autonomy_tier": lambda manifest: manifest.policy.autonomy_tier,
    "retry_backoff": lambda manifest: manifest.policy.retry.backoff,
    "catchup_mode": lambda manifest: manifest.policy.catchup.mode,
    "required_worktree_policy": lambda manifest: manifest.environment.worktree_policy,
}
_MEMBERS: Final[Mapping[str, Callable[[Manifest], Iterable[str]]]] = {
    "required_node_ids": lambda manifest: manifest.workflow.nodes,
    "required_trigger_kinds": lambda manifest: (each.kind for each in manifest.triggers),
    "required_connector_ids": lambda manifest: (each.id for each in manifest.connectors),
    "required_approval_nodes": lambda manifest: manifest.policy.approval_required,
}
