"""Definitions and orchestrators whose skills were read: what manifests are built from."""

from __future__ import annotations

from collections.abc import Sequence

from onefold.kernel.classes import frozen
from onefold.kernel.functions import cached_property
from onefold.kernel.identity.definition import DefinitionDef
from onefold.kernel.identity.digests import digest_of
from onefold.kernel.identity.orchestrator import OrchestratorDef
from onefold.kernel.identity.skills import Skill
from onefold.kernel.identity.snapshot import WorkflowDefinitionSnapshot, snapshot_object, snapshot_of


@frozen
class Definition:
    """A definition with its skills."""

    record: DefinitionDef
    planner_skills: Sequence[Skill] = ()
    worker_skills: Sequence[Skill] = ()

    @property
    def id(self) -> str:
        """Its id."""
        return self.record.definition

    @cached_property
    def snapshot(self) -> WorkflowDefinitionSnapshot:
        """What its hash is taken of."""
        return snapshot_of(self.record, self.planner_skills, self.worker_skills)

    @cached_property
    def hash(self) -> str:
        """The WorkflowDefinitionHash, worked out once."""
        return digest_of(snapshot_object(self.snapshot))


@frozen
class Orchestrator:
    """An orchestrator with its skills."""

    record: OrchestratorDef
    skills: Sequence[Skill] = ()

    @property
    def id(self) -> str:
        """Its id."""
        return self.record.orchestrator
