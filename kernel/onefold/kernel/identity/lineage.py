"""What led to a step: the version it belongs to, the definition that was planned for, and the runs above.

Every edge is one that the log has. One that leads nowhere, or to something else than its other end says, is broken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from onefold.kernel.classes import Factory, define, frozen
from onefold.kernel.identity.drift import scope_of
from onefold.kernel.identity.events import RUN_STARTED, SESSION_STARTED, VERSION_REGISTERED, Event

if TYPE_CHECKING:
    from typing import Any, Final, TypeAlias

    from onefold.kernel.values import JsonObject

Kind: TypeAlias = Literal["run", "step", "version", "definition", "planner", "orchestrator"]
# The events of a run in order; none for a run that the log does not have.
EventsOf: TypeAlias = Callable[[str], Sequence[Event]]
# Why the events of a run are not those that were appended, as a clause; nothing where they are.
FaultOf: TypeAlias = Callable[[str], str]
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
    fault: str = ""
    """Why the events of the run cannot be trusted, as a clause."""

    @property
    def is_whole(self) -> bool:
        """Whether no edge is broken, and the run is what was appended."""
        return not self.fault and not any(each.broken for each in self.edges)


def _faultless(_run_id: str) -> str:
    return ""


def lineage(
    run_id: str, events_of: EventsOf, step: str | None = None, fault_of: FaultOf = _faultless
) -> Lineage | None:
    """The lineage of the sessions of a run; of one step, or `None` where the run never had a session for it."""
    trace = _Trace(events_of, fault_of)
    root = Node("run", run_id)
    sessions = [each for each in trace.sessions(run_id).values() if step is None or each.step == step]
    if step is not None and not sessions:
        return None
    for session in sessions:
        trace.follow(root, session)
    return Lineage(root, tuple(dict.fromkeys(trace.edges)), fault_of(run_id))


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
        return str(self.manifest.get("stepPath")) if self.kind in _STEPS else None

    @property
    def offered(self) -> tuple[Mapping[str, Any], ...]:
        """The definitions that it may run."""
        listed = self.manifest.get("availableWorkflows", ())
        return tuple(each for each in listed if isinstance(each, Mapping)) if isinstance(listed, list | tuple) else ()

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
    fault_of: FaultOf
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

    def parent(self, run_id: str) -> str | None:
        """The run that started a run: what its start says, else the first of its sessions that names one."""
        started = [each.payload.get("parentRunId") for each in self.events(run_id) if each.type == RUN_STARTED]
        named = [*started, *(each.parent for each in self.sessions(run_id).values())]
        return next((each for each in named if isinstance(each, str)), None)

    def follow(self, root: Node, session: _Session) -> None:
        """Add what led to a session."""
        node = session.node
        self.edges.append(Edge(root, node, self.fault_of(session.run_id)))
        if session.kind == "orchestrator":
            self._follow_runs(node, session.run_id, self._contradiction(session))
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
        parent = self.parent(session.run_id)
        orchestrator, name, broken = (None, "", "") if parent is None else self._offering(parent, digest)
        definition = Node("definition", digest, name)
        other = claimed and claimed != digest
        self.edges.append(Edge(origin, definition, f"the version was registered for {claimed}" if other else ""))
        if parent is None:
            return  # A run that nobody started has no orchestrator.
        broken = self._contradiction(session) or self.fault_of(parent) or broken
        if orchestrator is None:
            self.edges.append(Edge(definition, Node("run", parent), broken))
            return
        self.edges.append(Edge(definition, orchestrator.node, broken))
        self._follow_runs(orchestrator.node, session.run_id)

    def _contradiction(self, session: _Session) -> str:
        """Why a session does not belong where its run does, as a clause."""
        parent = self.parent(session.run_id)
        if session.parent == parent:
            return ""
        named = "no run" if session.parent is None else session.parent
        return f"the session of event {session.sequence} names {named} as what started {session.run_id}, not {parent}"

    def _offering(self, parent: str, digest: str) -> tuple[_Session | None, str, str]:
        """The orchestrator of a parent run, what it calls a definition, and why the edge to it is broken."""
        if not self.events(parent):
            return None, "", f"the log has no run {parent}"
        found = next((each for each in self.sessions(parent).values() if each.kind == "orchestrator"), None)
        if found is None:
            return None, "", f"{parent} has no session of an orchestrator"
        names = [str(each.get("id")) for each in found.offered if each.get("definitionHash") == digest]
        return found, names[0] if names else "", "" if names else "the orchestrator offers no such definition"

    def _follow_runs(self, origin: Node, run_id: str, broken: str = "") -> None:
        """From an orchestrator to the run that started this one, and on to the first. Runs nest without a limit."""
        below = {run_id}
        parent = self.parent(run_id)
        while parent is not None:
            run = Node("run", parent)
            if parent in below:
                self.edges.append(Edge(origin, run, "it would be its own ancestor"))
                return
            missing = "" if self.events(parent) else f"the log has no run {parent}"
            self.edges.append(Edge(origin, run, broken or self.fault_of(parent) or missing))
            below.add(parent)
            origin, broken = run, self._discord(parent)
            parent = self.parent(parent)

    def _discord(self, run_id: str) -> str:
        """Why the sessions of a run do not agree on what started it, as a clause."""
        found = (self._contradiction(each) for each in self.sessions(run_id).values())
        return next((each for each in found if each), "")


def _session(event: Event) -> _Session:
    payload: Mapping[str, Any] = event.payload
    manifest, parent = payload.get("manifest"), payload.get("parentRunId")
    members = manifest if isinstance(manifest, Mapping) else {}
    return _Session(
        event.run_id,
        event.sequence,
        scope_of(members).kind,
        str(payload.get("role")),
        parent if isinstance(parent, str) else None,
        members,
        str(payload.get("manifestHash")),
    )
