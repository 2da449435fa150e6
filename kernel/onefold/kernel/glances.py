"""Whether a value that somebody wrote is worth a closer look: for nearly every value a glance is enough.

A glance may see something where nothing is. It never overlooks what a rule about single fields would find.
"""

from __future__ import annotations

from onefold.kernel.characters.glance import CONTROL, may_hold_bidirectional, may_hold_invisible, may_mix_scripts
from onefold.kernel.ir import declare
from onefold.kernel.ir.expression import Literal
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.ir.walk import walk
from onefold.kernel.schema_dialects import DEFAULT_DIALECT, DIALECTS
from onefold.kernel.schema_shapes import is_surely_valid
from onefold.kernel.secrets.glance import IN_RUN, SHORTEST, has_private_key, may_hold_secret
from onefold.kernel.template import OPENING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any, Final, TypeAlias
    from typing import Literal as OneOf

    from onefold.kernel.ir.declare import Shape
    from onefold.kernel.ir.nodes import ArgTemplate, Predicate, PromptTemplate
    from onefold.kernel.ir.records import Glances
    from onefold.kernel.values import JsonValue

    Sight: TypeAlias = OneOf["", "noted", "suspect"]

NOTHING: Final = ""
NOTED: Final = "noted"
"""Rules have something to look at, but no string needs to be read for what may hide in it."""
SUSPECT: Final = "suspect"
"""In one of its strings there may be a secret, or a character that is not what it seems."""

# With one of these a schema may refer to something, hold a regular expression, or follow another draft.
_TELLING: Final = frozenset({"$schema", "$ref", "$dynamicRef", "$recursiveRef", "pattern", "patternProperties"})
# Of more parts it is not worth the room to know them again.
_MOST_PARTS: Final = 1_000
_DRAFT: Final = DIALECTS[DEFAULT_DIALECT]


def glances(document: object) -> Glances:
    """The glances at fields of these `SHAPES` in a document."""
    glance = _Glance(document.steps if isinstance(document, WorkflowDef) else ())
    return tuple([getattr(glance, each.__name__.lower()) for each in SHAPES])


def words(value: JsonValue) -> list[str]:
    """Every string and key in a plain value, however deep, in no order that means anything."""
    found: list[str] = []
    waiting = [value]
    for each in waiting:
        if isinstance(each, str):
            found.append(each)
        elif isinstance(each, dict):
            found.extend(each)
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)
    return found


class _Glance:
    """What was looked at in one document so far: most words stand in it many times, and so do many parts."""

    def __init__(self, steps: Iterable[str]) -> None:
        # In none of these is there anything to be seen.
        self._steps = {each for each in steps if not _is_secret(each)}
        self._names: set[str] = set()
        self._words: set[str] = set()
        self._parts: set[int] = set()

    def text(self, _shape: Shape, text: str) -> Sight:
        return _seen(text)

    def template(self, _shape: Shape, template: PromptTemplate) -> Sight:
        return _seen(template.text)

    def arguments(self, _shape: Shape, arguments: ArgTemplate) -> Sight:
        if id(arguments) in self._parts:
            return NOTHING
        return self._part(arguments, self._among(words(arguments.value)))

    def schema(self, _shape: Shape, schema: JsonValue) -> Sight:
        if id(schema) in self._parts:
            return NOTHING
        found = words(schema)
        seen = self._among(found)
        if not seen and not (_TELLING.isdisjoint(found) and is_surely_valid(schema, _DRAFT)):
            seen = NOTED
        return self._part(schema, seen)

    def identifier(self, shape: declare.Identifier, identifier: str) -> Sight:
        if shape.refers != "step":
            return self.glob(shape, identifier)
        if identifier in self._steps:
            return NOTHING
        return SUSPECT if _is_secret(identifier) else NOTED

    def glob(self, _shape: Shape, glob: str) -> Sight:
        if glob in self._names:
            return NOTHING
        if _is_secret(glob):
            return SUSPECT
        self._names.add(glob)
        return NOTHING

    def keyed(self, _shape: Shape, mapping: Iterable[str]) -> Sight:
        return SUSPECT if any(map(_is_secret, mapping)) else NOTHING

    def unordered(self, shape: declare.Unordered, members: Collection[Any]) -> Sight:
        if len(members) < 2 or isinstance(shape.item, declare.Record):
            return NOTHING
        return NOTED if len(set(members)) < len(members) else NOTHING

    def expression(self, _shape: Shape, predicate: Predicate) -> Sight:
        expression = predicate.expression
        if id(expression) not in self._parts:
            for each in walk(expression):
                if isinstance(each, Literal) and isinstance(each.value, str) and _is_secret(each.value):
                    return SUSPECT
            self._part(expression, NOTHING)
        return NOTED

    def _part(self, part: object, seen: Sight) -> Sight:
        """What was seen in a part, which is known again as long as the document is there that holds it."""
        if not seen and len(self._parts) < _MOST_PARTS:
            self._parts.add(id(part))
        return seen

    def _among(self, found: Collection[str]) -> Sight:
        """What there is to be seen in all of these."""
        seen: Sight = NOTHING
        if not self._words.issuperset(found):
            for each in set(found) - self._words:
                here = _seen(each)
                if not here:
                    self._words.add(each)
                elif seen is not SUSPECT:
                    seen = here
        return seen


# An ASCII text is looked at once for both: `x` can stand in a secret, and `!` is a control character.
_LOOK: Final = bytes(b"x"[0] if code in IN_RUN else b"!"[0] if code in CONTROL else b" "[0] for code in range(256))


def _seen(text: str) -> Sight:
    """What there is to be seen in a text that may hold anything."""
    if text.isascii():
        look = text.encode().translate(_LOOK)
        if b"!" in look or SHORTEST in look or has_private_key(text):
            return SUSPECT
    elif may_hold_invisible(text) or may_hold_bidirectional(text) or may_mix_scripts(text) or may_hold_secret(text):
        return SUSPECT
    return NOTED if OPENING in text else NOTHING


def _is_secret(text: str) -> bool:
    """Whether a text that is not given to any name looks like a secret."""
    if not may_hold_secret(text):
        return False
    from onefold.kernel.secrets.find import secrets  # Loaded only for what is long enough.

    return any(secrets(text))


SHAPES: Final = (
    declare.Text,
    declare.Template,
    declare.Arguments,
    declare.Schema,
    declare.Identifier,
    declare.Glob,
    declare.Keyed,
    declare.Unordered,
    declare.Expression,
)
"""The shapes of fields that rules look into."""
