"""A patch adds a node that is there.

## What it checks
`insert_node` names no node of the graph.

## Why it matters
The node that is there would be lost.

## Example
```text
operations: [{op: insert_node, node_id: review}]   # there is a node `review`
```

## Instead
```text
operations: [{op: update_node_policy, node_id: review, policy: {task_label: Review}}]
```
"""

from __future__ import annotations

from typing import Final

from onefold.kernel.diagnostics import Code

CODE: Final = Code(
    "OF873",
    "error",
    "There is a node `{node}` already.",
    help="take another id, or set its members with `update_node_policy`",
)
