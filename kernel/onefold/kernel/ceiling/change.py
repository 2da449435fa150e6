"""A change of a bundle, as what judges it reads it: what there was, what came of it, and what is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from onefold.kernel.bundle.canonical import canonical_graph
from onefold.kernel.ceiling.of_bundles import ceiling_of_bundle, node_ceiling, node_tools, sub_workflow_of
from onefold.kernel.classes import define, evolve
from onefold.kernel.functions import cached_property

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from onefold.kernel.bundle.graph import WorkflowNode
    from onefold.kernel.bundle.manifest import Manifest
    from onefold.kernel.ceiling.around import Around
    from onefold.kernel.ceiling.dimensions import Entries
    from onefold.kernel.ceiling.model import Ceiling


class NodeChange(NamedTuple):
    """A node that was there before, or was not, and is there now."""

    name: str
    old: WorkflowNode | None
    new: WorkflowNode

    @property
    def place(self) -> str:
        """Where it is in the bundle."""
        return f"workflow.nodes.{self.name}"


@define(eq=False)
class Change:
    """Two bundles with canonical graphs."""

    original: Manifest
    result: Manifest
    parent: Ceiling | None
    is_contract: bool
    around: Around

    @classmethod
    def of(
        cls, original: Manifest, result: Manifest, parent: Ceiling | None, around: Around, *, is_contract: bool
    ) -> Change:
        """With the canonical graphs of two bundles."""
        before, after = (evolve(each, workflow=canonical_graph(each.workflow)) for each in (original, result))
        return cls(before, after, parent, is_contract, around)

    @cached_property
    def before(self) -> Ceiling:
        """What the original asks for."""
        return ceiling_of_bundle(self.original, is_contract=self.is_contract, around=self.around)

    @cached_property
    def after(self) -> Ceiling:
        """What the result asks for."""
        return ceiling_of_bundle(self.result, is_contract=self.is_contract, around=self.around)

    @property
    def allowed(self) -> Ceiling:
        """The parent's ceiling; without one, what the original asks for."""
        return self.before if self.parent is None else self.parent

    @property
    def allows(self) -> str:
        """How sentences speak of what is allowed."""
        return "before it asked for" if self.parent is None else "the ceiling allows"

    def tools(self, bundle: Manifest, name: str) -> Entries:
        """The tools that a node calls; of ours, also through the workflows that it runs."""
        node = bundle.workflow.nodes[name]
        if self.is_contract or sub_workflow_of(node) is None:
            return node_tools(node)
        return node_ceiling(node, is_contract=False, around=self.around).tools

    def nodes(self) -> Iterator[NodeChange]:
        """Every node that is there now, with what it was."""
        old = self.original.workflow.nodes
        for name, node in self.result.workflow.nodes.items():
            yield NodeChange(name, old.get(name), node)

    @cached_property
    def prompted(self) -> Mapping[str, tuple[str, ...]]:
        """The capsules of the result by the node that they are for."""
        return capsules_by_node(self.result)


def capsules_by_node(bundle: Manifest) -> Mapping[str, tuple[str, ...]]:
    """The ids of the capsules that are for each node."""
    found: dict[str, tuple[str, ...]] = {}
    for name, capsule in bundle.prompt_capsules.items():
        found[capsule.node_id] = (*found.get(capsule.node_id, ()), name)
    return found
