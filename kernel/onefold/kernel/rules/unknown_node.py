"""A bundle names a node that its graph does not have.

## What it checks
The nodes that triggers, prompt capsules, edges and `entry` name are nodes of the graph.

## Why it matters
A run could not go on there.

## Example
```text
{"workflow": {"id": "w", "nodes": {"a": {}}, "edges": [{"from": "a", "to": "b"}]}}
```

## Instead
```text
{"workflow": {"id": "w", "nodes": {"a": {}, "b": {}}, "edges": [{"from": "a", "to": "b"}]}}
```
"""

from __future__ import annotations

from onefold.kernel.bundle.judged import found, is_blank
from onefold.kernel.diagnostics import Code
from onefold.kernel.rules.rule import Rule
from onefold.kernel.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

    from onefold.kernel.bundle.judged import JudgedBundle
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.ir.path import IrPath

CODE: Final = Code("OF813", "error", "There is no node `{node}`.")


def check(bundle: JudgedBundle) -> Iterator[Finding]:
    """Yield a finding for every node that is named and not there."""
    if not bundle.has_graph:
        return
    graph, manifest = bundle.manifest.workflow, bundle.manifest
    for index, trigger in enumerate(manifest.triggers):
        path: IrPath = ("triggers", index, "node_id")
        if trigger.node_id is not None and not bundle.knows_node(trigger.node_id):
            yield found(
                RULE.name, path, "unknown", trigger.node_id, node=trigger.node_id, help=_help(bundle, trigger.node_id)
            )
    for key, capsule in manifest.prompt_capsules.items():
        if not bundle.knows_node(capsule.node_id):
            path = ("prompt_capsules", key, "node_id")
            yield found(
                RULE.name, path, "unknown", capsule.node_id, node=capsule.node_id, help=_help(bundle, capsule.node_id)
            )
    if graph.nodes and not bundle.knows_node(graph.entry) and not is_blank(graph.entry):
        yield found(RULE.name, ("workflow", "entry"), "entry", graph.entry, ("workflow",), node=graph.entry)
    for index, edge in enumerate(graph.edges):
        for field, name in (("from", edge.origin), ("to", edge.target)):
            if not bundle.knows_node(name):
                path = ("workflow", "edges", index, field)
                yield found(RULE.name, path, f"edge_{field}", name, ("workflow",), node=name)


def _help(bundle: JudgedBundle, name: str) -> str | None:
    return meant(name, bundle.manifest.workflow.nodes)


RULE: Final = Rule("unknown-node", CODE, check)
