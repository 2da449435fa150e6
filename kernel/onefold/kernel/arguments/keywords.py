"""The keywords of JSON Schema for values that are not wholly known.

Each gives the errors that hold whatever the references stand for. Where that depends on them it gives none, and
notes a doubt, so that `not`, `if` and their kin do not take "perhaps" for "yes".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, TypeAlias

from jsonschema import FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend, validator_for

from onefold.kernel.arguments.unknown import Anything, SomeText, is_known
from onefold.kernel.schema_dialects import DIALECTS
from onefold.kernel.schema_types.patterns import matches

# Beyond these a schema is not followed: keywords looked at, and keywords inside each other.
MOST_VISITS: Final = 10_000
DEEPEST: Final = 100

# `minContains` and `maxContains` came with this draft.
_COUNTED: Final = 2019
# jsonschema matches names for these with an engine whose time has no bounds.
_UNEVALUATED: Final = ("unevaluatedProperties", "unevaluatedItems")
# Keywords that look at all of a value at once.
_OF_THE_WHOLE: Final = ("enum", "const", "uniqueItems", *_UNEVALUATED)

# Validator, value of the keyword, instance, schema: the errors, as jsonschema calls it.
Keyword: TypeAlias = Callable[[Any, Any, Any, Any], "Iterator[ValidationError] | None"]


class TooMuch(Exception):  # noqa: N818 - the question is given up, which is no fault
    """A schema leads too far."""


class Run(FormatChecker):
    """What is counted while one value is judged.

    It travels in the place of the format checker, which every validator hands on to those below. Formats are not
    judged: the standard calls them annotations.
    """

    def __init__(self, *, has_patterns: bool) -> None:
        """`has_patterns`: whether the schema matches names of fields against regular expressions."""
        super().__init__(())
        self.doubts = 0
        self.visits = 0
        self.depth = 0
        self.has_patterns = has_patterns

    def check(self, instance: object, format: str) -> None:  # noqa: A002 - the name that jsonschema gives it
        """Nothing."""

    def verdict(self, validator: Any, instance: object, schema: object) -> bool | None:  # noqa: ANN401 - jsonschema's
        """Whether an instance fits a schema; `None` where that depends on references."""
        before = self.doubts
        fits = next(validator.descend(instance, schema), None) is None
        return None if fits and self.doubts > before else fits


@cache
def validator_class(dialect: str) -> Any:  # noqa: ANN401 - jsonschema makes its classes at run time
    """The validator of a draft, for values that are not wholly known."""
    whole = validator_for({"$schema": dialect})
    own = {**_OWN, "contains": _contains_counted} if DIALECTS[dialect].draft >= _COUNTED else _OWN
    keywords = {name: own.get(name, keyword) for name, keyword in whole.VALIDATORS.items()}
    guarded = {name: _guarded(name, keyword) for name, keyword in keywords.items()}
    return extend(whole, guarded)  # type: ignore[no-untyped-call]  # the stubs of jsonschema have no types for it


def _guarded(name: str, keyword: Keyword) -> Keyword:
    """The keyword within the limits, and silent about what is not known."""

    def judge(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:  # noqa: ANN401 - jsonschema's
        run: Run = validator.format_checker
        if run.visits >= MOST_VISITS or run.depth >= DEEPEST:
            raise TooMuch
        if name == "unevaluatedProperties" and "additionalProperties" in schema:
            return  # Nothing is left unevaluated, which jsonschema does not see in every draft.
        if _is_doubtful(name, value, instance) or (name in _UNEVALUATED and run.has_patterns):
            run.doubts += 1
            return
        run.visits += 1
        run.depth += 1
        try:
            yield from keyword(validator, value, instance, schema) or ()
        finally:
            run.depth -= 1

    return judge


def _is_doubtful(name: str, value: object, instance: object) -> bool:
    """Whether a keyword cannot be judged before the references of an instance have values."""
    if isinstance(instance, Anything):
        return True
    if not isinstance(instance, SomeText):
        return name in _OF_THE_WHOLE and not is_known(instance)
    if name in ("enum", "const"):
        return any(isinstance(each, str) for each in (value if name == "enum" and isinstance(value, list) else [value]))
    return name in ("pattern", "minLength", "maxLength")


def _pattern(_validator: Any, value: Any, instance: Any, _schema: Any) -> Iterator[ValidationError]:  # noqa: ANN401 - jsonschema's
    if isinstance(instance, str) and matches(value, instance) is False:
        yield ValidationError(f"`{instance}` does not match `{value}`")


def _pattern_properties(validator: Any, value: Any, instance: Any, _schema: Any) -> Iterator[ValidationError]:  # noqa: ANN401 - jsonschema's
    if isinstance(instance, dict):
        for pattern, schema in value.items():
            for name, item in instance.items():
                if matches(pattern, name):
                    yield from validator.descend(item, schema, path=name, schema_path=pattern)


def _additional_properties(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:  # noqa: ANN401 - jsonschema's
    if not isinstance(instance, dict):
        return
    patterns = schema.get("patternProperties", {})
    for name, item in instance.items():
        # A pattern that cannot be read may match.
        if name in schema.get("properties", {}) or any(matches(each, name) is not False for each in patterns):
            continue
        if value is False:
            yield ValidationError(f"`{name}` is not known", path=[name])
        else:
            yield from validator.descend(item, value, path=name)


def _property_names(validator: Any, value: Any, instance: Any, _schema: Any) -> Iterator[ValidationError]:  # noqa: ANN401 - jsonschema's
    if isinstance(instance, dict):
        for name in instance:
            yield from validator.descend(name, value, path=name)


def _required(_validator: Any, value: Any, instance: Any, _schema: Any) -> Iterator[ValidationError]:  # noqa: ANN401 - jsonschema's
    if isinstance(instance, dict):
        yield from (ValidationError(f"`{name}` is missing") for name in value if name not in instance)


def _one_of(validator: Any, value: Any, instance: Any, _schema: Any) -> Iterator[ValidationError]:  # noqa: ANN401 - jsonschema's
    run: Run = validator.format_checker
    errors: list[ValidationError] = []
    sure = possible = 0
    for index, schema in enumerate(value):
        before = run.doubts
        found = list(validator.descend(instance, schema, schema_path=index))
        errors.extend(found)
        possible += not found
        sure += not found and run.doubts == before
    if not possible:
        yield ValidationError("none of the alternatives fits", context=errors)
    elif sure > 1:
        yield ValidationError("more than one of the alternatives fits, and exactly one must")


def _not(validator: Any, value: Any, instance: Any, _schema: Any) -> Iterator[ValidationError]:  # noqa: ANN401 - jsonschema's
    if validator.format_checker.verdict(validator, instance, value):
        yield ValidationError("the schema rules this value out with `not`")


def _if(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:  # noqa: ANN401 - jsonschema's
    verdict = validator.format_checker.verdict(validator, instance, value)
    if verdict is not None:
        keyword = "then" if verdict else "else"
        yield from validator.descend(instance, schema.get(keyword, True), schema_path=keyword)


def _contains(validator: Any, value: Any, instance: Any, _schema: Any) -> Iterator[ValidationError]:  # noqa: ANN401 - jsonschema's
    yield from _counted(validator, value, instance, 1, None)


def _contains_counted(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:  # noqa: ANN401 - jsonschema's
    yield from _counted(validator, value, instance, schema.get("minContains", 1), schema.get("maxContains"))


def _counted(validator: Any, value: Any, instance: Any, least: float, most: float | None) -> Iterator[ValidationError]:  # noqa: ANN401 - jsonschema's
    if not isinstance(instance, list):
        return
    verdicts = [validator.format_checker.verdict(validator, item, value) for item in instance]
    if sum(each is not False for each in verdicts) < least:
        yield ValidationError(f"at least {least} of the items must fit the schema of `contains`")
    elif most is not None and verdicts.count(True) > most:
        yield ValidationError(f"at most {most} of the items may fit the schema of `contains`")


_OWN: Final[Mapping[str, Keyword]] = {
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "propertyNames": _property_names,
    "required": _required,
    "oneOf": _one_of,
    "not": _not,
    "if": _if,
    "contains": _contains,
}
