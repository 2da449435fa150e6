"""Follow a path through a schema: all that its keywords say of what stands at the end.

Keywords that hold together (`allOf`, neighbours, `$ref`) narrow the answer; alternatives (`anyOf`, `oneOf`, `if`)
widen it. Both work on answers, never on schemas, so nothing is multiplied out. A schema is asked once about each
segment of the path, however many references lead to it.
"""

from __future__ import annotations

from onefold.kernel.classes import define, evolve, field, frozen
from onefold.kernel.functions import cached_property
from onefold.kernel.schema_dialects import DEFAULT_DIALECT, DIALECTS, Target, declared_dialect, dialect_of
from onefold.kernel.schema_types.along import allows, along, among
from onefold.kernel.schema_types.plain import surely_possible
from onefold.kernel.schema_types.possible import (
    FORBIDDEN,
    KINDS,
    OPEN,
    UNKNOWN,
    AnyItem,
    Possible,
    as_field,
    every,
    some,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Final

    from onefold.kernel.ir.path import IrPath, Segment
    from onefold.kernel.schema_dialects import Dialect
    from onefold.kernel.schema_resources import Resources
    from onefold.kernel.schema_types.possible import (
        Field,
        Path,
    )
    from onefold.kernel.values import JsonValue

# Beyond these a question is not answered: schemas asked and values compared, and schemas inside each other.
MOST_VISITS: Final = 1_000
DEEPEST: Final = 48

# The drafts from which on a keyword is known, or known so.
_CONST: Final = 6
_NEIGHBOURS_COUNT: Final = 2019
_PREFIX_ITEMS: Final = 2020
_DEPENDENT: Final = ("dependencies", "dependentSchemas")
_IN_PLACE: Final = frozenset({"allOf", "anyOf", "oneOf", "if", "$ref", "$dynamicRef", "$recursiveRef", *_DEPENDENT})


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
            found = self._known[path] = surely_possible(self._root.schema, path) or self._looked_for(path)
        return found

    def _looked_for(self, path: Path) -> Possible:
        question = _Question(self, path)
        found = question.ask(self._root, 0, 0)
        self.visits += question.visits
        return found

    @cached_property
    def resources(self) -> Resources:
        """What references inside the schema can lead to."""
        from onefold.kernel.schema_resources import Resources  # Most schemas refer to nothing.

        return Resources.of(self._root.schema)


@frozen
class _Here:
    """A schema that is a mapping of keywords."""

    path: IrPath
    keywords: Mapping[str, JsonValue]
    dialect: Dialect

    def below(self, *path: Segment) -> Target:
        """The schema at a path of one or two segments."""
        schema = self.keywords[str(path[0])]
        if len(path) > 1:
            schema = schema[path[1]]  # type: ignore[index]  # the caller has looked into it
        return Target((*self.path, *path), schema, dialect_of(schema, self.dialect))

    def entries(self, keyword: str) -> Mapping[str, JsonValue]:
        """The mapping that stands under a keyword."""
        found = self.keywords.get(keyword)
        return found if isinstance(found, dict) else {}

    def items(self, keyword: str) -> Sequence[JsonValue]:
        """The list that stands under a keyword."""
        found = self.keywords.get(keyword)
        return found if isinstance(found, list) else []


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
        if not self.spend(1) or depth > DEEPEST:
            return UNKNOWN
        # A schema that comes back to itself without a step along the path says nothing new.
        self.answers[key] = UNKNOWN
        found = self.answers[key] = self._judge(where, index, depth + 1)
        return found

    def affords(self, visits: int) -> bool:
        """Whether so much more may be looked at."""
        return self.visits + visits <= MOST_VISITS

    def spend(self, visits: int) -> bool:
        """Count what is looked at, if so much more may be."""
        affordable = self.affords(visits)
        self.visits += visits if affordable else 0
        return affordable

    def _judge(self, where: Target, index: int, depth: int) -> Possible:
        schema = where.schema
        if isinstance(schema, bool):
            return OPEN if schema else FORBIDDEN
        if not isinstance(schema, dict) or (declared_dialect(schema) or DEFAULT_DIALECT) not in DIALECTS:
            return UNKNOWN
        here = _Here(where.path, schema, where.dialect)
        if "$ref" in schema and here.dialect.draft < _NEIGHBOURS_COUNT:
            return self._reference(here, index, depth)
        parts = [*self._itself(here, index), *self._in_place(here, index, depth)]
        if index == len(self.path):
            parts.append(Possible(KINDS, None, "open", (here.entries("properties"),)))
            return every(parts)
        segment = self.path[index]
        if isinstance(segment, str):
            parts.extend(self._field(here, segment, index, depth))
        else:
            parts.extend(self._item(here, segment, index, depth))
        return self._unevaluated(here, every(parts), index, depth)

    def _itself(self, here: _Here, index: int) -> Iterator[Possible]:
        """What `type`, `enum` and `const` say."""
        keywords, rest = here.keywords, self.path[index:]
        if "type" in keywords:
            yield along(keywords["type"], rest)
        listed = keywords.get("enum")
        if isinstance(listed, list):
            yield among(listed, rest) if self.spend(len(listed)) else UNKNOWN
        if "const" in keywords and here.dialect.draft >= _CONST:
            yield among([keywords["const"]], rest)

    def _in_place(self, here: _Here, index: int, depth: int) -> Iterator[Possible]:
        """What is said by schemas that the same value must meet."""
        keywords = here.keywords
        if keywords.keys().isdisjoint(_IN_PLACE):
            return
        for keyword in ("allOf", "anyOf", "oneOf"):
            count = len(here.items(keyword))
            if not self.affords(count):
                yield UNKNOWN
            elif count > 0:
                found = [self.ask(here.below(keyword, place), index, depth) for place in range(count)]
                yield every(found) if keyword == "allOf" else some(found)
        if "if" in keywords and "if" in here.dialect.one:
            yield self._conditional(here, index, depth)
        if "$ref" in keywords:
            yield self._reference(here, index, depth)
        if "$dynamicRef" in keywords or "$recursiveRef" in keywords:
            yield UNKNOWN
        for keyword in _DEPENDENT:
            named = here.entries(keyword) if keyword in here.dialect.named else {}
            if not self.affords(len(named)):
                yield UNKNOWN
                continue
            for name, item in named.items():
                if isinstance(item, dict | bool):
                    yield some([OPEN, self.ask(here.below(keyword, name), index, depth)])

    def _conditional(self, here: _Here, index: int, depth: int) -> Possible:
        given = [keyword for keyword in ("if", "then", "else") if keyword in here.keywords]
        found = {keyword: self.ask(here.below(keyword), index, depth) for keyword in given}
        return some([every([found["if"], found.get("then", OPEN)]), found.get("else", OPEN)])

    def _reference(self, here: _Here, index: int, depth: int) -> Possible:
        reference = here.keywords["$ref"]
        target = self.schema.resources.target(here.path, reference) if isinstance(reference, str) else None
        return UNKNOWN if target is None else self.ask(target, index, depth)

    def _field(self, here: _Here, name: str, index: int, depth: int) -> Iterator[Possible]:
        """What is said of the field `name`, if the value is a mapping."""
        keywords, spoken = here.keywords, False
        if name in here.entries("properties"):
            spoken = True
            yield self._below(here.below("properties", name), "declared", index, depth)
        patterns = here.entries("patternProperties")
        if not self.spend(len(patterns)):
            spoken, patterns = True, {}
            yield UNKNOWN
        if patterns:
            from onefold.kernel.schema_types.patterns import matches  # Few schemas name fields by patterns.

        for pattern in patterns:
            found = matches(pattern, name)
            if found is None:
                yield UNKNOWN
            elif found:
                yield self._below(here.below("patternProperties", pattern), "declared", index, depth)
            spoken = spoken or found is not False
        if not spoken and "additionalProperties" in keywords:
            yield self._below(here.below("additionalProperties"), "open", index, depth)
        if "propertyNames" in keywords and "propertyNames" in here.dialect.one:
            names = self.ask(here.below("propertyNames"), len(self.path), depth)
            yield OPEN if allows(names, name) else FORBIDDEN

    def _item(self, here: _Here, segment: int | AnyItem, index: int, depth: int) -> Iterator[Possible]:
        """What is said of an item, if the value is a list."""
        any_item = isinstance(segment, AnyItem)
        first, rest = _item_keywords(here)
        count = len(here.items(first))
        most = here.keywords.get("maxItems")
        if isinstance(most, int | float) and most <= (0 if isinstance(segment, AnyItem) else segment):
            yield FORBIDDEN
        if any_item and not self.affords(count):
            yield UNKNOWN
            return
        chosen: Iterable[int] = range(count) if isinstance(segment, AnyItem) else [segment]
        found = [self._below(here.below(first, place), "declared", index, depth) for place in chosen if place < count]
        if any_item or not found:
            found.append(self._below(here.below(rest), "declared", index, depth) if rest in here.keywords else OPEN)
        yield some(found)
        if "contains" in here.keywords:
            yield evolve(OPEN, evaluated=True)

    def _unevaluated(self, here: _Here, found: Possible, index: int, depth: int) -> Possible:
        """What is found of the path, narrowed by what is said of fields or items that nothing spoke of."""
        segment = self.path[index]
        keyword = "unevaluatedProperties" if isinstance(segment, str) else "unevaluatedItems"
        if found.evaluated or isinstance(segment, AnyItem) or keyword not in here.dialect.one:
            return found
        if keyword not in here.keywords:
            return found
        return every([found, self._below(here.below(keyword), "open", index, depth)])

    def _below(self, where: Target, named: Field, index: int, depth: int) -> Possible:
        """What a schema says of the path below its segment `index`, of which it speaks."""
        found = self.ask(where, index + 1, depth)
        return as_field(found, named if index + 1 == len(self.path) else found.field)


def _item_keywords(here: _Here) -> tuple[str, str]:
    """The keywords for the first items, one by one, and for all others."""
    if here.dialect.draft >= _PREFIX_ITEMS:
        return "prefixItems", "items"
    return ("items", "additionalItems") if here.items("items") else ("", "items")
