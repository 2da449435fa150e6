"""Make the value of a workflow from the rules that its text follows.

Every rule of the grammar that has a value has a method of its name here. It is given the values of the rule's parts
and the place it takes; the value of a token is its place.
"""

from __future__ import annotations

from itertools import pairwise

from onefold.frontends.fold.make import Field, Made
from onefold.frontends.fold.scalars import json_number, json_word, money, number_of, unquoted
from onefold.frontends.fold.slips import misspelt_qualifier
from onefold.frontends.fold.strings import quoted
from onefold.frontends.fold.text_block import text_block
from onefold.frontends.pieces import joined
from onefold.frontends.refusal import duplicate_key, syntax_error
from onefold.kernel.classes import define
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Span
from onefold.kernel.typed import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Final

    from onefold.frontends.fold.make import Make
    from onefold.frontends.tally import Tally
    from onefold.kernel.source import Source

# How fold spells what these fields hold in other formats.
_SPELLED_OTHERWISE: Final = {
    "onefold": "a fold file begins with `fold 1`",
    "steps": "write each step as a statement of its own: `model ID { … }`",
    "transitions": "write transitions as chains: `a -> b`",
}
_SOURCE_OF: Final = {"subworkflow": "workflow"}
_NO_KEYS: Final = ("true", "false", "null")


class Fields(NamedTuple):
    """The fields of a block that is not a mapping yet, since others may join them."""

    fields: list[Field]
    start: int
    end: int


class Label(NamedTuple):
    """An id that is only a key."""

    text: str
    start: int
    end: int


class Step(NamedTuple):
    """A step under its id."""

    field: Field


class Chain(NamedTuple):
    """The transitions of a chain."""

    transitions: list[Made]


@define
class Build:
    """Makes the values of one reading of a source."""

    source: Source
    make: Make
    tally: Tally
    without_comments: Callable[[int, int], str]
    """The text of a range, in which white space of the same length stands for every comment."""

    def start(self, parts: Sequence[Any], start: int, end: int) -> Any:  # noqa: ANN401 - a plain value or a node
        """The whole document: fields, and the steps and transitions from wherever they stand."""
        fields = [self.field(parts[:2], start, end)._replace(key="onefold")]
        steps: list[Field] = []
        transitions: list[Made] = []
        for before, statement in pairwise(parts[1:]):
            if self._is_slip(before, statement):
                continue
            if isinstance(statement, Step):
                steps.append(statement.field)
            elif isinstance(statement, Chain):
                transitions += statement.transitions
            else:
                fields.append(self._statement(statement))
        if steps:
            made = self._mapping(steps, steps[0].made.start, steps[-1].made.end)
            fields.append(Field("steps", steps[0].made.start, steps[0].end, made))
        if transitions:
            first, last = transitions[0].start, transitions[-1].end
            fields.append(Field("transitions", first, transitions[0].end, self._list(transitions, first, last)))
        return self._mapping(fields, start, end).value

    def _is_slip(self, before: object, statement: object) -> bool:
        """Whether a field was meant to qualify the chain before it; then it is reported."""
        if not isinstance(statement, Field) or not isinstance(before, Chain) or len(before.transitions) > 1:
            return False
        finding = misspelt_qualifier(self._span(statement.start, statement.end))
        if finding is not None:
            self.tally.report(finding)
        return finding is not None

    def _statement(self, field: Field) -> Field:
        """A field of the document; `fold` is the name of one."""
        if field.key in _SPELLED_OTHERWISE:
            message = f"`{field.key}` is no statement"
            raise syntax_error("fold", self._span(field.start, field.end), message, _SPELLED_OTHERWISE[field.key])
        return field._replace(key="onefold") if field.key == "fold" else field

    # Statements and fields.

    def field(self, parts: Sequence[Any], _start: int, _end: int) -> Field:
        """A name and a value."""
        (start, end), value = parts
        return Field(self.source.text[start:end], start, end, self._made(value))

    def block(self, parts: Sequence[Field], start: int, end: int) -> Fields:
        """Fields in braces."""
        return Fields([*parts], start, end)

    def step(self, parts: Sequence[Any], start: int, end: int) -> Step:
        """A step: its kind, its id, and what there is of the rest."""
        kind, name, *rest = parts
        self.tally.nodes -= 1  # The id was counted as a value, and is a key.
        kind_start, kind_end = kind
        word = self.source.text[kind_start:kind_end]
        fields = [Field("kind", kind_start, kind_end, self._scalar(word, kind_start, kind_end))]
        for part in rest:
            if isinstance(part, Fields):
                fields += part.fields
            else:
                keys = (_SOURCE_OF.get(word, "tool"), "version")
                fields += [each._replace(key=key) for each, key in zip(part, keys, strict=False)]
        return Step(Field(name.text, name.start, name.end, self._mapping(fields, start, end)))

    def source_of_step(self, parts: Sequence[Any], _start: int, _end: int) -> list[Field]:
        """What stands after `=` and after `@`; the step's kind says which fields they are."""
        signs, values = parts[::2], parts[1::2]
        return [Field("", start, end, value) for (start, end), value in zip(signs, values, strict=True)]

    def retry(self, parts: Sequence[Any], start: int, end: int) -> Field:
        """The number of attempts, the other fields, both or nothing."""
        (keyword_start, keyword_end), *rest = parts
        fields: list[Field] = []
        for part in rest:
            if isinstance(part, Fields):
                fields += part.fields
            else:
                fields.append(Field("attempts", part.start, part.end, part))
        begin = rest[0].start if rest else start
        return Field("retry", keyword_start, keyword_end, self._mapping(fields, begin, end))

    def single(self, parts: Sequence[Any], start: int, end: int) -> Made:
        """A mapping with a single field: a file, a quorum."""
        return self._mapping([self.field(parts, start, end)], start, end)

    def rubric(self, parts: Sequence[Any], _start: int, end: int) -> Field:
        """Its own fields, and its criteria."""
        (start, keyword_end), *qualifiers, criteria = parts
        fields = [*qualifiers[0]] if qualifiers else []
        begin = fields[0].start if fields else criteria.start
        made = self._mapping(criteria.fields, criteria.start, criteria.end)
        fields.append(Field("criteria", criteria.start, criteria.start + 1, made))
        return Field("rubric", start, keyword_end, self._mapping(fields, begin, end))

    criteria = block

    def criterion(self, parts: Sequence[Any], _start: int, end: int) -> Field:
        """An id, what qualifies it, and the text."""
        name, *qualifiers, check = parts
        self.tally.nodes -= 1  # The id may have been counted as a value, and is a key.
        fields = [*qualifiers[0]] if qualifiers else []
        begin = fields[0].start if fields else check.start
        fields.append(Field("check", check.start, check.end, check))
        return Field(name.text, name.start, name.end, self._mapping(fields, begin, end))

    def label(self, _parts: Sequence[Any], start: int, end: int) -> Label:
        """The bare id of a criterion."""
        return Label(self.source.text[start:end], start, end)

    # Chains.

    def chain(self, parts: Sequence[Any], _start: int, _end: int) -> Chain:
        """One transition for each arrow; fields belong to a chain of one arrow."""
        origin, targets, *fields = parts
        if fields and len(targets) > 1:
            first = fields[0][0]
            message = f"`{first.key}` may follow a chain of one arrow only"
            help_line = "write the transition that it belongs to as a statement of its own"
            raise syntax_error("fold", self._span(first.start, first.end), message, help_line)
        transitions = []
        for target in targets:
            ends = [Field("from", origin.start, origin.end, origin), Field("to", target.start, target.end, target)]
            ends += fields[0] if fields else ()
            transitions.append(self._mapping(ends, origin.start, max(each.made.end for each in ends)))
            origin = target
        return Chain(transitions)

    def parts_of(self, parts: list[Any], _start: int, _end: int) -> list[Any]:
        """Several parts that stay together."""
        return parts

    targets = transition_fields = qualifiers = parts_of

    # Values.

    def word(self, _parts: Sequence[Any], start: int, end: int) -> Made:
        """A bare word is the string it spells."""
        text = self.source.text[start:end]
        return self._scalar(text, start, end, text)

    def number(self, _parts: Sequence[Any], start: int, end: int) -> Made:
        """What begins like a number: a number, or a string such as `30s`."""
        span = self._span(start, end)
        value = number_of(span, self.tally)
        return self._scalar(span.text if value is None else value, start, end, span.text)

    origin = number

    def unquoted(self, parts: Sequence[Made], start: int, end: int) -> Made:
        """A number where a text is due is a wrong type; anything else without quotes is not fold."""
        if number_of(self._span(start, end), self.tally) is None:
            raise unquoted(self._span(start, end))
        return parts[0]

    def money(self, _parts: Sequence[Any], start: int, end: int) -> Made:
        """An amount and a currency."""
        return self._scalar(money(self.source.text[start:end]), start, end)

    def switch(self, _parts: Sequence[Any], start: int, end: int) -> Made:
        """`true` or `false`."""
        return self._scalar(self.source.text[start:end] == "true", start, end)

    def string(self, _parts: Sequence[Any], start: int, end: int) -> Made:
        """A text in quotes."""
        text = joined(quoted(self.source, start, end))
        return self._scalar(text, start, end, text)

    def text_block(self, _parts: Sequence[Any], start: int, end: int) -> Made:
        """A text in lines of its own."""
        text = joined(text_block(self.source, start, end))
        return self._scalar(text, start, end, text)

    def predicate(self, _parts: Sequence[Any], start: int, end: int) -> Made:
        """A predicate as it is written, without its comments."""
        return self._scalar(self.without_comments(start, end), start, end)

    def verifier(self, parts: Sequence[Any], start: int, end: int) -> Made:
        """An id with JSON after it."""
        name, arguments = parts
        use = Field("use", name.start, name.end, name)
        return self._mapping([use, Field("with", arguments.start, arguments.start + 1, arguments)], start, end)

    def sequence(self, parts: Sequence[Any], start: int, end: int) -> Made:
        """A list."""
        return self._list([self._made(part) for part in parts], start, end)

    # JSON.

    def json_object(self, parts: Sequence[Field], start: int, end: int) -> Made:
        """A mapping."""
        return self._mapping(parts, start, end)

    def member(self, parts: Sequence[Any], _start: int, _end: int) -> Field:
        """A key, bare or in quotes, and a value."""
        (start, end), value = parts
        text = self.source.text[start:end]
        if text.startswith('"'):
            return Field(joined(quoted(self.source, start, end)), start, end, value)
        if text in _NO_KEYS or text[0] in "-0123456789":
            self.tally.report(Finding("non-string-key", Place(span=self._span(start, end)), {"key": text}))
        return Field(text, start, end, value)

    def json_number(self, _parts: Sequence[Any], start: int, end: int) -> Made:
        """A number and nothing else."""
        return self._scalar(json_number(self._span(start, end), self.tally), start, end)

    def json_word(self, _parts: Sequence[Any], start: int, end: int) -> Made:
        """`true`, `false` or `null`."""
        return self._scalar(json_word(self._span(start, end)), start, end)

    # What values are made of.

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _made(self, part: Made | Fields) -> Made:
        """The value of a part; a block that nothing joined is a mapping."""
        return self._mapping(part.fields, part.start, part.end) if isinstance(part, Fields) else part

    def _scalar(self, value: float | str | None, start: int, end: int, text: str = "") -> Made:
        self.tally.add(start, 1)
        return Made(self.make.scalar(value, start, end), start, end, text)

    def _list(self, items: Sequence[Made], start: int, end: int) -> Made:
        self.tally.add(start, 1)
        return Made(self.make.sequence(items, start, end), start, end)

    def _mapping(self, fields: Sequence[Field], start: int, end: int) -> Made:
        """A mapping; keys that come twice are reported."""
        self.tally.add(start, 1)
        if len({field.key for field in fields}) < len(fields):
            self._report_duplicates(fields)
        return Made(self.make.mapping(fields, start, end), start, end)

    def _report_duplicates(self, fields: Sequence[Field]) -> None:
        first: dict[str, Field] = {}
        for field in fields:
            before = first.setdefault(field.key, field)
            if before is not field:
                name = "fold" if field.key == "onefold" else field.key
                span, first_span = self._span(field.start, field.end), self._span(before.start, before.end)
                self.tally.report(duplicate_key(name, span, first_span))
