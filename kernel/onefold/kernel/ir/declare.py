"""The declaration of a field: its name in a document, its shape, its default, its order.

Everything that must know these facts reads them here: lowering, the canonicalizer, the document, the JSON
Schema of the surface, the printers and the per-field tests. A field without a declaration fails a test.
"""

from __future__ import annotations

from onefold.kernel.classes import NOTHING, field, fields, frozen
from onefold.kernel.remembered import remembered_of_classes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final, Literal, TypeAlias

    from onefold.kernel.classes import Field


REQUIRED: Final = NOTHING
EXTENTS: Final = ("all", "none")
"""The words that stand for the whole of something, and for nothing of it."""
_DECLARATION: Final = "onefold.declaration"


@frozen
class Boolean:
    """`true` or `false`."""


@frozen
class Integer:
    """A whole number, in any spelling (`1`, `1.0`, `1e0`)."""

    minimum: int | None = None
    maximum: int | None = None


@frozen
class Number:
    """A finite number."""

    minimum: float | None = None
    maximum: float | None = None
    above: float | None = None
    """Exclusive minimum."""


@frozen
class Text:
    """A string that people and models read; kept exactly as written."""

    empty: bool = True
    """Whether the empty string is allowed."""


@frozen
class Template:
    """A PromptTemplate: a string with `{{ references }}`, or `{file: PATH}` whose text stands for it."""

    empty: bool = True


@frozen
class Identifier:
    """An ASCII id: a letter or `_`, then letters, digits, `_`, with single separators between runs."""

    noun: str
    """How messages call it, with its article: `a step id`."""
    separators: str = "-"
    limit: int = 100
    """Longest length in characters."""
    reserved: tuple[str, ...] = ()
    """Ids that mean something else here."""
    also: tuple[str, ...] = ()
    """Words allowed besides ids of one's own."""
    refers: Literal["", "step", "outcome"] = ""
    """What of the workflow itself the id must name."""


@frozen
class Choice:
    """One of a few words."""

    words: tuple[str, ...]


@frozen
class Glob:
    """A pattern over tool ids: id characters and `*`."""


@frozen
class DurationText:
    """A duration: `1m30s`, `500ms`, or ISO 8601; at least `minimum` milliseconds."""

    minimum: int = 0


@frozen
class MoneyText:
    """An amount of money above zero: `2.50 USD`."""


@frozen
class Expression:
    """A Predicate: a CEL expression."""


@frozen
class Schema:
    """A JSON Schema; with `object_only`, one that says `type: object`."""

    object_only: bool = False


@frozen
class Arguments:
    """An ArgTemplate: a mapping of any JSON values; strings in it may hold references."""


@frozen
class Selector:
    """A VersionSelector: `latest`, a channel id or a full version; with `exact`, a full version only."""

    exact: bool = False


@frozen
class Digest:
    """A whole digest: the name of its algorithm, a colon and 64 hex digits in lower case."""

    algorithm: Literal["sha256", "blake3"] = "sha256"


@frozen
class Json:
    """Any JSON value."""


@frozen
class Join:
    """A JoinPolicy: `all`, `any` or `{quorum: n}`."""


@frozen
class Ordered:
    """A list whose order means something."""

    item: Shape


@frozen
class Unordered:
    """A list that is a set: sorted, without duplicates, in the canonical document.

    Plain items are their own key; records are sorted by what `Record.key` says.
    """

    item: Shape
    minimum: int = 0


@frozen
class Keyed:
    """A mapping from ids to records. Unordered: the canonical document sorts it by id.

    In a document that has no version the keys may also be texts, such as paths.
    """

    key: Identifier | Text
    item: Shape
    minimum: int = 0
    noun: str = "entry"


@frozen
class Extent:
    """How much of something: `all` of it, `none`, or what `item` says."""

    item: Shape


@frozen
class Record:
    """A mapping with the declared fields of an IR class, and no others.

    `sugar` names the field that a value of another type stands for: a bare list for `tools` means `allow`.
    """

    type: type[Any]
    sugar: str = ""
    sugar_type: Literal["", "list", "string"] = ""
    off: bool = False
    """Whether `false` may stand in its place and says that there is none of it."""


@frozen
class Variant:
    """A record whose class is chosen by the word in one of its fields."""

    field: str
    types: Mapping[str, type[Any]]


if TYPE_CHECKING:
    Shape: TypeAlias = (
        Boolean
        | Integer
        | Number
        | Text
        | Template
        | Identifier
        | Choice
        | Glob
        | DurationText
        | MoneyText
        | Expression
        | Schema
        | Arguments
        | Selector
        | Digest
        | Json
        | Join
        | Ordered
        | Unordered
        | Keyed
        | Extent
        | Record
        | Variant
    )


SHARED: Final = (Arguments, Ordered, Record, Schema)
"""The shapes of what is often one object in many steps: where it was written alike, it was lowered once."""


@frozen
class Declaration:
    """What is declared about one field of an IR class."""

    attribute: str
    """Name of the Python attribute."""
    name: str
    """Name of the field in a document."""
    shape: Shape
    default: Any
    """`REQUIRED`, or the value whose field is left out of the canonical document."""
    doc: str
    """One sentence for the JSON Schema and for editors."""

    @property
    def required(self) -> bool:
        """Whether an author must give the field."""
        return self.default is REQUIRED


def declared(name: str, shape: Shape, *, doc: str, default: object = REQUIRED) -> Any:  # noqa: ANN401 - see below
    """Declare a field of an IR class: its name in a document, its shape, and what it is when left out.

    What it returns stands for a value of whatever type the field is annotated with, so it is `Any`.
    """
    return field(default=default, kw_only=True, metadata={_DECLARATION: (name, shape, doc)})


@remembered_of_classes
def declarations(record: type[Any]) -> tuple[Declaration, ...]:
    """The declared fields of an IR class, in the order of the specification: inherited ones first.

    Raises `TypeError` for a field without a declaration.
    """
    known = {each.name: each for each in fields(record)}
    inherited = [name for base in reversed(record.__mro__) for name in getattr(base, "__annotations__", ())]
    return tuple(_declaration(record, known[name]) for name in dict.fromkeys(inherited) if name in known)


def _declaration(record: type[Any], attribute: Field) -> Declaration:
    try:
        name, shape, doc = attribute.metadata[_DECLARATION]
    except KeyError:
        raise TypeError(f"{record.__name__}.{attribute.name} has no declaration") from None
    return Declaration(attribute.name, name, shape, attribute.default, doc)
