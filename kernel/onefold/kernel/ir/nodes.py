"""The IR: every node class, frozen, and nothing else.

No spans, file names, comments or format-specific fields. `meta` is not here: it is like a comment.
"""

from __future__ import annotations

from onefold.kernel.classes import frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import ClassVar, Final, TypeAlias

    from onefold.kernel.ir.expression import Expression
    from onefold.kernel.values import JsonObject, JsonValue

WORKFLOW_ID: Final = declare.Identifier("a workflow id", separators="./:-", limit=200)
TOOL_ID: Final = declare.Identifier("a tool id", separators="./:-", limit=200)
VERIFIER_ID: Final = declare.Identifier("a verifier id", separators="./:-", limit=200)
STEP_ID: Final = declare.Identifier("a step id")
STEP: Final = declare.Identifier("a step id", refers="step")
CRITERION_ID: Final = declare.Identifier("a criterion id")
SLOT_ID: Final = declare.Identifier("a model slot id")
CHANNEL_ID: Final = declare.Identifier("a channel id")
STANDARD_OUTCOMES: Final = ("success", "failure", "timeout")
OUTCOME_ID: Final = declare.Identifier("an outcome id", reserved=STANDARD_OUTCOMES)
OUTCOME: Final = declare.Identifier("an outcome", refers="outcome")
SCHEMA_VERSION: Final = 1


@frozen(order=True)
class Duration:
    """A length of time."""

    milliseconds: int


@frozen
class Money:
    """An amount of money, kept as text so that no float ever touches it."""

    amount: str
    """Decimal digits with at most one point."""
    currency: str
    """Three capital letters."""


@frozen
class Predicate:
    """A condition over inputs and step results."""

    expression: Expression


@frozen
class PromptTemplate:
    """Text for a model, exactly as written, with `{{ references }}` in it."""

    text: str


@frozen
class ArgTemplate:
    """Arguments for a tool or a sub-workflow; strings in it may hold `{{ references }}`."""

    value: JsonObject


@frozen
class VersionSelector:
    """Which version of a sub-workflow runs: `latest`, a channel, or one exact version."""

    text: str


@frozen
class JoinPolicy:
    """How many branches of a parallel step must end well."""

    mode: str
    """`all`, `any` or `quorum`."""
    quorum: int | None = None


@frozen
class ToolSelector:
    """What a model may call. Deny beats allow; the default allows nothing."""

    allow: tuple[str, ...] = declared(
        "allow", declare.Unordered(declare.Glob()), default=(), doc="Globs of tool ids the model may call."
    )
    deny: tuple[str, ...] = declared(
        "deny",
        declare.Unordered(declare.Glob()),
        default=(),
        doc="Globs of tool ids it may not call; deny beats allow.",
    )


@frozen
class VerifierRef:
    """A check of a step's result."""

    use: str = declared("use", VERIFIER_ID, doc="Id of the verifier.")
    arguments: ArgTemplate = declared(
        "with", declare.Arguments(), default=ArgTemplate({}), doc="Arguments of the verifier."
    )


@frozen
class RetryPolicy:
    """When and how often a step is tried again."""

    attempts: int = declared(
        "attempts", declare.Integer(minimum=1, maximum=100), default=1, doc="Total number of tries."
    )
    backoff: str = declared(
        "backoff",
        declare.Choice(("none", "constant", "linear", "exponential")),
        default="exponential",
        doc="How the wait between tries grows.",
    )
    initial: Duration = declared(
        "initial", declare.DurationText(), default=Duration(1000), doc="Wait before the second try."
    )
    maximum: Duration = declared("max", declare.DurationText(), default=Duration(60_000), doc="Longest wait.")
    jitter: bool = declared("jitter", declare.Boolean(), default=False, doc="Whether waits vary at random.")
    outcomes: tuple[str, ...] = declared(
        "on",
        declare.Unordered(declare.Identifier("an outcome", reserved=("success",), refers="outcome")),
        default=("failure", "timeout"),
        doc="Outcomes that are tried again.",
    )


@frozen
class StepDef:
    """What every step has; its kind is its class."""

    kind: ClassVar[str]

    tools: ToolSelector = declared(
        "tools",
        declare.Record(ToolSelector, sugar="allow", sugar_type="list"),
        default=ToolSelector(),
        doc="Tools a model may call in this step; a bare list means allow.",
    )
    verify: tuple[VerifierRef, ...] = declared(
        "verify",
        declare.Ordered(declare.Record(VerifierRef, sugar="use", sugar_type="string")),
        default=(),
        doc="Verifiers that run in order on a good end; a bare id is enough where there are no arguments.",
    )
    retry: RetryPolicy = declared(
        "retry",
        declare.Record(RetryPolicy),
        default=RetryPolicy(),
        doc="When and how often the step is tried again.",
    )
    timeout: Duration | None = declared(
        "timeout", declare.DurationText(minimum=1), default=None, doc="Longest time of one attempt."
    )
    outcomes: tuple[str, ...] = declared(
        "outcomes", declare.Unordered(OUTCOME_ID), default=(), doc="Further outcomes the step can end with."
    )
    output: JsonValue = declared("output", declare.Schema(), default=None, doc="JSON Schema of the step's output.")


DEFAULT_TIMEOUT: Final = Duration(600_000)


@frozen
class Model(StepDef):
    """Asks a language model."""

    kind: ClassVar[str] = "model"

    timeout: Duration | None = declared(
        "timeout",
        declare.DurationText(minimum=1),
        default=DEFAULT_TIMEOUT,
        doc="Longest time of one attempt.",
    )
    prompt: PromptTemplate = declared(
        "prompt", declare.Template(empty=False), doc="What the model is asked, or {file: PATH} with the text."
    )
    system: PromptTemplate | None = declared(
        "system", declare.Template(), default=None, doc="The system prompt, or {file: PATH} with the text."
    )
    effort: str = declared(
        "effort",
        declare.Choice(("minimal", "low", "medium", "high")),
        default="medium",
        doc="How hard the model thinks.",
    )
    model: str | None = declared("model", SLOT_ID, default=None, doc="Model slot that answers.")


@frozen
class Tool(StepDef):
    """Calls a tool."""

    kind: ClassVar[str] = "tool"

    timeout: Duration | None = declared(
        "timeout",
        declare.DurationText(minimum=1),
        default=DEFAULT_TIMEOUT,
        doc="Longest time of one attempt.",
    )
    tool: str = declared("tool", TOOL_ID, doc="Id of the tool that is called.")
    args: ArgTemplate = declared(
        "args",
        declare.Arguments(),
        default=ArgTemplate({}),
        doc="Arguments of the call; strings may hold references.",
    )


@frozen
class Parallel(StepDef):
    """Runs branches at the same time."""

    kind: ClassVar[str] = "parallel"

    branches: tuple[str, ...] = declared(
        "branches", declare.Unordered(STEP, minimum=2), doc="First steps of the branches."
    )
    join: JoinPolicy = declared(
        "join", declare.Join(), default=JoinPolicy("all"), doc="How many branches must end well."
    )


@frozen
class Conditional(StepDef):
    """Chooses the next step."""

    kind: ClassVar[str] = "conditional"

    on: Predicate = declared("on", declare.Expression(), doc="The condition, a CEL expression.")
    then: str = declared("then", STEP, doc="Next step when the condition holds.")
    otherwise: str | None = declared("otherwise", STEP, default=None, doc="Next step when it does not.")


@frozen
class SubWorkflow(StepDef):
    """Runs another workflow."""

    kind: ClassVar[str] = "subworkflow"

    timeout: Duration | None = declared(
        "timeout",
        declare.DurationText(minimum=1),
        default=DEFAULT_TIMEOUT,
        doc="Longest time of one attempt.",
    )
    workflow: str = declared("workflow", WORKFLOW_ID, doc="Id of the workflow that runs.")
    version: VersionSelector = declared(
        "version",
        declare.Selector(),
        default=VersionSelector("latest"),
        doc="Which version runs: latest, a channel, or a full version.",
    )
    arguments: ArgTemplate = declared(
        "with", declare.Arguments(), default=ArgTemplate({}), doc="Its inputs; strings may hold references."
    )


STEP_KINDS: Final[Mapping[str, type[StepDef]]] = {
    each.kind: each for each in (Model, Tool, Parallel, Conditional, SubWorkflow)
}


@frozen
class Transition:
    """An edge taken when a step ends."""

    origin: str = declared("from", STEP, doc="Step that ends.")
    target: str = declared("to", STEP, doc="Step that runs next.")
    outcome: str = declared("on", OUTCOME, default="success", doc="Outcome of the ending step.")
    when: Predicate | None = declared("when", declare.Expression(), default=None, doc="Further condition.")
    priority: int = declared(
        "priority",
        declare.Integer(),
        default=0,
        doc="Order in which conditions are tried, highest first.",
    )


@frozen
class Criterion:
    """One question of a rubric."""

    check: str = declared("check", declare.Text(empty=False), doc="What is judged.")
    weight: int | float = declared("weight", declare.Number(above=0), default=1, doc="Share in the score.")


@frozen
class RubricDef:
    """How a run is judged."""

    threshold: int | float = declared(
        "pass",
        declare.Number(minimum=0, maximum=1),
        default=1,
        doc="Score from which the run passes, 0 to 1.",
    )
    criteria: Mapping[str, Criterion] = declared(
        "criteria",
        declare.Keyed(CRITERION_ID, declare.Record(Criterion), minimum=1, noun="criterion"),
        doc="What is judged, by id.",
    )


@frozen
class BudgetDef:
    """What a run may use at most."""

    tokens: int | None = declared("tokens", declare.Integer(minimum=1), default=None, doc="Tokens, in and out.")
    cost: Money | None = declared("cost", declare.MoneyText(), default=None, doc="Money, such as 2.50 USD.")
    wall_time: Duration | None = declared(
        "wall_time", declare.DurationText(minimum=1), default=None, doc="Time from start to end."
    )
    steps: int | None = declared(
        "steps", declare.Integer(minimum=1), default=None, doc="Step executions; retries are not counted."
    )


@frozen
class WorkflowDef:
    """A workflow: what its version names."""

    onefold: int = declared("onefold", declare.Integer(minimum=1), doc="Version of this language; now 1.")
    workflow: str = declared("workflow", WORKFLOW_ID, doc="Id of the workflow.")
    description: str = declared(
        "description", declare.Text(), default="", doc="What it does; models and planners read it."
    )
    inputs: JsonValue = declared(
        "inputs",
        declare.Schema(object_only=True),
        default=None,
        doc="JSON Schema of the inputs, with type: object.",
    )
    outputs: JsonValue = declared("outputs", declare.Schema(), default=None, doc="JSON Schema of the run's output.")
    start: str | None = declared(
        "start",
        STEP,
        default=None,
        doc="First step; may be left out where only one step has no step before it.",
    )
    steps: Mapping[str, StepDef] = declared(
        "steps",
        declare.Keyed(STEP_ID, declare.Variant("kind", STEP_KINDS), minimum=1, noun="step"),
        doc="The steps, by id.",
    )
    transitions: tuple[Transition, ...] = declared(
        "transitions", declare.Unordered(declare.Record(Transition)), default=(), doc="Edges between steps."
    )
    rubric: RubricDef | None = declared("rubric", declare.Record(RubricDef), default=None, doc="How a run is judged.")
    budget: BudgetDef | None = declared(
        "budget", declare.Record(BudgetDef), default=None, doc="What a run may use at most."
    )


# Documents may carry `meta` here: a mapping for people and tools that never reaches the IR, like a comment.
ANNOTATED: Final = (WorkflowDef, StepDef)

ValueNode: TypeAlias = Duration | Money | Predicate | PromptTemplate | ArgTemplate | VersionSelector | JoinPolicy
