"""The linked program of a bundle: every workflow that can be reached, and which version each step names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.classes import frozen
from onefold.kernel.digest import digest, version
from onefold.kernel.document import document
from onefold.kernel.encode import encode
from onefold.kernel.flow import Flow
from onefold.kernel.jcs import encode_value

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

    from onefold.kernel.canonicalize import Canonical
    from onefold.kernel.values import JsonObject, JsonValue

FORMAT: Final = "onefold.linked_program.v1"
LINKER: Final = 1
"""Version of the linker: what it makes of the same workflows changes only with it."""
PATH: Final = "artifacts/program.json"


@frozen
class Program:
    """What was linked."""

    entry: str
    """Version of the workflow that runs first."""
    workflows: Mapping[str, Canonical]
    """By version."""
    links: Mapping[str, Mapping[str, str]]
    """By version: the versions that its sub-workflow steps run, by step id."""

    def bytes(self) -> bytes:
        """The program as it stands in an archive."""
        return encode_value(
            {
                "format": FORMAT,
                "entry": self.entry,
                "workflows": {name: document(each.workflow) for name, each in self.workflows.items()},
                "links": {name: dict(each) for name, each in self.links.items() if each},
            }
        )

    def digest(self) -> str:
        """The digest of the graph of workflows: what was linked to what."""
        links: dict[str, JsonValue] = {name: dict(each) for name, each in self.links.items()}
        return digest("program", encode_value({"entry": self.entry, "links": links}))

    def report(self) -> JsonObject:
        """What the linker did."""
        data = {name: len(encode(each)) for name, each in self.workflows.items()}
        callers: dict[str, str] = {}
        for caller, steps in self.links.items():
            for step, target in steps.items():
                if target != self.entry:
                    callers.setdefault(target, f"named by {step} of {self.workflows[caller].workflow.workflow}")
        return {
            "graph_digest_blake3": self.digest(),
            "linker_algorithm_version": LINKER,
            "input_bytes": sum(data.values()),
            "output_bytes": len(self.bytes()),
            "workflows": [self._retained(name, size, callers) for name, size in sorted(data.items())],
            "removed_workflows": [],
        }

    def _retained(self, name: str, size: int, callers: Mapping[str, str]) -> dict[str, Any]:
        workflow = self.workflows[name].workflow
        flow = Flow(workflow)
        reached = {edge.target for step in workflow.steps for edge in flow.edges_from(step)} | {workflow.start}
        return {
            "workflow": workflow.workflow,
            "version": name,
            "input_bytes": size,
            "reason": callers.get(name, "entry"),
            "retained_steps": sorted(each for each in workflow.steps if each in reached),
            "removed_steps": [],
            "unreached_steps": sorted(each for each in workflow.steps if each not in reached),
        }


def version_of(canonical: Canonical) -> str:
    """The version of a workflow."""
    return version(encode(canonical))
