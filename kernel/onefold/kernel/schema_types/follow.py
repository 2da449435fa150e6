"""Follow a path through a schema: all that its keywords say of what stands at the end.

Keywords that hold together (`allOf`, neighbours, `$ref`) narrow the answer; alternatives (`anyOf`, `oneOf`, `if`)
widen it. Both work on answers, never on schemas, so nothing is multiplied out. A schema is asked once about each
segment of the path, however many references lead to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from attrs import define, field, frozen

from onefold.kernel.ir.path import IrPath
from onefold.kernel.schema_dialects import DIALECTS, Dialect, declared_dialect, dialect_of
from onefold.kernel.schema_resources import Resources, Target
from onefold.kernel.schema_types import keywords, lists, mappings
from onefold.kernel.schema_types.possible import (
    FORBIDDEN,
    OPEN,
    UNKNOWN,
    Path,
    Possible,
    as_field,
    every,
    some,
)
from onefold.kernel.values import JsonValue

# Beyond these a question is not answered: schemas asked and values compared, and schemas inside each other.
MOST_VISITS: Final = 1_000
DEEPEST: Final = 48


class SchemaTypes:
    """The answers of one schema."""

    def __init__(self, schema: JsonValue) -> None:
        self._root = Target((), schema, dialect_of(schema, None))
        self._known: dict[Path, Possible] = {}
        self.visits = 0
        """Schemas asked and values compared for all questions so far."""

    def at(self, path: Path) -> Possible:
        """What can stand at a path below a value that the schema allows."""
        found = self._known.get(path)
        if found is None:
            question = _Question(self, path)
            found = self._known[path] = question.ask(self._root, 0, 0)
            self.visits += question.visits
        return found

    @cached_property
    def resources(self) -> Resources:
        """What references inside the schema can lead to."""
        return Resources.of(self._root.schema)


@frozen
class Below:
    """A schema that speaks of what the next segment leads to."""

    where: Target
    declared: bool
    """Whether the segment is named, and not only left over."""


@define
class _Question:
    """One path, followed through one schema."""

    schema: SchemaTypes
    path: Path
    visits: int = 0
    answers: dict[tuple[IrPath, int], Possible] = field(factory=dict)

    def ask(self, where: Target, index: int, depth: int) -> Possible:
        """What the schema at `where` says of the path from its segment `index` on."""
        key = (where.path, index)
        known = self.answers.get(key)
        if known is not None:
            return known
        self.visits += 1
        if self.visits > MOST_VISITS or depth > DEEPEST:
            return UNKNOWN
        # A schema that comes back to itself without a step along the path says nothing new.
        self.answers[key] = UNKNOWN
        found = self.answers[key] = self._judge(where, index, depth + 1)
        return found
