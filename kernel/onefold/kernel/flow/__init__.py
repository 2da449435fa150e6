"""The flow graph of a workflow: which step can run after which, what surely ran before, what runs at the same time.

`Flow(workflow)` is built once per validation, when every step that is named exists; rules about the graph get it
as `check(flow)` and find the workflow in `flow.workflow`. Every question is put with step ids. What costs more
than reading the edges (dominators, reachability) is worked out at the first question that needs it.

A *run* is a walk from `flow.entry`: a step starts, ends with one outcome, and the edge that matches is taken.
Conditions may hold or not. A *branch* is a pair of a parallel step and one of its branch heads; its *region* is
what can be reached from the head.

Where a question is about a moment, it takes a `Point`: `Point("x")` is the moment when step `x` starts (its prompt,
arguments or predicate are read), `Point("x", "success")` the moment when it has ended so (`when` of a transition
from `x` is read; `x` itself has ended).

Answers about what ran before hold for steps for which `flow.judged(step)` is true: those that can be reached and are
not drawn into regions that overlap or are entered from outside. For the others nothing is known, and rules
that ask what ran before stay silent: the cause has its own finding.

What only one or two rules ask stands beside the flow: `islands` (steps without a way to them, or to an end), `loops`,
`faults` (regions that overlap or are entered from outside) and `costs` (the cheapest run). Everything is linear in
steps and edges, apart from a logarithm where trees are climbed, and nothing recurses over steps.
"""

from __future__ import annotations

from onefold.kernel.flow.edges import Edge, edges, entries
from onefold.kernel.flow.flow import Branch, Flow, Point

__all__ = ["Branch", "Edge", "Flow", "Point", "edges", "entries"]
