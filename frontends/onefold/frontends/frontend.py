"""What a front-end is: a name, file names, and the functions that read and print one format."""

from __future__ import annotations

from onefold.kernel.classes import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from onefold.frontends.bounds import AtMost
    from onefold.frontends.revision.pen import Pen
    from onefold.frontends.tree import MappingNode, Node, ScalarNode
    from onefold.kernel.diagnostics import Finding
    from onefold.kernel.fixes import Edit
    from onefold.kernel.source import Source, Span
    from onefold.kernel.values import JsonObject, JsonValue

    # The index in the source of each character of a scalar's value, and one more for the end; `None` where the
    # scalar cannot be decoded to exactly the value the parser gave.
    Characters: TypeAlias = Callable[[ScalarNode], Sequence[int] | None]
    # Every comment of a source, with what begins and ends it. Text inside of scalars is never a comment.
    Comments: TypeAlias = "Callable[[Source, Limits], Sequence[Span]]"
    # The ways to make the field `name` of a mapping that `locate` gave say `value`, best first: arguments are the
    # mapping, the name, the value (a string that needs no escapes) and the field that a new one comes after. Whoever
    # applies one has to prove that it does just that.
    SetField: TypeAlias = Callable[[MappingNode, str, str, str], Iterator[tuple[Edit, ...]]]
    # The text of a source that `read` accepted in the layout of its format: the same value or, where the format has a
    # syntax for predicates, the same version, and every comment. Whoever uses it has to prove that.
    Reformat: TypeAlias = "Callable[[Source, Limits], str]"
    # What changes values in a source that `read` accepted and leaves the rest of its text as it is; whoever uses it has
    # to prove that it does just that. `None` where the source cannot be located.
    TakePen: TypeAlias = "Callable[[Source, Limits], Pen | None]"


class Unsure(Exception):  # noqa: N818 - it is an answer, not a fault
    """A quick reader leaves a text to the one that tells what is wrong with it."""


@frozen
class Limits:
    """Bounds on what is read, each with a diagnostic of its own."""

    source_bytes: int = 16 * 2**20
    """Size of one source in bytes."""
    depth: int = 128
    """Levels of nesting in the tree; the root is level 1."""
    nodes: int = 1_000_000
    """Nodes of the tree after aliases and merge keys are expanded."""
    text_bytes: int = 16 * 2**20
    """UTF-8 bytes of all keys and strings of the tree, after expansion, texts from files included."""
    predicate_depth: int = 64
    """Nested brackets in a predicate."""


@frozen
class Reading:
    """What a front-end read: a value, and what it found. With an error among the findings the value is void."""

    value: JsonValue
    findings: tuple[Finding, ...] = ()
    at_most: AtMost | None = None
    """How much can be in the value, where that is known without counting."""


@frozen
class Frontend:
    """One format.

    `read` never raises on bad input and never returns a wrong value: it reports what it is not sure of. Every
    finding it makes has a span. It need not check depth, node or text limits beyond what keeps it from harm;
    they are checked on the value, once for all formats.

    `locate` reads again, with spans, a source that `read` accepted. Both give the same value. On a source that
    `read` refused it may return `None`.
    """

    name: str
    """The word for `--from` and `--to`."""
    suffixes: tuple[str, ...]
    """File name endings that are searched for, such as `.fold.yaml`."""
    explicit_suffixes: tuple[str, ...]
    """Further endings taken when a file is named explicitly, such as `.yaml`."""
    read: Callable[[Source, Limits], Reading]
    locate: Callable[[Source, Limits], Node | None]
    characters: Characters
    print: Callable[[JsonObject], str] | None = None
    """Write a canonical document readably in this format; refusals are raised as `Unprintable`."""
    comment: str = ""
    """What starts a comment to the end of a line; empty where the format has none."""
    comments: Comments | None = None
    """Find the comments of a source that `read` accepted; asked only where one may speak to onefold."""
    set_field: SetField | None = None
    """Change or add one field of a source that `read` accepted, leaving the rest of its text as it is."""
    reformat: Reformat | None = None
    """Lay out a source that `read` accepted; sources that differ in layout alone give the same text."""
    pen: TakePen | None = None
    """Change many values of a source at once."""


class Unprintable(Exception):  # noqa: N818 - it is a refusal by rule, not a fault
    """A document holds what a format cannot say; `paths` lists every place."""

    def __init__(self, format_name: str, paths: Sequence[str]) -> None:
        """`paths` are IR paths in words."""
        super().__init__(format_name, tuple(paths))
        self.format_name = format_name
        self.paths = tuple(paths)
