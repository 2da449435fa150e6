"""Sample values of every declared shape, so that per-field tests come from the IR's own declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from onefold.kernel.ir import declare, nodes
from onefold.kernel.ir.declare import declarations
from onefold.kernel.ir.expression import Binary, Literal, Name, Select
from onefold.kernel.ir.nodes import (
    ArgTemplate,
    Duration,
    JoinPolicy,
    Money,
    Predicate,
    PromptTemplate,
    VersionSelector,
    WorkflowDef,
)

if TYPE_CHECKING:
    from typing import Any

    from onefold.kernel.ir.declare import Declaration, Shape
    from onefold.kernel.ir.nodes import (
        StepDef,
    )

# Steps that references of a sample may name; each exists in the sample workflow.
STEPS = ("alpha", "beta", "gamma", "delta")
OUTCOMES = ("hopeless", "doubtful", "unsure")
RECORDS: tuple[type[Any], ...] = (
    nodes.WorkflowDef,
    *nodes.STEP_KINDS.values(),
    nodes.Transition,
    nodes.ToolSelector,
    nodes.VerifierRef,
    nodes.RetryPolicy,
    nodes.RubricDef,
    nodes.Criterion,
    nodes.BudgetDef,
)


def predicate(number: float) -> Predicate:
    """`steps.alpha.output.score > NUMBER`."""
    score = Select(Select(Select(Name("steps"), "alpha"), "output"), "score")
    return Predicate(Binary(">", score, Literal(number)))


def sample(shape: Shape, variant: int = 0) -> Any:
    """A valid value of a shape; variants 0 and 1 differ, and differ from every default."""
    match shape:
        case declare.Record(type=kind):
            return sample_record(kind, variant)
        case declare.Variant(types=types):
            return sample_record(types["model"], variant)
        case declare.Ordered(item=item) | declare.Unordered(item=item):
            return (sample(item, variant), sample(item, variant + 1))
        case declare.Keyed(key=key, item=item):
            return {sample(key, variant): sample(item, variant), sample(key, variant + 1): sample(item, variant)}
        case declare.Extent(item=item):
            return sample(item, variant) if variant % 3 else "all"
        case declare.Identifier(refers="step"):
            return STEPS[variant % len(STEPS)]
        case declare.Identifier(refers="outcome"):
            return OUTCOMES[variant % 3]
        case declare.Choice(words=words):
            return words[variant % len(words)]
        case declare.Digest(algorithm="blake3"):
            return f"blake3:{str(variant % 10) * 64}"
        case declare.Number(maximum=maximum):
            return (0.25, 0.5)[variant % 2] if maximum == 1 else (2.5, 7)[variant % 2]
        case declare.Boolean():
            return variant % 2 == 0
    return _SAMPLES[type(shape)][variant % 3]


_SAMPLES: dict[type, tuple[Any, ...]] = {
    declare.Integer: (7, 8, 9),
    declare.Text: ("One text.", "Another text.", "Third text."),
    declare.Template: tuple(PromptTemplate(f"Ask {each}.") for each in ("this", "that", "more")),
    declare.Identifier: ("first-id", "second-id", "third-id"),
    declare.Glob: ("fs/*", "github.*", "web.*"),
    declare.DurationText: (Duration(1500), Duration(1501), Duration(90_000)),
    declare.MoneyText: (Money("2.5", "USD"), Money("2.5", "EUR"), Money("2.6", "USD")),
    declare.Expression: (predicate(0.25), predicate(0.5), predicate(0.75)),
    declare.Schema: (
        {"type": "object", "properties": {"a": {"type": "string"}}},
        {"type": "object", "properties": {"a": {"type": "number"}}},
        {"type": "object"},
    ),
    declare.Arguments: (ArgTemplate({"a": [1, None]}), ArgTemplate({"a": [None, 1]}), ArgTemplate({"b": {}})),
    declare.Selector: (VersionSelector("stable"), VersionSelector("beta"), VersionSelector(f"blake3:{'0' * 64}")),
    declare.Digest: tuple(f"sha256:{each * 64}" for each in "123"),
    declare.Json: ({"a": 1}, [None], "x"),
    declare.Join: (JoinPolicy("any"), JoinPolicy("quorum", 2), JoinPolicy("quorum", 1)),
}


def sample_record(kind: type[Any], variant: int = 0) -> Any:
    """An instance of an IR class in which every field is set and none equals its default."""
    return kind(**{each.attribute: sample_field(each, variant) for each in declarations(kind)})


def sample_field(declaration: Declaration, variant: int = 0) -> Any:
    """A value for a field that is not its default."""
    if declaration.name == "stepPath":
        return f"step_{variant}"
    if declaration.name == "onefold":
        return 1
    for attempt in range(variant, variant + 4):
        value = sample(declaration.shape, attempt)
        if value != declaration.default:
            return value
    if isinstance(declaration.shape, declare.Choice) and len(declaration.shape.words) == 1:
        return declaration.default
    raise AssertionError(f"every sample of {declaration.name} is its default")


def sample_workflow() -> WorkflowDef:
    """A workflow that sets every field of every class; it names only steps that exist."""
    steps: dict[str, StepDef] = {name: sample_record(nodes.Model) for name in STEPS}
    steps |= {f"{kind}-step": sample_record(each) for kind, each in nodes.STEP_KINDS.items()}
    workflow: WorkflowDef = sample_record(WorkflowDef)
    return attrs.evolve(workflow, steps=steps)
