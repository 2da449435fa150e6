"""A patch adds an edge that is there.

## What it checks
`add_edge`, and the new edge of `replace_edge`, say an edge that the graph does not have.

## Why it matters
The same way twice says nothing, and may be meant to be another one.

## Example
```text
operations: [{op: add_edge, from: a, to: b, branch: success}]   # there is just this edge
```

## Instead
```text
operations: [{op: add_edge, from: a, to: b, branch: failure}]
```
"""

from __future__ import annotations

from typing import Final

from onefold.kernel.diagnostics import Code

CODE: Final = Code("OF874", "error", "There is an edge {edge} already.")
