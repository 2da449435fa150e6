"""A patch takes out an edge that is not there.

## What it checks
`remove_edge` and `replace_edge` say the whole of an edge: its nodes, its branch and its label.

## Why it matters
Another edge than the one that was meant may be there, and would stay.

## Example
```text
operations: [{op: remove_edge, from: a, to: b}]   # the edge has `branch: success`
```

## Instead
```text
operations: [{op: remove_edge, from: a, to: b, branch: success}]
```
"""

from __future__ import annotations

from typing import Final

from onefold.kernel.diagnostics import Code

CODE: Final = Code("OF875", "error", "There is no edge {edge}.", help="{candidates}")
