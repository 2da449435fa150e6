"""The law of schema types: what a valid value holds is never called impossible.

Schemas and values come from a generator seeded by Hypothesis: drawing each keyword would take far longer than judging.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema.validators import validator_for

from onefold.kernel.schema_dialects import DIALECTS
from onefold.kernel.schema_types import ANY_ITEM, SchemaTypes
from onefold.kernel.schema_types.possible import constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from onefold.kernel.schema_types.possible import Path

NAMES = ("a", "b", "ab")
LEAVES: tuple[Any, ...] = (None, True, False, 0, 1, 1.5, "", "a", "b")
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
PATTERNS = ("^a", "b$", "^.$", "(?!a)")
REFERENCES = ("#/$defs/a", "#/$defs/b", "#/definitions/a", "#", "#anchor", "other", "#/$defs/missing")
# Keywords that have to do with each other.
FAMILIES = (
    ("type", "enum", "const", "not"),
    ("properties", "patternProperties", "additionalProperties", "propertyNames"),
    ("properties", "unevaluatedProperties", "dependentSchemas", "dependencies"),
    ("prefixItems", "items", "maxItems", "unevaluatedItems"),
    ("items", "additionalItems", "contains", "unevaluatedItems"),
    ("allOf", "anyOf", "oneOf", "$ref"),
    ("if", "then", "else", "properties", "unevaluatedProperties", "unevaluatedItems"),
)


class Generator:
    """Random schemas and values over few names, so that they meet."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311 - nothing secret is made of it

    def value(self, depth: int = 3) -> Any:
        chosen = self.random.random()
        if depth == 0 or chosen < 0.4:
            return self.random.choice(LEAVES)
        if chosen < 0.65:
            return [self.value(depth - 1) for _ in range(self.random.randrange(4))]
        return {self.random.choice(NAMES): self.value(depth - 1) for _ in range(self.random.randrange(4))}

    def schema(self, depth: int = 4) -> Any:
        chosen = self.random.random()
        if depth == 0 or chosen < 0.15:
            return self.random.random() < 0.7 if self.random.random() < 0.6 else {"type": self.random.choice(TYPES)}
        families = self.random.sample(FAMILIES, self.random.choice((1, 1, 2)))
        keywords = {keyword for family in families for keyword in family if self.random.random() < 0.6}
        return {keyword: self.keyword(keyword, depth - 1) for keyword in sorted(keywords)}

    def keyword(self, keyword: str, depth: int) -> Any:
        makers: dict[str, Callable[[], Any]] = {
            "type": lambda: self.random.sample(TYPES, self.random.choice((1, 2, 3))),
            "enum": lambda: [self.value() for _ in range(3)],
            "const": self.value,
            "maxItems": lambda: self.random.randrange(3),
            "$ref": lambda: self.random.choice(REFERENCES),
            "patternProperties": lambda: {self.random.choice(PATTERNS): self.schema(depth)},
            "items": lambda: self.several(depth) if self.random.random() < 0.3 else self.schema(depth),
            **dict.fromkeys(("properties", "dependentSchemas", "dependencies"), lambda: self.named(depth)),
            **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), lambda: self.several(depth)),
        }
        return makers.get(keyword, lambda: self.schema(depth))()

    def fitting(self, schema: Any, depth: int = 4) -> Any:
        """A value that has some chance to be what a schema allows."""
        if depth == 0 or not isinstance(schema, dict):
            return self.value(min(depth, 2))
        ways: list[Callable[[], Any]] = []
        if "const" in schema:
            ways.append(lambda: schema["const"])
        if "enum" in schema:
            ways.append(lambda: self.random.choice(schema["enum"]))
        if "properties" in schema or "patternProperties" in schema:
            ways.append(lambda: self.fitting_mapping(schema, depth - 1))
        if isinstance(schema.get("items"), dict) or "prefixItems" in schema:
            ways.append(lambda: self.fitting_list(schema, depth - 1))
        several = [each for keyword in ("allOf", "anyOf", "oneOf") for each in schema.get(keyword, [])]
        if several:
            ways.append(lambda: self.fitting(self.random.choice(several), depth - 1))
        return self.random.choice(ways)() if ways else self.value(2)

    def fitting_mapping(self, schema: dict[str, Any], depth: int) -> Any:
        named = {**schema.get("properties", {}), **dict.fromkeys(("ab",), schema.get("additionalProperties"))}
        return {name: self.fitting(named[name], depth) for name in named if self.random.random() < 0.7}

    def fitting_list(self, schema: dict[str, Any], depth: int) -> Any:
        first = schema.get("prefixItems", [])
        rest = [schema.get("items")] * self.random.randrange(3)
        return [self.fitting(each, depth) for each in [*first, *rest]]

    def named(self, depth: int) -> dict[str, Any]:
        return {self.random.choice(NAMES): self.schema(depth) for _ in range(self.random.choice((1, 2)))}

    def several(self, depth: int) -> list[Any]:
        return [self.schema(depth) for _ in range(self.random.choice((1, 2)))]

    def root(self) -> dict[str, Any]:
        """A schema of some draft, with definitions to refer to."""
        schema: dict[str, Any] = {"$comment": "", **({} if isinstance(made := self.schema(), bool) else made)}
        draft = schema["$schema"] = self.random.choice(sorted(DIALECTS))
        schema["$defs"] = {"a": self.schema(2), "b": self.schema(2)}
        schema["definitions"] = {"a": self.schema(2)}
        target = schema[self.random.choice(("$defs", "definitions"))]["a"]
        if isinstance(target, dict):
            name, text = ("$anchor", "anchor") if "20" in draft else ("id" if "04" in draft else "$id", "#anchor")
            target[name] = text
        return schema


def paths(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every path in a value, also those that name no item in particular."""
    yield path, value
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from paths(item, (*path, index))
            yield from paths(item, (*path, ANY_ITEM))


def _is_valid(validator: Any, value: Any) -> bool:
    try:
        return bool(validator.is_valid(value))
    except BaseException as error:
        # A judge that cannot judge says nothing: references in a circle exhaust its stack, or that of a library of its.
        if isinstance(error, KeyboardInterrupt):
            raise
        return False


@settings(max_examples=200)
@given(st.integers(0, 2**64))
def test_what_a_valid_value_holds_is_possible(seed: int) -> None:
    generator = Generator(seed)
    schema = generator.root()
    kind = validator_for(schema)
    if not _is_valid(kind(kind.META_SCHEMA), schema):
        return
    judge, types = kind(schema), SchemaTypes(schema)
    for value in [*LEAVES, [], {}, *(generator.fitting(schema) for _ in range(20))]:
        if _is_valid(judge, value):
            for path, part in paths(value):
                found = types.at(path)
                assert constant(part)[0] in found.kinds, (path, value, schema)
                assert found.constants is None or constant(part) in found.constants, (path, value, schema)
                assert found.field != "forbidden"
