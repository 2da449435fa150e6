"""What led to a step: the version it belongs to, the definition that was planned for, and the runs above.

Every edge is one that the log has. One that leads nowhere, or to something else than its other end says, is broken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from onefold.kernel.classes import Factory, define, frozen
from onefold.kernel.identity.drift import scope_of
from onefold.kernel.identity.events import SESSION_STARTED, VERSION_REGISTERED, Event
from onefold.kernel.values import JsonObject

Kind: TypeAlias = Literal["run", "step", "version", "definition", "planner", "orchestrator"]
# The events of a run in order; none for a run that the log does not have.
EventsOf: TypeAlias = Callable[[str], Sequence[Event]]
_STEPS: Final = ("worker", "fixer")


@frozen
class Node:
    """One thing in the lineage of a run."""

    kind: Kind
    name: str
    """Its id, its digest or its path."""
    detail: str = ""
    """What else is known of it, in a few words."""


@frozen
class Edge:
    """One thing that led to another."""

    origin: Node
    """The later one."""
    target: Node
    broken: str = ""
    """Why the edge does not hold, as a clause."""


@frozen
class Lineage:
    """What led to the sessions of a run, or to one step of it."""

    root: Node
    edges: tuple[Edge, ...]

    @property
    def is_whole(self) -> bool:
        """Whether no edge is broken."""
        return not any(each.broken for each in self.edges)


def lineage(run_id: str, events_of: EventsOf, step: str | None = None) -> Lineage | None:
    """The lineage of the sessions of a run; of one step, or `None` where the run never had a session for it."""
    trace = _Trace(events_of)
    root = Node("run", run_id)
    sessions = [each for each in trace.sessions(run_id).values() if step is None or each.step == step]
    if step is not None and not sessions:
        return None
    for session in sessions:
        trace.follow(root, session)
    return Lineage(root, tuple(dict.fromkeys(trace.edges)))


@frozen
class _Session:
    """The latest start of a session in its scope."""

    run_id: str
    sequence: int
    kind: str
    role: str
    parent: str | None
    manifest: Mapping[str, Any]
    digest: str

    @property
    def step(self) -> str | None:
        return self.manifest.get("stepPath") if self.kind in _STEPS else None

    @property
    def node(self) -> Node:
        """The session as a node."""
        detail = f"{self.role}, event {self.sequence}, manifest {self.digest}"
        if self.step is not None:
            return Node("step", self.step, detail)
        if self.kind == "orchestrator":
            return Node("orchestrator", self.digest, f"event {self.sequence} of {self.run_id}")
        again = ", plans again" if "outerLoopContextHash" in self.manifest else ""
        return Node("planner", self.digest, f"event {self.sequence} of {self.run_id}{again}")


@define
class _Trace:
    events_of: EventsOf
    edges: list[Edge] = Factory(list)
    _known: dict[str, Sequence[Event]] = Factory(dict)

    def events(self, run_id: str) -> Sequence[Event]:
        """The events of a run, asked for once."""
        if run_id not in self._known:
            self._known[run_id] = self.events_of(run_id)
        return self._known[run_id]

    def sessions(self, run_id: str) -> dict[str, _Session]:
        """The sessions of a run, by scope, in the order in which they first began."""
        found: dict[str, _Session] = {}
        for event in self.events(run_id):
            if event.type == SESSION_STARTED:
                session = _session(event)
                found[str(scope_of(session.manifest))] = session
        return found

    def follow(self, root: Node, session: _Session) -> None:
        """Add what led to a session."""
        node = session.node
        self.edges.append(Edge(root, node))
        if session.kind == "orchestrator":
            self._follow_parent(node, session)
        elif session.step is None:
            self._follow_definition(node, session, "")
        else:
            version = Node("version", str(session.manifest.get("workflowVersionId")))
            registered = self._registered(session.run_id, version.name)
            broken = "" if registered else f"no event of {session.run_id} registers this version"
            self.edges.append(Edge(node, version, broken))
            claimed = registered.get("workflowDefinitionHash") if registered else None
            self._follow_definition(version, session, claimed if isinstance(claimed, str) else "")

    def _registered(self, run_id: str, version: str) -> JsonObject | None:
        registered = (each.payload for each in self.events(run_id) if each.type == VERSION_REGISTERED)
        return next((each for each in registered if each.get("workflowVersionId") == version), None)

    def _follow_definition(self, origin: Node, session: _Session, claimed: str) -> None:
        """From a version or a planner to the definition, and on to the orchestrator that offered it."""
        digest = str(session.manifest.get("workflowDefinitionHash"))
        orchestrator, name, broken = self._offering(session, digest)
        definition = Node("definition", digest, name)
        other = claimed and claimed != digest
        self.edges.append(Edge(origin, definition, f"the version was registered for {claimed}" if other else ""))
        if session.parent is None:
            return  # A run that nobody started has no orchestrator.
        if orchestrator is None:
            self.edges.append(Edge(definition, Node("run", session.parent), broken))
            return
        self.edges.append(Edge(definition, orchestrator.node, broken))
        self._follow_run(orchestrator.node, session.parent, (session.run_id,))

    def _offering(self, session: _Session, digest: str) -> tuple[_Session | None, str, str]:
        """The orchestrator of the parent run, what it calls a definition, and why the edge to it is broken."""
        parent = session.parent
        if parent is None:
            return None, "", ""
        if not self.events(parent):
            return None, "", f"the log has no run {parent}"
        found = next((each for each in self.sessions(parent).values() if each.kind == "orchestrator"), None)
        if found is None:
            return None, "", f"{parent} has no session of an orchestrator"
        offered = found.manifest.get("availableWorkflows", ())
        names = [str(each.get("id")) for each in offered if each.get("definitionHash") == digest]
        return found, names[0] if names else "", "" if names else "the orchestrator offers no such definition"

    def _follow_parent(self, node: Node, session: _Session) -> None:
        if session.parent is not None:
            self._follow_run(node, session.parent, (session.run_id,))

    def _follow_run(self, origin: Node, run_id: str, below: tuple[str, ...]) -> None:
        """From an orchestrator to the run that started its run, and on."""
        run = Node("run", run_id)
        if run_id in below:
            self.edges.append(Edge(origin, run, "it would be its own ancestor"))
            return
        is_known = bool(self.events(run_id))
        self.edges.append(Edge(origin, run, "" if is_known else f"the log has no run {run_id}"))
        parents = [each.parent for each in self.sessions(run_id).values() if each.parent is not None]
        if parents:
            self._follow_run(run, parents[0], (*below, run_id))


def _session(event: Event) -> _Session:
    payload: Mapping[str, Any] = event.payload
    manifest = payload.get("manifest")
    members = manifest if isinstance(manifest, Mapping) else {}
    return _Session(
        event.run_id,
        event.sequence,
        scope_of(members).kind,
        str(payload.get("role")),
        payload.get("parentRunId"),
        members,
        str(payload.get("manifestHash")),
    )
