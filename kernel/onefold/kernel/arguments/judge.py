"""Judge arguments against the schema of what takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from onefold.kernel.arguments.unknown import expected
from onefold.kernel.classes import field, frozen
from onefold.kernel.functions import cached_property
from onefold.kernel.schema_dialects import DEFAULT_DIALECT, DIALECTS, declared_dialect
from onefold.kernel.schema_words import most_specific, reason
from onefold.kernel.schemas import metaschema_errors, nested
from onefold.kernel.words import meant

if TYPE_CHECKING:
    # At run time jsonschema is loaded only where there are arguments to judge.
    from typing import Any, Literal

    from jsonschema.exceptions import ValidationError

    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonObject, JsonValue


@frozen
class Misfit:
    """One thing that is wrong with arguments."""

    path: IrPath
    """Where, from the arguments on."""
    part: Literal["value", "key"]
    """`key` where something should not be there, or something is missing below it."""
    reason: str
    """A clause in lower case without a full stop."""
    help: str | None


@frozen
class Judge:
    """Judges arguments by one schema. A schema that is not valid, or leads out of itself, judges nothing."""

    schema: JsonValue = field(eq=False)

    def misfits(self, arguments: JsonObject) -> tuple[Misfit, ...]:
        """What is wrong with arguments whatever their references give; nothing where that cannot be told."""
        if self._validator is None:
            return ()
        from referencing.exceptions import Unresolvable

        from onefold.kernel.arguments.keywords import Run, TooMuch

        validator = self._validator.evolve(format_checker=Run(has_patterns=self._has_patterns))
        try:
            return tuple(_misfit(error) for error in validator.iter_errors(expected(arguments)))
        except (TooMuch, RecursionError, Unresolvable, ArithmeticError):
            return ()

    @cached_property
    def _validator(self) -> Any | None:  # noqa: ANN401 - jsonschema makes its classes at run time
        dialect = declared_dialect(self.schema) or DEFAULT_DIALECT
        if dialect not in DIALECTS or self._changes_draft or any(metaschema_errors(self.schema)):
            return None
        from referencing import Registry

        from onefold.kernel.arguments.keywords import validator_class

        # At a `$schema` jsonschema would go back to its own validator; the draft is settled here.
        schema = self.schema
        if isinstance(schema, Mapping):
            schema = {keyword: value for keyword, value in schema.items() if keyword != "$schema"}
        # With a registry of our own nothing is ever fetched.
        registry: Registry[Any] = Registry()
        return validator_class(dialect)(schema, registry=registry)

    @cached_property
    def _below(self) -> tuple[JsonValue, ...]:
        return tuple(schema for path, schema, _ in nested(self.schema) if path)

    @cached_property
    def _changes_draft(self) -> bool:
        """Whether a part of the schema declares a draft of its own, whose keywords would not know of references."""
        return any(declared_dialect(each) is not None for each in self._below)

    @cached_property
    def _has_patterns(self) -> bool:
        return any(isinstance(each, dict) and "patternProperties" in each for each in (self.schema, *self._below))


def _misfit(error: ValidationError) -> Misfit:
    error = most_specific(error)
    path = tuple(error.absolute_path)
    # For the schema `false` jsonschema has no keyword to name, which its types do not tell.
    keyword = cast("str | None", error.validator)
    if keyword is None:
        return Misfit(path, "key", "nothing may stand here", None)
    if keyword == "required":
        return Misfit(path, "key", error.message, None)
    if keyword == "additionalProperties":
        known = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
        return Misfit(path, "key", error.message, meant(str(path[-1]), known))
    part: Literal["value", "key"] = "key" if "propertyNames" in error.absolute_schema_path else "value"
    return Misfit(path, part, reason(error), None)
